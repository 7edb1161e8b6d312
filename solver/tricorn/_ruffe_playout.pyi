"""Playouts by rules of thumb: used by other compiled modules only."""
