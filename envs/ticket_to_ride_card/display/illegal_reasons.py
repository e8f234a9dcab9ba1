"""Why an action of the card game is not legal now, for every action in every phase.

The docstring of each function names the rules (RULES.md) that its messages state.
"""

from typing import Any

from railgym.envs.core.display import count
from railgym.envs.ticket_to_ride_card import actions
from railgym.envs.ticket_to_ride_card.actions import COLOUR_NAMES, KIND_NAMES, TRIPLES
from railgym.envs.ticket_to_ride_card.rules.phases import ACTION, LAY_NATURAL, LAY_WILD, SECOND_CARD, SETUP_TICKETS
from railgym.envs.ticket_to_ride_card.state import COLOURS, LOCO

__all__ = ["likely", "why_illegal"]


def likely(v: Any) -> list[int]:
    """The actions that the current player is likely to try, legal or not."""
    phase, hand = int(v["phase"]), v["players"][int(v["current_player"])]["hand"]
    if phase == ACTION:
        held = [actions.LAY + colour for colour in range(COLOURS) if hand[colour]]
        return [actions.DRAW_BLIND, actions.DRAW_TICKETS, *held]
    if phase == SECOND_CARD:
        clock = [actions.DRAW_CLOCK] if v["clock"] >= 0 else []
        return [actions.DRAW_BLIND, *([actions.FACE_UP + LOCO] if v["display"][LOCO] else []), *clock]
    if phase == LAY_NATURAL:
        return [actions.NATURALS + n - 1 for n in range(1, int(hand[v["lay_colour"]]) + 1)]
    if phase == LAY_WILD:
        return [actions.LOCOMOTIVES + n for n in range(int(hand[LOCO]) + 1)]
    return [actions.RETURN]


def why_illegal(params: Any, v: Any, action: int) -> str:
    """The rule that forbids an illegal action now, as a clause; ``v`` is the current player's view, one record."""
    if v["terminated"]:
        return "the game is over"
    if int(v["phase"]) == SETUP_TICKETS:
        return _at_setup(params, action)
    if action == actions.PASS:
        return _pass(v)
    if action < actions.DRAW_TICKETS:
        return _draw(params, v, action)
    if action == actions.DRAW_TICKETS:
        return _another_action(v) or "the ticket deck is empty"
    if action < actions.LAY:
        return "tickets are kept or returned only after they are drawn"
    if action < actions.NATURALS:
        return _another_action(v) or _lay(params, v, action - actions.LAY)
    if action < actions.LOCOMOTIVES:
        return _naturals(params, v, action - actions.NATURALS + 1)
    if action < actions.THREE:
        return _wilds(params, v, action - actions.LOCOMOTIVES)
    return _another_action(v) or _lay_three(params, v, TRIPLES[action - actions.THREE].tolist())


def _at_setup(params: Any, action: int) -> str:
    """Why an action is illegal while first tickets are chosen (TC-3.3; solo TC-3.11)."""
    if action != actions.RETURN:
        return "the first turn begins when all first tickets are chosen"
    if params["solo"]:
        return "a ticket with the highest value has to be kept"
    return "at least one of the first tickets has to be kept, and this is the last of them"


def _another_action(v: Any) -> str:
    """Why no other action may begin while the action of this turn is unfinished (TC-4.5; tickets TC-4.15); empty if it
    may."""
    phase = int(v["phase"])
    if phase == ACTION:
        return ""
    if phase == SECOND_CARD:
        return "a turn has one action, and this one is to draw train cards"
    if phase in (LAY_NATURAL, LAY_WILD):
        return f"a turn has one action, and this one is to lay {COLOUR_NAMES[v['lay_colour']]}"
    return "a turn has one action, and this one is to draw tickets: each is kept or returned"


def _pass(v: Any) -> str:
    """Why the player may not pass (TC-R11)."""
    if int(v["phase"]) == SECOND_CARD:
        return "the second card has to be drawn while there is one"
    return _another_action(v) or "a player passes only when no other action is legal"


# --- drawing train cards ----------------------------------------------------------------------------------------------


def _draw(params: Any, v: Any, action: int) -> str:
    """Why a train card cannot be drawn: there is none (TC-4.6), a face-up locomotive is no second card (TC-4.7, TC-R7),
    there is no station clock (TC-4.24), or no grey (TC-R1)."""
    if action == actions.DRAW_CLOCK and not params["solo"]:
        return "only the solo game has a station clock"
    kind = action - actions.FACE_UP
    if 0 <= kind < COLOURS and kind >= params["colours"]:
        return f"this edition has no {KIND_NAMES[kind]} cards"
    second = int(v["phase"]) == SECOND_CARD
    if int(v["phase"]) != ACTION and not second:
        return _another_action(v)
    if action == actions.DRAW_BLIND:
        return "the train deck is empty"
    lies_there = v["clock"] >= 0 if action == actions.DRAW_CLOCK else v["display"][kind] > 0
    if lies_there:
        return "a face-up locomotive counts as two cards, so it cannot be the second one"
    return (
        "no card lies beside the station clock" if action == actions.DRAW_CLOCK else f"no {KIND_NAMES[kind]} is face up"
    )


