"""The errors a caller can make. Every message is one line that says what is wrong, where, and what to do."""

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = [
    "ArgumentError",
    "ArtifactError",
    "DataError",
    "IllegalActionError",
    "LibraryError",
    "MissingExtraError",
    "OptionsError",
    "RailgymError",
    "ReplayError",
    "RoleError",
    "UnknownNameError",
    "UnknownOptionError",
    "meant",
    "plain",
]


def plain(value: object, most: int = 43) -> str:
    """The repr of a value on one line, shortened to ``most`` characters."""
    text = " ".join(repr(value).split())
    return f"{text[: most - 3]}..." if len(text) > most else text


def meant(name: object, known: Iterable[str], otherwise: str = "", nearness: float = 0.6) -> str:
    """A hint for an unknown name: "did you mean A or B?" with up to three known names of at least this similarity
    (``nearness``, 0 to 1). If there are none: ``otherwise``, by default a list of all known names."""
    known = list(known)
    near = get_close_matches(str(name), known, 3, nearness)
    return f"did you mean {' or '.join(near)}?" if near else otherwise or f"there are: {', '.join(known) or 'none'}"


class RailgymError(Exception):
    """Base of all errors that the caller can fix; the command line shows it as one line."""


class IllegalActionError(RailgymError, ValueError):
    """An action that the mask forbids. The state was not touched."""


class ArgumentError(RailgymError, ValueError):
    """An argument of the wrong type, dtype, shape or range. Nothing was changed."""


class UnknownNameError(RailgymError, KeyError):
    """A game, agent, action or setting of that name does not exist."""

    def __str__(self) -> str:
        return str(self.args[0])


class OptionsError(RailgymError, ValueError):
    """A game option that is unknown or out of range."""


class UnknownOptionError(OptionsError):
    """An option that does not exist. ``known`` lists the options that do; ``note`` names other places that have it."""

    NEARNESS = 0.7

    def __init__(self, name: str, known: Iterable[str], note: str = "") -> None:
        self.name, self.known, self.note = name, tuple(known), note
        super().__init__(self.name, self.known, self.note)  # all, so that it can be pickled

    @property
    def near(self) -> list[str]:
        """The options that may have been meant."""
        return get_close_matches(self.name, self.known, 3, self.NEARNESS)

    def __str__(self) -> str:
        known = f"{f'{self.note}; ' if self.note else ''}there are: {', '.join(self.known)}"
        return f"unknown option {self.name!r}: {meant(self.name, self.known, known, self.NEARNESS)}"


class RoleError(RailgymError, ValueError):
    """An agent in a seat of another role than it plays."""


class DataError(OptionsError):
    """A user's board or map that has faults; the message lists all of them, each with its file and line."""

    def __init__(self, head: str, faults: Iterable[str] = ()) -> None:
        self.head, self.faults = head, tuple(faults)
        super().__init__(self.head, self.faults)  # both, so that it can be pickled

    def __str__(self) -> str:
        return "\n  ".join([self.head, *self.faults])

    def in_a_line(self, command: str = "") -> str:
        """One line: the first fault, the number of other faults, and ``command``, which lists all of them, if given."""
        first, *others = self.faults or (self.head,)
        more = f"and {len(others)} more, " if others else ""
        if command:
            return f"{first}; {more}see: {command}"
        return f"{first}; {more}shown when this one is fixed" if others else first


class ReplayError(RailgymError, ValueError):
    """A replay or save file that is damaged or was made for something else."""


class ArtifactError(RailgymError, ValueError):
    """A trained agent that was made for another game, version or set of options."""


class LibraryError(RailgymError, ImportError):
    """The compiled rules of a game are missing, damaged or built for another machine, or they cannot be built."""


class MissingExtraError(RailgymError, ImportError):
    """A feature whose optional packages are not installed."""

    def __init__(self, extra: str, package: str | None = None, where: str = "") -> None:
        what = f" ({package} is missing)" if package else ""
        super().__init__(
            f"this needs the extra {extra!r}{what}; install it{where} with: pip install 'railgym[{extra}]'"
        )
