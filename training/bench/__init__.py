"""How fast games, environments and training run."""
