"""The errors a caller can make. Every message is one line that says what is wrong, where, and what to do."""

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = [
    "ArtifactError",
    "DataError",
    "IllegalActionError",
    "MissingExtraError",
    "OptionsError",
    "RailgymError",
    "ReplayError",
    "RoleError",
    "UnknownNameError",
    "UnknownOptionError",
]


class RailgymError(Exception):
    """Base of all errors that are the caller's to mend; the command line shows it as one line."""


class IllegalActionError(RailgymError, ValueError):
    """An action that the mask forbids. The state was not touched."""


class UnknownNameError(RailgymError, KeyError):
    """A game, agent, action or setting of that name does not exist."""

    def __str__(self) -> str:
        return str(self.args[0])


class OptionsError(RailgymError, ValueError):
    """A game option that is unknown or out of range."""


class UnknownOptionError(OptionsError):
    """An option that does not exist; ``known`` are those that do."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name, self.known = name, tuple(known)
        super().__init__(self.name, self.known)  # both, so that it can be pickled

    def __str__(self) -> str:
        near = get_close_matches(self.name, self.known, 3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(self.known)}"
        return f"unknown option {self.name!r}: {hint}"


class RoleError(RailgymError, ValueError):
    """An agent in a seat of another role than it plays."""


class DataError(OptionsError):
    """A board or map of one's own that has faults; the message lists all of them, each with its file and line."""


class ReplayError(RailgymError, ValueError):
    """A replay or save file that is damaged or was made for something else."""


class ArtifactError(RailgymError, ValueError):
    """A trained agent that was made for another game, version or set of options."""


class MissingExtraError(RailgymError, ImportError):
    """A feature whose optional packages are not installed."""

    def __init__(self, extra: str, package: str | None = None) -> None:
        what = f" ({package} is missing)" if package else ""
        super().__init__(f"this needs the extra {extra!r}{what}; install it with: pip install 'railgym[{extra}]'")
