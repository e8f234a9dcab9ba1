"""The sheets: the turn, events, goods and cards on the table, and what every player has."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from railgym.envs.core.display import count, listed
from railgym.envs.core.picture import GOLD, ClickTargets
from railgym.envs.core.sheets import Item, Row, Sheet, row
from railgym.envs.crayon_rails.actions import LINES
from railgym.envs.crayon_rails.display.words import Words, events_in_force, range_left, to_spend
from railgym.envs.crayon_rails.rules import phases
from railgym.envs.crayon_rails.rules.cargo import capacity
from railgym.envs.crayon_rails.rules.segments import EXITS

if TYPE_CHECKING:
    from railgym.envs.core.reading import Reading
    from railgym.envs.crayon_rails.display import CrayonDisplay

__all__ = ["all_sheets"]


def all_sheets(display: "CrayonDisplay", view: "Reading") -> tuple[Sheet, ...]:
    """The table's sheet and the players'."""
    v, words, targets = view.record[0], display.words, ClickTargets(view)
    majors = f"{words.params['majors_needed']} of {words.params['num_majors']} major cities"
    goal = f"goal {int(v['goal'])} million and {majors}"
    sheets = [Sheet("Table", value=goal, rows=tuple(_table(words, v, targets)))]
    for p in range(len(words.names)):
        cash, rows = f"{int(v['scores'][p])} million", _player(words, v, p, targets.of(p))
        sheets.append(display.player_sheet(view, p, cash, rows, _status(v["players"][p])))
    return tuple(sheets)


def _status(seat: Any) -> str:
    """What is the matter with a player."""
    facts = [f"owes {int(seat['debt'])} million"] * bool(seat["debt"]) + ["loses the next turn"] * bool(
        seat["turns_lost"]
    )
    return ", ".join([*facts, *["has met the goal"] * bool(seat["goal_met"])])


# --- the table --------------------------------------------------------------------------------------------------------


def _table(words: Words, v: Any, targets: ClickTargets) -> Iterator[Row]:
    """What is left of the turn, the order of play, events in force, goods, and cards."""
    if not v["terminated"]:
        yield row(f"turn of {words.names[int(v['mover'])]}", *_turn(words, v))
    yield row("order of play", *(words.names[int(p)] for p in v["order"][: len(words.names)]))
    events = [
        Item(f"{title}, until {until}", words.effect(event, words.names[int(v["event_seat"][event])]))
        for event, title, until in events_in_force(words, v)
    ]
    yield row("events in force", *events)
    if v["struck_cities"]:
        yield row("cities on strike", *map(words.city, words.members(v["struck_cities"])))
    yield row("goods left", *_goods(words, v, targets))
    if words.params["pool"]:
        yield from _cards(words, v, v["players"][0], targets)
    used, first = int(v["pile"]["size"]), len(words.board.cards)
    drawn = sorted(int(card) - first for card in v["pile"]["cards"][:used] if card >= first)
    titles = f"events among these: {listed(words.board.events[event].title for event in drawn)}"
    yield row("cards", f"{int(v['deck']['size'])} in the deck", Item(f"{used} used", titles))


def _turn(words: Words, v: Any) -> Iterator[Item]:
    """What the mover still can do, and what they have done that binds them in the rest of the turn."""
    phase = int(v["phase"])
    if phase == phases.OPERATE:
        yield Item(f"{range_left(words, v)} left")
    elif phase in (phases.BUILD, phases.BUILD_FROM):
        yield Item(f"{to_spend(v)} million left to spend")
        yield Item(f"{count(EXITS - int(v['exits_in_turn']), 'segment')} out of major cities")
    else:
        yield Item(phases.PHASES[phase])
    for field, done in (("picked_up", "picked up here"), ("dropped", "dropped here")):
        if v[field]:
            yield Item(f"{done}: {listed(map(words.good, words.members(v[field])))}")
    paid = [name for p, name in enumerate(words.names) if int(v["fee_paid"]) >> p & 1]
    if paid:
        yield Item(f"fees paid to {listed(paid)}")


def _goods(words: Words, v: Any, targets: ClickTargets) -> Iterator[Item]:
    """The goods with their chips that are left, and where they are supplied."""
    for i, (good, chips) in enumerate(zip(words.board.goods, v["chips"], strict=False)):
        actions = targets.legal(targets.ids(i, "pick up", "drop"))
        yield Item(f"{good.name} {int(chips)}", f"from {words.cities(words.board.sources[i])}", actions=actions)


# --- the players ------------------------------------------------------------------------------------------------------


def _player(words: Words, v: Any, p: int, targets: ClickTargets) -> Iterator[Row]:
    """The train, what is aboard, the demand cards, and the track."""
    seat = v["players"][p]
    engine, carries = int(seat["engine"]), capacity(int(seat["engine"]))
    name = Item(words.engines[engine], f"carries {carries}", actions=targets.legal(targets.all_of("upgrade")))
    yield row("train", name, f"moves {words.params['speed'][engine]}", Item(*words.place(seat)))
    loads = [int(good) for good in seat["loads"] if good >= 0]
    aboard = (Item(words.good(good), "", GOLD, targets.legal(targets.ids(good, "drop"))) for good in loads)
    empty = Item("empty", actions=targets.legal(targets.all_of("pick up")))
    yield row("loads", *aboard, *[empty] * (carries - len(loads)))
    if not words.params["pool"]:
        yield from _cards(words, v, seat, targets)
    yield row("track", *_track(words, v, p))


def _cards(words: Words, v: Any, seat: Any, targets: ClickTargets) -> Iterator[Row]:
    """The demand cards of a hand, or of the pool."""
    for i, card in enumerate(words.hand(seat)):
        yield row(f"card {i + 1}", *_demands(words, v, seat, i, card, targets))


def _demands(words: Words, v: Any, seat: Any, place: int, card: int, targets: ClickTargets) -> Iterator[Item]:
    """The lines of a demand card. In a pool they tell who has locked them, otherwise whether the load is on board."""
    for line, told in enumerate(words.demands(card)):
        good = words.demand(card, line)[1]
        deliver, give = targets.ids(LINES * place + line, "deliver"), targets.ids(place, "give")
        holder, sources = words.locked_by(v, good), f"from {words.cities(words.board.sources[good])}"
        aboard = not words.params["pool"] and good in seat["loads"]
        yield Item(
            f"{told}, locked by {holder}" if holder else told,
            f"aboard, {sources}" if aboard else sources,
            GOLD if holder or aboard else "",
            targets.legal([*deliver, *give]),
        )


def _track(words: Words, v: Any, p: int) -> Iterator[Item]:
    """The track in numbers, and the cities that it joins."""
    seat, networks = v["players"][p], words.networks(v, p)
    if not networks:
        start = words.board.mileposts[int(seat["home_milepost"])].city if seat["home_milepost"] >= 0 else -1
        yield Item(f"none, to begin in {words.city(start)}" if start >= 0 else "none")
        return
    majors = words.majors(networks[0])
    others = [city for city in networks[0] if city not in majors]
    yield Item(count(len(words.track(v, p)), "segment"), f"{int(seat['spent_on_track'])} million spent")
    yield Item(f"{len(majors)} of {words.params['majors_needed']} major cities", words.cities(majors))
    yield Item(f"{len(others)} other {'city' if len(others) == 1 else 'cities'}", words.cities(others))
    apart = [words.cities(cities) for cities in networks[1:] if cities]
    if apart:
        yield Item(f"{count(len(apart), 'part')} apart", "; ".join(apart))
