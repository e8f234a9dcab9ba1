"""What happened, as sentences."""

from railgym.envs.core.events import Event
from railgym.envs.core.header import PUBLIC
from railgym.envs.railways_of_the_world import log
from railgym.envs.railways_of_the_world.names import UNIVERSAL_BARONS
from railgym.envs.railways_of_the_world.words_names import Words, count, money

__all__ = ["event_sentence"]


def event_sentence(words: Words, event: Event, viewer: int = PUBLIC) -> str:
    """One event as the viewer may know it: only barons that are kept are hidden."""
    if log.INSURED <= event.kind <= log.PUSHED:
        return _of_the_railbot(words, event)
    who = words.names[event.player] if event.player >= 0 else "the Railbot"
    a, b, c, d = event.data
    match event.kind:
        case log.KEPT:
            return f"{who} keeps a baron" + (f": {words.baron(a)}" if event.seen_by(viewer) else "")
        case log.BID:
            return f"{who} bids {money(a)}"
        case log.DROPPED_OUT:
            return f"{who} drops out of the auction"
        case log.WON_AUCTION:
            return f"{who} pays {money(a)} and goes first"
        case log.PASSED:
            return f"{who} passes"
        case log.BONDS:
            return f"{who} takes {count(a, 'bond')} for {money(5 * a)}"
        case log.INCOME:
            return f"{who} {_income(a)}"
        case log.POINTS:
            return f"{who} {'gains' if a >= 0 else 'loses'} {count(abs(a), 'point')} for {log.REASONS[b]}"
        case log.LAID:
            return f"{who} lays a tile {_place(words, a)} for {money(d)}"
        case log.LINKED:
            return f"{who} finishes the link {words.pair(a, b)}, {count(c, 'tile')}"
        case log.REMOVED:
            return f"{who} loses {count(a, 'tile')} of track that was not finished"
        case log.UPGRADED:
            return f"{who} upgrades the engine to level {a} for {money(b)}"
    return _of_cities(words, event, who)


def _of_cities(words: Words, event: Event, who: str) -> str:
    """Cities, cubes and cards, and the end."""
    a, b, c, d = event.data
    match event.kind:
        case log.URBANIZED:
            return f"{who} makes {words.city(a)} a {words.color(b)} city"
        case log.GREW:
            return f"{who} lets {words.city(a)} grow by {count(b, 'cube')}"
        case log.CUBE:
            return f"a {words.color(b)} cube comes to {words.city(a)}"
        case log.TOOK:
            return f"{who} takes a card: {words.card(a)}"
        case log.WESTERN:
            return f"{who} builds the western link of {words.city(a)} for $30,000"
        case log.DELIVERED:
            way = f"from {words.city(b)} to {words.city(c)} over {count(d, 'link')}"
            return f"{who} delivers a {words.color(a)} cube {way}"
        case log.EMPTIED:
            return f"{words.city(a)} gets an Empty City Marker"
        case log.FILLED:
            return f"{words.city(a)} loses its Empty City Marker"
        case log.LINE:
            return f"{who} completes the major line {words.line(a)}"
        case log.ADDED:
            return f"a card comes on display: {words.card(a)}"
        case log.LAST_TURN:
            return f"the game will end with turn {a}"
        case log.REVEALED:
            return f"{who} reveals the baron for {UNIVERSAL_BARONS[a]}: {count(b, 'point')}"
        case log.WON:
            return f"{who} wins with {count(a, 'point')}" if event.player >= 0 else _lost(words, a)
    raise ValueError(f"no words for event kind {event.kind}")


def _of_the_railbot(words: Words, event: Event) -> str:
    """What the Railbot does, and what is done against it."""
    who = words.names[event.player] if event.player >= 0 else "the Railbot"
    a, b, c, _ = event.data
    match event.kind:
        case log.INSURED:
            return f"{who} puts the Insurance token on a card of the row: {words.bot_card(a)}"
        case log.FLIPPED:
            return f"the Railbot reveals a card: {words.bot_card(a)}"
        case log.RESOLVED:
            place = f"card {b + 1} of the row: {words.bot_card(a)}"
            return f"Insurance keeps the Railbot from resolving {place}" if c else f"the Railbot resolves {place}"
        case log.TOOK_CUBE:
            return f"the Railbot takes a {words.color(b)} cube of {words.city(a)}"
        case log.EXHAUSTED:
            return f"the Railbot exhausts a {words.color(b)} cube of {words.city(a)}"
        case log.DEADHEAD:
            return f"the display holds {count(a, 'card')} from now on"
        case log.TAXED:
            return f"{who} has to pay {money(a)} in tax"
        case log.BOT_LINE:
            return f"the Railbot claims the major line {words.line(a)}"
        case log.DUEL:
            return f"{who} claims {words.duel(a)} for {count(b, 'point')}"
        case log.BOT_DUEL:
            return f"the Railbot claims {words.duel(a)}"
    return f"a card is pushed off the display: {words.card(a)}"


def _place(words: Words, hex: int) -> str:
    """Where a hex lies: by its terrain and the nearest city."""
    return f"{words.terrain(hex)} near {words.city(words.nearest(hex))}"


def _income(net: int) -> str:
    if net < 0:
        return f"pays {money(-net)} for bonds, beyond the income"
    return f"gets {money(net)} of income" if net else "gets no income"


def _lost(words: Words, points: int) -> str:
    target = count(words.params["target"], "point")
    return f"the Railbot wins: {words.names[0]} has {count(points, 'point')}, not {target}"
