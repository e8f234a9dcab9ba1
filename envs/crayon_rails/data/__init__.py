"""Maps as geography files and tables (see README.md, SOURCES.md) and the script that makes the demand cards."""
