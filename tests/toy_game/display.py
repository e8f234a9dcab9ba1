"""Night Mail in words: positions and events."""

from typing import Any

from railgym.envs.core.display import Display
from railgym.envs.core.events import Event
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.reading import Reading
from toy_game import event_kinds
from toy_game.actions import KIND_NAMES

__all__ = ["NightMailDisplay"]


class NightMailDisplay(Display):
    """The words of Night Mail, which has no board."""

    def describe(self, view: Reading) -> str:
        v = view.record[0]
        lines = [f"Turn {view.turn}, {self.names[v['current']]} to decide: {view.phase}."]
        lines.append(f"{v['deck']['size']} wagons in the deck, {v['pile']['size']} discarded.")
        for player, (name, seat) in enumerate(zip(self.names, v["players"])):
            hand = f" ({wagons(seat['hand'])})" if player == view.viewer or view.is_over else ""
            lines.append(f"{name}: {seat['hand_size']} wagons in hand{hand}; train: {wagons(seat['train'])}")
        return "\n".join(lines)

    def event_words(self, event: Event, viewer: int = PUBLIC) -> str:
        who = self.names[event.player] if event.player >= 0 else "the deck"
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

    def svg(self, view: Reading) -> str:
        lines = self.describe(view).splitlines()
        text = "".join(f"<text x='8' y='{20 + 18 * i}'>{line}</text>" for i, line in enumerate(lines))
        return f"<svg xmlns='http://www.w3.org/2000/svg' width='640' height='{30 + 18 * len(lines)}'>{text}</svg>"


def wagons(counts: Any) -> str:
    """Counts by kind in words."""
    return ", ".join(f"{int(n)} {KIND_NAMES[kind]}" for kind, n in enumerate(counts) if n) or "none"
