"""Night Mail in words: positions and events."""

from typing import Any

from railgym.envs.core.events import Event
from toy_game import event_kinds
from toy_game.actions import KIND_NAMES
from toy_game.rules.phases import PHASES

__all__ = ["describe", "event_sentence"]


def wagons(counts: Any) -> str:
    """Counts by kind in words."""
    return ", ".join(f"{int(n)} {KIND_NAMES[kind]}" for kind, n in enumerate(counts) if n) or "none"


def describe(view: Any, names: tuple[str, ...]) -> str:
    """The whole position, a line a fact; ``view`` is one record."""
    lines = [f"Turn {view['turn']}, {names[view['current']]} to decide: {PHASES[view['phase']]}."]
    lines.append(f"{view['deck']['size']} wagons in the deck, {view['pile']['size']} discarded.")
    for p, name in enumerate(names):
        seat = view["players"][p]
        hand = f" ({wagons(seat['hand'])})" if p == view["viewer"] or view["terminated"] else ""
        lines.append(f"{name}: {seat['hand_size']} wagons in hand{hand}; train: {wagons(seat['train'])}")
    return "\n".join(lines)


def event_sentence(event: Event, viewer: int, names: tuple[str, ...]) -> str:
    """One event as the viewer may know it."""
    who = names[event.player] if event.player >= 0 else "the deck"
    a = event.data[0]
    match event.kind:
        case event_kinds.LOADED:
            return f"{who} loads {KIND_NAMES[a]}"
        case event_kinds.SIGNAL:
            return f"{who} rolls {a}"
        case event_kinds.DERAILED:
            return f"{who} derails for the {'first' if a == 1 else 'second'} time"
        case event_kinds.OUT:
            return f"{who} is out"
        case event_kinds.LOOKED:
            return f"{who} looks at {KIND_NAMES[a] if event.seen_by(viewer) else 'the top wagon'}"
        case event_kinds.KEPT:
            return f"{who} keeps it"
        case event_kinds.PUT_UNDER:
            return f"{who} puts it under"
        case event_kinds.RESHUFFLED:
            return f"{who} is shuffled: {a} wagons"
        case event_kinds.PASSED:
            return f"{who} passes"
        case event_kinds.ARRIVED:
            return f"{who} ends with {a} points"
    raise ValueError(f"no words for event kind {event.kind}")
