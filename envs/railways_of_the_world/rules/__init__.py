"""The rules, one module per chapter. Read ``turn.py`` first: it has the table of the phases."""
