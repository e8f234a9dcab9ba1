"""What happened, as sentences."""

from railgym.envs.core.display import count
from railgym.envs.core.events import Event
from railgym.envs.core.header import PUBLIC
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.display.words_names import ORDINALS, Words, money
from railgym.envs.railways_of_the_world.names import UNIVERSAL_BARONS

__all__ = ["event_sentence"]


def event_sentence(words: Words, event: Event, viewer: int = PUBLIC) -> str:
    """One event as the viewer may know it: only barons that are kept are hidden."""
    if event_kinds.INSURED <= event.kind <= event_kinds.PUSHED:
        return _of_the_railbot(words, event)
    who = words.names[event.player] if event.player >= 0 else "the Railbot"
    a, b, c, d = event.data
    match event.kind:
        case event_kinds.KEPT:
            return f"{who} keeps a baron" + (f": {words.baron(a)}" if event.seen_by(viewer) else "")
        case event_kinds.BID:
            return f"{who} bids {money(a)}"
        case event_kinds.DROPPED_OUT:
            return f"{who} drops out of the auction{_terms(a, b)}"
        case event_kinds.WON_AUCTION:
            return f"{who} pays {money(a)} and goes first"
        case event_kinds.PLACED:
            return f"{who} goes {ORDINALS[a - 1]}"
        case event_kinds.PASSED:
            return f"{who} passes"
        case event_kinds.BONDS:
            return f"{who} takes {count(a, 'bond')} for {money(5 * a)}"
        case event_kinds.INCOME:
            return f"{who} {_income(a)}"
        case event_kinds.POINTS:
            return f"{who} {'gains' if a >= 0 else 'loses'} {count(abs(a), 'point')} for {event_kinds.REASONS[b]}"
        case event_kinds.LAID:
            return f"{who} lays a tile {_place(words, a)} for {money(d)}"
        case event_kinds.LINKED:
            return f"{who} finishes the link {words.pair(a, b)}, {count(c, 'tile')}"
        case event_kinds.REMOVED:
            return f"{who} loses {count(a, 'tile')} of track that was not finished"
        case event_kinds.UPGRADED:
            return f"{who} upgrades the engine to level {a} for {money(b)}"
    return _of_cities(words, event, who)


def _of_cities(words: Words, event: Event, who: str) -> str:
    """Cities, cubes and cards, and the end."""
    a, b, c, d = event.data
    match event.kind:
        case event_kinds.URBANIZED:
            return f"{who} makes {words.city(a)} a {words.color(b)} city"
        case event_kinds.GREW:
            return f"{who} lets {words.city(a)} grow by {count(b, 'cube')}"
        case event_kinds.CUBE:
            return f"a {words.color(b)} cube comes to {words.city(a)}"
        case event_kinds.TOOK:
            return f"{who} takes a card: {words.card(a)}"
        case event_kinds.WESTERN:
            return f"{who} builds the western link of {words.city(a)} for $30,000"
        case event_kinds.DELIVERED:
            way = f"from {words.city(b)} to {words.city(c)} over {count(d, 'link')}"
            return f"{who} delivers a {words.color(a)} cube {way}"
        case event_kinds.EMPTIED:
            return f"{words.city(a)} gets an Empty City Marker"
        case event_kinds.FILLED:
            return f"{words.city(a)} loses its Empty City Marker"
        case event_kinds.LINE:
            return f"{who} completes the major line {words.line(a)}"
        case event_kinds.ADDED:
            return f"a card comes on display: {words.card(a)}"
        case event_kinds.LAST_TURN:
            return f"the game will end with turn {a}"
        case event_kinds.REVEALED:
            return f"{who} reveals the baron for {UNIVERSAL_BARONS[a]}: {count(b, 'point')}"
        case event_kinds.WON:
            return f"{who} wins with {count(a, 'point')}" if event.player >= 0 else _lost(words, a)
    raise ValueError(f"no words for event kind {event.kind}")


def _of_the_railbot(words: Words, event: Event) -> str:
    """What the Railbot does, and what is done against it."""
    who = words.names[event.player] if event.player >= 0 else "the Railbot"
    a, b, c, _ = event.data
    match event.kind:
        case event_kinds.INSURED:
            return f"{who} puts the Insurance token on a card of the row: {words.bot_card(a)}"
        case event_kinds.FLIPPED:
            return f"the Railbot reveals a card: {words.bot_card(a)}"
        case event_kinds.RESOLVED:
            place = f"card {b + 1} of the row: {words.bot_card(a)}"
            return f"Insurance keeps the Railbot from resolving {place}" if c else f"the Railbot resolves {place}"
        case event_kinds.TOOK_CUBE:
            return f"the Railbot takes a {words.color(b)} cube of {words.city(a)}"
        case event_kinds.EXHAUSTED:
            return f"the Railbot exhausts a {words.color(b)} cube of {words.city(a)}"
        case event_kinds.DEADHEAD:
            return f"the display holds {count(a, 'card')} from now on"
        case event_kinds.TAXED:
            return f"{who} has to pay {money(a)} in tax"
        case event_kinds.BOT_LINE:
            return f"the Railbot claims the major line {words.line(a)}"
        case event_kinds.DUEL:
            return f"{who} claims {words.duel(a)} for {count(b, 'point')}"
        case event_kinds.BOT_DUEL:
            return f"the Railbot claims {words.duel(a)}"
    return f"a card is pushed off the display: {words.card(a)}"


def _place(words: Words, hex: int) -> str:
    """Where a hex lies: by its terrain and the nearest city."""
    return f"{words.terrain(hex)} near {words.city(words.nearest(hex))}"


def _terms(price: int, place: int) -> str:
    """The price that a player paid for passing and their place, as words; "" without a place."""
    paid = f", pays {money(price)}" if price else ""
    return f"{paid} and goes {ORDINALS[place - 1]}" if place else ""


def _income(net: int) -> str:
    if net < 0:
        return f"pays {money(-net)} for bonds, beyond the income"
    return f"gets {money(net)} of income" if net else "gets no income"


def _lost(words: Words, points: int) -> str:
    target = count(words.params["target"], "point")
    return f"the Railbot wins: {words.names[0]} has {count(points, 'point')}, not {target}"
