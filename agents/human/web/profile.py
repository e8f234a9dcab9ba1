"""The profile page: the finished games of a player, by game and by opponent, and what adaptive agents know of them.

A player is known by the name that they gave at the tables of this server. The record of adaptive agents belongs to the
person at the server's machine (:mod:`railgym.agents.adaptive.profile`), so it is shown to them alone.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from railgym.agents.adaptive.profile import ProfileFile, Record
from railgym.agents.human.names import PERSON
from railgym.agents.human.web.store import Store
from railgym.envs.catalog import GAMES

__all__ = ["adaptive_record", "games_of_player"]

LATEST = 20  # games of each kind that are listed
Row = dict[str, Any]


def games_of_player(store: Store, name: str) -> list[Row]:
    """The finished games of the person of that name, by game: ``title``, ``played``, ``won`` (the sum of their shares
    of the win), ``opponents`` (each with ``played`` and ``won``) and the ``last`` games, the newest first."""
    found = defaultdict(list)
    for row in store.finished():
        for seat, (other, is_person) in enumerate(zip(row["names"], row["people"], strict=True)):
            if is_person and other != PERSON and other.casefold() == name.casefold():
                found[row["game"]].append((seat, row))
    return [_of_game(id, found[id]) for id in GAMES if id in found]


def _of_game(id: str, played: list[tuple[int, Row]]) -> Row:
    against = defaultdict(list)
    for seat, row in played:
        for opponent in {other for number, other in enumerate(row["names"]) if number != seat}:
            against[opponent].append((seat, row))
    opponents = [{"name": name, **_rates(games)} for name, games in against.items()]
    last = [
        {"id": row["id"], "date": row["date"], "won": row["won"][seat], "names": row["names"]}
        for seat, row in played[:LATEST]
    ]
    return {
        "title": GAMES[id].title,
        **_rates(played),
        "opponents": sorted(opponents, key=lambda row: -row["played"]),
        "last": last,
    }


def _rates(played: Iterable[tuple[int, Row]]) -> Row:
    won = [row["won"][seat] for seat, row in played]
    return {"played": len(won), "won": sum(won)}


def adaptive_record() -> Row:
    """What adaptive agents have recorded about the person at this machine: whether they learn (``on``), and for each
    game and choice of options the number of games and wins, and the level and result of the last ones, the oldest
    first. Raises OSError."""
    profile, note = ProfileFile().load()
    return {"on": profile.on, "note": note, "records": [_record(record) for record in profile.records.values()]}


def _record(record: Record) -> Row:
    title = GAMES[record.game].title if record.game in GAMES else record.game
    options = [f"{name.replace('_', ' ')} {value}" for name, value in record.options.items()]
    last = [played.model_dump() for played in record.last]
    return {"title": title, "options": options, "games": record.games, "wins": record.wins, "last": last}
