"""Measurements of the speed of games, environments and training."""
