"""Requests of the map editor, and what its answers hold."""

from typing import Any

from web_server import Server

__all__ = ["Json", "cells", "free_place", "number_of_places", "post", "rows"]

Json = dict[str, Any]


def post(server: Server, path: str, *edits: Json, **wish: Any) -> Json:
    """The answer to some edits of a map."""
    answer: Json = server.http.post(f"/api/maps/{path}", json={"edits": list(edits)} | wish).json()
    return answer


def cells(file: str, index: int, **values: str) -> Json:
    """The edit that sets cells of a row."""
    return {"do": "cells", "file": file, "index": index, "cells": values}


def rows(shown: Json, file: str) -> list[dict[str, str]]:
    """The rows of a table as the page shows them."""
    return next(form["rows"] for form in shown["forms"] if form["file"] == file)


def number_of_places(shown: Json) -> int:
    return sum("terrain" in place for place in shown["grid"]["places"])


def free_place(shown: Json) -> Json:
    """The first place with nothing but open ground."""
    places = shown["grid"]["places"]
    return next(place for place in places if place.get("terrain") in ("clear", "open") and not place["city"])
