"""Reads pictures: what tests ask of the SVG of any game."""

from xml.etree import ElementTree

from railgym.envs.core.picture import GOLD

__all__ = ["SVG", "count_stars"]

SVG = "{http://www.w3.org/2000/svg}"


def count_stars(part: ElementTree.Element) -> int:
    """How many stars of a winner there are in a part of a picture."""
    return sum(shape.get("fill") == GOLD for shape in part.iter(f"{SVG}polygon"))
