"""Draws a sequence of SVG pictures as pixels. Parts that stay from frame to frame are drawn once."""

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import groupby
from math import ceil, floor
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from railgym.envs.core.game import Array

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["Painter", "png"]

# The fonts of all pictures: the first one that is installed is used.
FONTS = "text { font-family: 'DejaVu Sans', 'Liberation Sans', 'Noto Sans', Arial, Helvetica, sans-serif }"
TAG = re.compile(r"""<(?P<end>/?)(?P<name>[a-z]\w*)(?P<attributes>(?:[^>'"]|'[^']*'|"[^"]*")*?)(?P<empty>/?)>""", re.I)
LABELS = re.compile(r"(\s+data-[\w-]+='[^']*')*")  # the attributes of a group that sets no style
UNSEEN = re.compile(r"<\w+ [^<>]*fill='none' stroke='none'[^<>]*/>")  # an area that can be clicked and is not drawn
DEFINITIONS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
CUT_OUT = re.compile(r"<svg x='([\d.-]+)' y='([\d.-]+)' width='([\d.]+)' height='([\d.]+)'")  # its box is known
ATTRIBUTE = re.compile(r"\s(width|height)='([\d.]+)'")
LONG = 20_000  # characters: a longer group is split into its elements, a longer element is a layer of its own
KEPT = 8  # frames for which an unused layer is kept: several seats may be drawn in turn
COARSE = 8  # pixels: the grid on which the box of a layer is found
LINE_OF_TEXT = 6000  # pixels that take as long to encode and decode as a line of text takes to draw


class Layer(NamedTuple):
    """The pixels of a part of the picture, and the position of its upper left corner in the picture."""

    image: "Image"
    x: int
    y: int


class Painter:
    """Draws the frames of one game as uint8 (height, width, 3) on white, ``scale`` times as large as the picture.

    A frame is split into the elements below the root, and below long groups without a style. Neighbours that appeared
    in the same frame form a layer. A layer is drawn when it is new, and kept as long as it is used. A frame that shares
    no element with those before is drawn in one piece. Copies and pickles start without layers.
    """

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale
        self._frame = 0
        self._elements: dict[str, tuple[int, int]] = {}  # the frames in which an element appeared and was last used
        self._layers: dict[str, tuple[Layer | None, int]] = {}  # a layer, and the frame in which it was last used

    def __reduce__(self) -> tuple[Any, ...]:
        return Painter, (self.scale,)

    def paint(self, svg: str) -> Array:
        """The pixels of the next frame; on antialiased edges they may differ from those of a single drawing."""
        from PIL import Image

        sheet = _Sheet(svg, self.scale)
        elements = list(sheet.elements())
        self._frame += 1
        for element in elements:
            self._elements[element] = self._elements.get(element, (self._frame, 0))[0], self._frame
        if all(self._elements[element][0] == self._frame for element in elements):
            return _pixels(sheet.whole())
        canvas = Image.new("RGBA", (sheet.width, sheet.height), "white")
        for text in self._runs(elements):
            layer = self._layers[text][0] if text in self._layers else sheet.layer(text)
            self._layers[text] = layer, self._frame
            if layer:
                canvas.alpha_composite(layer.image, (layer.x, layer.y))
        self._forget()
        return _pixels(canvas)

    def _runs(self, elements: list[str]) -> Iterator[str]:
        """The SVG texts of the layers, from the lowest to the highest."""

        def appeared(i: int) -> tuple[int, int, bool]:
            alone = i if len(elements[i]) > LONG else -1
            return self._elements[elements[i]][0], alone, bool(CUT_OUT.match(elements[i]))

        for _, run in groupby(range(len(elements)), appeared):
            yield "".join(elements[i] for i in run)

    def _forget(self) -> None:
        oldest = self._frame - KEPT
        self._elements = {key: frames for key, frames in self._elements.items() if frames[1] > oldest}
        self._layers = {key: layer for key, layer in self._layers.items() if layer[1] > oldest}


