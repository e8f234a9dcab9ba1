"""What the picture is made of: train cards, piles of them, and the ticket deck."""

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from railgym.envs.core.picture import ACCENT, INK, MUTED, PANEL, Box, number, rect, star, text
from railgym.envs.ticket_to_ride_card.actions import KIND_NAMES
from railgym.envs.ticket_to_ride_card.display.words import with_wilds
from railgym.envs.ticket_to_ride_card.state import LOCO

__all__ = [
    "BACK",
    "CARD",
    "FACES",
    "Pile",
    "definitions",
    "pile",
    "pile_row",
    "place",
    "single",
    "ticket_deck",
]

# Face and ink of each colour. Any two faces stay apart for people who see fewer colours (smallest CIE76 distance 17.9,
# simulated at full strength for all three kinds), and every card and circle bears its two letters besides.
FACES = (
    ("#2b2b2f", "#ffffff", "Bk"),
    ("#fdfcf8", INK, "Wh"),
    ("#14916a", "#ffffff", "Gn"),
    ("#f4dc3f", INK, "Ye"),
    ("#c22f2a", "#ffffff", "Rd"),
    ("#1f5fae", "#ffffff", "Bu"),
    ("#b184d1", INK, "Pu"),
    ("#ef8f1f", INK, "Or"),
    ("#a3a8ad", INK, "Gy"),
)
RAINBOW = (4, 7, 3, 2, 5, 6)
BACK = -1  # the kind of a card that is not known
CARD = (60, 84)
TICKET = (150, 72)


class Pile(NamedTuple):
    """Cards of one kind (BACK: unknown); ``wild`` of them are locomotives laid as that colour."""

    kind: int
    size: int
    wild: int = 0
    label: str = ""


# --- placing ------------------------------------------------------------------------------------------------


def place(x: float, y: float, scale: float, drawing: str, title: str = "") -> str:
    """A drawing moved and scaled; ``title`` is its tooltip, and its text for screen readers."""
    told = f"<title>{escape(title)}</title>" if title else ""
    size = "" if scale == 1 else f" scale({round(scale, 3):g})"
    return f"<g transform='translate({number(x)} {number(y)}){size}'>{told}{drawing}</g>"


# --- train cards ----------------------------------------------------------------------------------------------------


def definitions() -> str:
    """The cards, drawn once and used by number."""
    kinds = "".join(f"<g id='kind{kind}'>{_face(kind)}</g>" for kind in (BACK, *range(LOCO + 1)))
    return f"<defs>{kinds}<g id='ticketback'>{_road()}</g></defs>"


def _face(kind: int) -> str:
    w, h = CARD
    if kind == BACK:
        sleepers = "".join(rect(Box(17, 9 + 12 * i, 26, 4), "#7d8c97", radius=1) for i in range(6))
        rails = rect(Box(22, 4, 3, h - 8), "#c9d2d8", radius=1) + rect(Box(35, 4, 3, h - 8), "#c9d2d8", radius=1)
        return rect(Box(0, 0, w, h), "#33505f", INK, 7) + sleepers + rails
    if kind == LOCO:
        stripe = (h - 8) / len(RAINBOW)
        bands = "".join(
            rect(Box(4, 4 + i * stripe, w - 8, stripe + 0.3), FACES[c][0], radius=0) for i, c in enumerate(RAINBOW)
        )
        return rect(Box(0, 0, w, h), PANEL, INK, 7) + bands + star(30, 20, 13)
    fill, ink, mark = FACES[kind]
    frame = f"<rect x='4' y='4' width='{w - 8}' height='{h - 8}' rx='4' fill='none' stroke='{ink}' opacity='.35'/>"
    return rect(Box(0, 0, w, h), fill, INK, 7) + frame + text(30, 30, mark, 28, 52, ink, True, "middle")


