"""The page of the command line, made from the help of every command."""

from contextlib import redirect_stdout, suppress
from io import StringIO

from railgym.cli import COMMANDS, main

__all__ = ["commands_page"]


def commands_page() -> str:
    """The help of every command."""
    parts = ["# Command line", "Every command prints this text with `--help`."]
    for name, command in COMMANDS.items():
        sentence = f"{command.sentence[0].upper()}{command.sentence[1:]}."
        parts.append(f"## railgym {name}\n\n{sentence}\n\n```text\n{_help(name)}\n```")
    return "\n\n".join(parts) + "\n"


def _help(name: str) -> str:
    printed = StringIO()
    with redirect_stdout(printed), suppress(SystemExit):
        main([*name.split(), "--help"])
    return printed.getvalue().strip()