class _Sheet:
    """One SVG picture, split into its elements."""

    def __init__(self, svg: str, scale: float) -> None:
        root = TAG.search(svg)
        assert root is not None
        self.body = UNSEEN.sub("", svg[root.end() : svg.rindex("</svg>")])
        self.definitions = "".join(DEFINITIONS.findall(self.body))
        size = {name: float(value) for name, value in ATTRIBUTE.findall(root["attributes"])}
        self.scale, self.width, self.height = (
            scale,
            *(max(1, round(scale * size[side])) for side in ("width", "height")),
        )
        self.style = re.sub(r"\s(viewBox|width|height)='[^']*'", "", root["attributes"])

    def elements(self) -> Iterator[str]:
        """The elements that can be drawn one after the other, from the lowest to the highest."""
        return (element for element in _flat(self.body) if not element.startswith("<defs>"))

    def whole(self) -> "Image":
        """The whole picture, drawn at once."""
        return self._draw(self.body, (0, 0, self.width, self.height), 1, background="#ffffff")

    def layer(self, text: str) -> Layer | None:
        """The pixels of some elements, cropped to the box that they cover; None if they draw nothing."""
        body, everywhere = self.definitions * ("<use" in text) + text, (0, 0, self.width, self.height)
        if CUT_OUT.match(text):
            box = self._box_of(text)
            return Layer(self._draw(body, box, 1), box[0], box[1])
        twice = text.count("<text") * LINE_OF_TEXT < self.width * self.height  # it pays to find the box first
        drawn = self._draw(body, everywhere, COARSE if twice else 1)
        found = drawn.getchannel("A").getbbox()
        if found is None:
            return None
        if not twice:
            return Layer(drawn.crop(found), found[0], found[1])
        left, top, right, bottom = (COARSE * (edge + out) for edge, out in zip(found, (-1, -1, 1, 1), strict=True))
        box = max(left, 0), max(top, 0), min(right, self.width), min(bottom, self.height)
        return Layer(self._draw(body, box, 1), box[0], box[1])

    def _box_of(self, text: str) -> tuple[int, int, int, int]:
        """The pixels that elements with known boxes cover."""
        boxes = [[float(number) * self.scale for number in found.groups()] for found in _cut_outs(text)]
        left, top = (floor(min(box[i] for box in boxes)) for i in (0, 1))
        right, bottom = (ceil(max(box[i] + box[i + 2] for box in boxes)) for i in (0, 1))
        return max(left, 0), max(top, 0), min(right, self.width), min(bottom, self.height)

    def _draw(self, body: str, box: tuple[int, int, int, int], coarse: int, **options: str) -> "Image":
        """Draw a box of the picture, with a ``coarse``-th of its pixels in each direction."""
        from PIL import Image

        left, top, right, bottom = box
        wide, high = (-(-side // coarse) for side in (right - left, bottom - top))
        units = (edge / self.scale for edge in (left, top, wide * coarse, high * coarse))
        view = " ".join(f"{unit:.6g}" for unit in units)
        root = f"<svg viewBox='{view}' width='{wide}' height='{high}'{self.style}>"
        return Image.open(BytesIO(png(f"{root}{body}</svg>", **options))).convert("RGBA")


def _flat(body: str) -> Iterator[str]:
    """The elements of a picture's body; long groups without a style are split into their elements."""
    for element in _children(body):
        tag = TAG.match(element)
        assert tag is not None
        parts = len(element) > LONG or CUT_OUT.search(element, tag.end())
        if parts and tag["name"] == "g" and LABELS.fullmatch(tag["attributes"]):
            yield from _flat(element[tag.end() : -len("</g>")])
        else:
            yield element


def _cut_outs(text: str) -> Iterator[re.Match[str]]:
    """The beginnings of elements with known boxes."""
    return (found for element in _children(text) if (found := CUT_OUT.match(element)))


def _children(body: str) -> Iterable[str]:
    """The outermost elements of an SVG text, each with its content."""
    depth = start = 0
    for tag in TAG.finditer(body):
        if depth == 0:
            start = tag.start()
        depth += -1 if tag["end"] else 0 if tag["empty"] else 1
        if depth == 0:
            yield body[start : tag.end()]


def _pixels(image: "Image") -> Array:
    return np.array(image.convert("RGB"))


def png(svg: str, **options: Any) -> bytes:
    """An SVG picture as a PNG file; ``options`` are those of resvg."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, style_sheet=FONTS, **options))
