"""The environments: the shared rules core, one folder a game, and the interfaces that learning libraries know."""
