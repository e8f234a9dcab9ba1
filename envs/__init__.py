"""The environments: the shared rules core, one folder per game, and the interfaces to learning libraries."""
