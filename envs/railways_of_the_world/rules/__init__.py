"""The rules, one module a chapter; ``turn.py`` holds the sequence of a game."""