def _wagon(kind: int) -> str:
    """The drawing on a single card: a boxcar, or an engine on a locomotive."""
    ink = INK if kind == LOCO else FACES[kind][1]
    wheels = "".join(f"<circle cx='{x}' cy='69' r='4.5'/>" for x in (19, 41))
    if kind == LOCO:
        body = "<path d='M10 64V52H30V42H28V39H50V42H48V64ZM14 52V42H20V52Z'/>"
        plate = rect(Box(6, 35, 48, 42), PANEL, radius=4)
        return f"{plate}<g fill='{ink}'>{body}{wheels}</g>"
    body = "<path d='M10 64V42H50V64ZM8 42L12 38H48L52 42Z'/>"
    door = f"<path d='M25 64V45H35V64Z' fill='{FACES[kind][0]}' opacity='.75'/>"
    return f"<g fill='{ink}'>{body}{wheels}</g>{door}"


def pile(item: Pile) -> str:
    """A pile of cards, slightly larger than one CARD, with its size in figures and its locomotives below."""
    under = "".join(f"<use href='#kind{item.kind}' x='{d}' y='-{d}'/>" for d in (4, 2)[3 - min(item.size, 3) :])
    card = f"{under}<use href='#kind{item.kind}'/>"
    hidden = item.kind in (BACK, LOCO)
    if not item.size:
        return f"<g opacity='.3'>{card}</g>"
    plate = rect(Box(9, 38, 42, 32), PANEL, INK, 5) if hidden else ""
    ink = INK if hidden else FACES[item.kind][1]
    figures = text(30, 65 if hidden else 59, str(item.size), 30, 38, ink, True, "middle")
    if not item.wild:
        return card + plate + figures
    band = rect(Box(5, 64, 50, 17), PANEL, INK, 8) + star(18, 72.5, 7)
    return card + figures + band + text(29, 78, f"x{item.wild}", 15, 24, INK, True)


def single(kind: int) -> str:
    """One card, face up."""
    return f"<use href='#kind{kind}'/>{_wagon(kind)}"


def _pile_title(item: Pile) -> str:
    if item.kind == BACK:
        return f"{item.label}: {item.size} unknown"
    return f"{item.label}: {with_wilds(item.size, item.wild, KIND_NAMES[item.kind])}"


def pile_row(box: Box, piles: Sequence[Pile]) -> str:
    """Piles side by side, as large as the box allows; the word "none" where there are none."""
    if not piles:
        return text(box.x, box.y + box.h / 2 + 5, "none", 14, box.w, MUTED)
    scale = min((box.h - 4) / (CARD[1] + 5), box.w / ((CARD[0] + 9) * len(piles)), 1.0)
    step, top = (CARD[0] + 9) * scale, box.y + (box.h - (CARD[1] - 5) * scale) / 2
    return "".join(place(box.x + i * step, top, scale, pile(p), _pile_title(p)) for i, p in enumerate(piles))


# --- tickets --------------------------------------------------------------------------------------------------------


def _road() -> str:
    w, h = TICKET
    road = f"<path d='M22 {h - 20}C60 8 90 {h} {w - 22} 18' fill='none' stroke='{ACCENT}' stroke-width='4'"
    ends = "".join(f"<circle cx='{x}' cy='{y}' r='6' fill='{ACCENT}'/>" for x, y in ((22, h - 20), (w - 22, 18)))
    return f"{rect(Box(0, 0, w, h), '#f3e3bf', INK)}{road} stroke-dasharray='9 6'/>{ends}"


def ticket_deck(count: int) -> str:
    """The ticket deck."""
    under = "".join(f"<use href='#ticketback' x='{d}' y='-{d}'/>" for d in (4, 2)[3 - min(count, 3) :])
    cards = f"{under}<use href='#ticketback'/>"
    if not count:
        return f"<g opacity='.3'>{cards}</g>"
    return cards + rect(Box(54, 20, 42, 32), PANEL, INK, 5) + text(75, 47, str(count), 30, 38, INK, True, "middle")
