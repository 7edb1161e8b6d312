"""Analysis on top of `tricorn`: matches between players, deal review, statistics. It uses the public API alone."""
