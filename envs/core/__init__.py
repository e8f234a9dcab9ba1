"""The shared rules core: numpy and pydantic only; it knows no game and no reinforcement-learning library."""