# --- laying train cards -----------------------------------------------------------------------------------------------


def _lay(params: Any, v: Any, colour: int) -> str:
    """Why a colour may not be laid (TC-4.10, TC-4.12, TC-4.14)."""
    if why := _no_card_to_lay(params, v, colour):
        return why
    hand = v["players"][int(v["current_player"])]["hand"]
    held = int(hand[colour]) + int(hand[LOCO])
    return f"{_least(params, v, colour)}, and {held} can be, locomotives included"


def _lay_three(params: Any, v: Any, colours: list[int]) -> str:
    """Why one card each of three colours may not be laid (TC-4.10, TC-4.12, TC-4.13)."""
    for colour in colours:
        if why := _no_card_to_lay(params, v, colour):
            return why
    shown = next(colour for colour in colours if _shown(params, v, colour))
    return f"one card does not outnumber the {_shown(params, v, shown)} {COLOUR_NAMES[shown]} of {_whom(params)}"


def _no_card_to_lay(params: Any, v: Any, colour: int) -> str:
    """Why no number of cards of a colour may be laid: there is no such colour (TC-R1), it is in the player's own
    railyard (TC-4.12), or none is in hand (TC-R9); empty if some number may."""
    seat, name = v["players"][int(v["current_player"])], COLOUR_NAMES[colour]
    if colour >= params["colours"]:
        return f"this edition has no {name} cards"
    if seat["yard"][colour] + seat["wild"][colour]:
        return f"{name} lies in your railyard, and cards cannot be added to a colour there"
    return "" if seat["hand"][colour] else f"no {name} card is in hand"


def _shown(params: Any, v: Any, colour: int) -> int:
    """The number of cards of a colour that have to be outnumbered, as in ``rules/lay_trains.py:cards_needed`` (TC-4.10;
    solo TC-7.2)."""
    if params["solo"]:
        return int(v["display"][colour]) + int(v["clock"] == colour)
    return max(int(seat["yard"][colour] + seat["wild"][colour]) for seat in _others(params, v))


def _others(params: Any, v: Any) -> list[Any]:
    """The records of the other players."""
    return [v["players"][p] for p in range(int(params["num_players"])) if p != v["current_player"]]


def _whom(params: Any) -> str:
    """The owner of the cards that have to be outnumbered (TC-4.10; solo TC-7.2)."""
    return "the draw area" if params["solo"] else "another player"


def _least(params: Any, v: Any, colour: int) -> str:
    """The fewest cards of a colour that can be laid, with the reason (TC-4.10, TC-4.14)."""
    shown, name = _shown(params, v, colour), COLOUR_NAMES[colour]
    if shown > 1:
        return f"{shown + 1} cards have to be laid to outnumber the {shown} {name} of {_whom(params)}"
    return f"two or more cards of {name} have to be laid"


def _naturals(params: Any, v: Any, n: int) -> str:
    """Why ``n`` cards of the colour may not be laid (TC-4.10, TC-4.14)."""
    if int(v["phase"]) == LAY_WILD:
        return f"the number of cards of the colour is chosen already: {int(v['lay_natural'])}"
    if int(v["phase"]) != LAY_NATURAL:
        return _another_action(v) or "the colour is chosen before the number of its cards"
    colour, hand = int(v["lay_colour"]), v["players"][int(v["current_player"])]["hand"]
    if n > hand[colour]:
        return f"the hand has {count(hand[colour], f'{COLOUR_NAMES[colour]} card')}"
    most, locomotives = n + int(hand[LOCO]), count(hand[LOCO], "locomotive")
    return f"with the {locomotives} in hand that makes {count(most, 'card')}; {_least(params, v, colour)}"


def _wilds(params: Any, v: Any, n: int) -> str:
    """Why ``n`` locomotives may not be laid (TC-4.10, TC-4.14)."""
    if int(v["phase"]) == LAY_NATURAL:
        return "the number of cards of the colour is chosen before the number of locomotives"
    if int(v["phase"]) != LAY_WILD:
        return _another_action(v) or "the colour is chosen before the number of locomotives"
    locomotives = int(v["players"][int(v["current_player"])]["hand"][LOCO])
    if n > locomotives:
        return f"the hand has {count(locomotives, 'locomotive')}"
    return f"that makes {count(n + int(v['lay_natural']), 'card')}; {_least(params, v, int(v['lay_colour']))}"
