# Compiled functions for the other modules only; nothing to call from Python.
