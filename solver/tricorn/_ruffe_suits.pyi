"""Counting and drawing the ways to share one suit: used by other compiled modules only."""
