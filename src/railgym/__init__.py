"""Reinforcement-learning environments of railway board games: train an agent, benchmark it, play against it."""

__all__ = ["__version__"]

__version__ = "0.1.0"
