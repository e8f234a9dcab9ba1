"""The shared rules core: numpy, numba and pydantic only; it knows no game and no reinforcement-learning library."""
