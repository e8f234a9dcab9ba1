"""Railways of the World in few words, and which actions are told first where there is no room for all of them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from railgym.envs.core.display import listed
from railgym.envs.railways_of_the_world.display.words import Words
from railgym.envs.railways_of_the_world.maps.links import near_pairs
from railgym.envs.railways_of_the_world.maps.model import COLORS
from railgym.envs.railways_of_the_world.params import GRAY
from railgym.envs.railways_of_the_world.state import NOBODY

if TYPE_CHECKING:
    from railgym.envs.core.reading import Reading

__all__ = ["board_lines", "rank_actions"]


def board_lines(words: Words, view: "Reading") -> list[str]:
    """The cities with their cubes by color, the markers, the hotels, the lines scored, and the links of others."""
    v = view.record[0]
    lines = ["cities by color, with their cubes:", *_cities(words, v)]
    marked = [city for city, marker in enumerate(v["empty_marker"]) if marker]
    hotels = [f"{words.city(city)} ({words.owner(o)})" for city, o in enumerate(v["hotel"]) if o != NOBODY]
    scored = [(line, words.line_owner(v, line)) for line in range(len(words.board.lines))]
    scored_words = [f"{words.line(line)} ({words.owner(o)})" for line, o in scored if o not in (NOBODY, view.viewer)]
    for label, things in (
        ("Empty City Markers", [words.city(city) for city in marked]),
        ("hotels", hotels),
        ("major lines scored by others", scored_words),
    ):
        lines += [f"{label}: {listed(things)}"] * bool(things)
    return [*lines, *_links_of_others(words, v, view.viewer)]


def _cities(words: Words, v: Any) -> Iterator[str]:
    for color, name in enumerate(COLORS):
        cities = [c for c, there in enumerate(words.board.cities) if there.in_play and v["color"][c] == color]
        told = [f"{words.city(c)}{_cubes(words, v, c)}" for c in cities if name != "gray" or v["cubes"][c].any()]
        if told:
            yield f"  {name}: {'; '.join(told)}"


def _cubes(words: Words, v: Any, city: int) -> str:
    return f" {words.cubes(v['cubes'][city])}" if v["cubes"][city].any() else ""


def _links_of_others(words: Words, v: Any, viewer: int) -> Iterator[str]:
    for owner in words.owners:
        links = [words.pair(a, b) for a, b, _ in words.links(v, owner) if owner != viewer]
        if links:
            yield f"links of {words.owner(owner)}: {', '.join(links)}"


def rank_actions(words: Words, view: "Reading") -> list[int]:
    """The legal actions: all but links and gray cities, then these beside own track, then by the cubes they serve."""
    v, table = view.record[0], view.game.actions
    joined = v["joined"][max(view.current_player, 0)]
    pairs = near_pairs(words.board)

    def rank(action: int) -> tuple[int, int, int]:
        block = table.block_of(action)
        if block.name == "link":
            a, b = pairs[action - block.start]
            return 1, not (joined[a] or joined[b]), -_wanted(v, a, b) - _wanted(v, b, a)
        if block.name == "urbanize":
            return 2, not joined[action - block.start], 0
        return 0, 0, 0

    return sorted(view.legal_actions, key=rank)


def _wanted(v: Any, city: int, goal: int) -> int:
    """How many cubes of a city have the color of another one."""
    return int(v["cubes"][city, v["color"][goal]]) if v["color"][goal] != GRAY else 0
