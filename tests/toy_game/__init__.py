"""Night Mail: the smallest game that uses every part of the rules core. See README.md beside this file."""
