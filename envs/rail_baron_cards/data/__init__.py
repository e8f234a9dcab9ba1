"""Boards of Rail Baron as tables (see README.md, SOURCES.md) and the script that fits the cards."""
