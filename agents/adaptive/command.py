"""``railgym profile``: what adaptive agents know of you."""

from dataclasses import dataclass
from typing import Annotated, Literal

from rich.console import Console
from rich.table import Table
from rich.text import Text

from railgym.agents.adaptive.profile import Profile, ProfileFile, Record
from railgym.envs.core.command_line import Positional

__all__ = ["ProfileArgs", "main"]


@dataclass(frozen=True)
class ProfileArgs:
    """Show what adaptive agents know of you, forget it, or switch it off and on.

    They learn from every game that you alone play to its end against them, at the terminal or in the browser of the
    machine that serves. While the profile is off, they play at the middle skill level and nothing is recorded. For
    example:

      railgym profile show
      railgym profile reset
    """

    do: Annotated[Literal["show", "reset", "off", "on"], Positional()] = "show"
    """show it, forget all games, switch it off, or on again"""


def main(args: ProfileArgs) -> int:
    """Run the command; returns the exit code. Raises OSError where the file cannot be read or written."""
    file = ProfileFile()
    profile, note = file.load()
    if note:
        print(note)
    match args.do:
        case "show":
            _show(profile)
        case "reset":
            profile = Profile(on=profile.on)
            file.save(profile)
        case "off" | "on":
            profile = profile.model_copy(update={"on": args.do == "on"})
            file.save(profile)
    games = sum(record.games for record in profile.records.values())
    print(f"{file.path}: {'on' if profile.on else 'off'}, {games} game{'s' * (games != 1)}")
    return 0


def _show(profile: Profile) -> None:
    table = Table(
        "game", "options", "games", "won", "strength", "last skill levels and results", box=None, padding=(0, 2, 0, 0)
    )
    for record in profile.records.values():
        options = " ".join(f"{name}={value}" for name, value in record.options.items())
        strength = f"{record.strength:.1f} ± {record.deviation:.1f}"
        words = (record.game, options, str(record.games), f"{record.wins:g}", strength, _last(record))
        table.add_row(*map(Text, words))
    if profile.records:
        Console(highlight=False).print(table)


def _last(record: Record) -> str:
    """The newest games: the day, the skill level, and a win, a loss or a share of the win."""
    words = {0.0: "lost", 1.0: "won"}
    return ", ".join(f"{g.date[:10]} {g.level:.2f} {words.get(g.result, 'shared')}" for g in record.last[-3:])
