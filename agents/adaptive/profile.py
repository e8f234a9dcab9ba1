"""What adaptive agents have recorded about the user of this machine: one small file in the user's data folder.

``profile.json`` lies in ``$XDG_DATA_HOME/railgym``, by default ``~/.local/share/railgym``.
"""

import os
from pathlib import Path
from typing import Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from railgym.agents.adaptive.skill import Skill
from railgym.envs.core.game import Game
from railgym.envs.core.replay import write_whole

__all__ = ["LAST", "Played", "Profile", "ProfileFile", "Record", "data_folder", "key_of"]

LAST = 20  # games of each kind that are remembered one by one


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Played(_Part):
    """One finished game."""

    date: str
    opponent: str
    level: float = Field(validation_alias=AliasChoices("level", "dial"))
    """The skill level that the game began with."""
    result: float
    """The person's share of the win."""


class Record(_Part):
    """What is known from one game with one choice of rule options."""

    game: str
    options: dict[str, Any]
    """Those that are not as by default."""
    strength: float
    """Mean and deviation of a bell curve, in log odds above the skill level at 0."""
    deviation: float = Field(gt=0)
    games: int = Field(default=0, ge=0)
    wins: float = Field(default=0.0, ge=0)
    last: tuple[Played, ...] = ()
    """The newest last."""
    seeds: tuple[int, ...] = ()
    """What the games that counted were dealt from: one that is taken up from a copy of its file counts once."""

    @property
    def skill(self) -> Skill:
        return Skill(self.strength, self.deviation)

    def after(self, skill: Skill, played: Played, seed: int) -> "Record":
        """The record with one more game, dealt from ``seed``."""
        return self.model_copy(
            update={
                "strength": skill.mean,
                "deviation": skill.deviation,
                "games": self.games + 1,
                "wins": self.wins + played.result,
                "last": (*self.last, played)[-LAST:],
                "seeds": tuple(dict.fromkeys((*self.seeds, seed))),
            }
        )


class Profile(_Part):
    """The whole file."""

    version: Literal[1] = 1
    on: bool = True
    """Whether agents adapt and results are recorded."""
    records: dict[str, Record] = {}


class ProfileFile:
    """Where the profile lies; without ``path`` in the person's data folder."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "profile.json"

    def load(self) -> tuple[Profile, str]:
        """The profile, a new one if there is none; and what there is to tell: a file that cannot be read is put aside
        under another name. Raises OSError where the disk does not let it."""
        try:
            return Profile.model_validate_json(self.path.read_bytes()), ""
        except FileNotFoundError:
            return Profile(), ""
        except ValidationError as error:
            first = error.errors()[0]
            reason = ": ".join([*map(str, first["loc"]), " ".join(first["msg"].split())])
            aside = self._free_name()
            self.path.replace(aside)
            told = f"not a profile of this version ({reason}); a new one begins, switched on"
            return Profile(), f"{self.path}: {told}; the old one is kept as {aside.name}"

    def save(self, profile: Profile) -> None:
        """Write the whole file, or nothing of it; raises OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, profile.model_dump_json(indent=1) + "\n")

    def _free_name(self) -> Path:
        names = (self.path.with_name(f"profile-unread-{number}.json") for number in range(1, 10_000))
        return next(name for name in names if not name.exists())


def key_of(game: Game) -> str:
    """What tells games apart between which a strength does not carry over: id and rule options."""
    return f"{game.id} {game.options.rules_hash}"


def data_folder() -> Path:
    """Where what belongs to a person is kept, by the XDG rules, which leave out a path that is not absolute."""
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (given if given.is_absolute() else Path.home() / ".local" / "share") / "railgym"
