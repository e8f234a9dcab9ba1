"""Markdown as HTML, as far as the texts for players use it: headings, paragraphs, lists, tables, code and links."""

import re
from collections.abc import Callable, Iterator
from html import escape

from railgym.envs.guide import TAG

__all__ = ["inline", "to_html"]

ITEM = re.compile(r"( *)(-|\d+\.) (.*)")
LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")
IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")


def inline(text: str, tag_link: Callable[[str], str] = lambda tag: f"#{tag}") -> str:
    """A piece of text with its emphasis, code, and links from the tags of rules to ``tag_link(tag)``. Other links go
    to files of the repository, so that their words remain."""
    text = escape(LINK.sub(r"\1", text), quote=False)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"\*(.+?)\*", r"<em>\1</em>", text)
    return TAG.sub(lambda found: f'<a class="tag" href="{tag_link(found[0])}">{found[0]}</a>', text)


def to_html(markdown: str, level: int = 1, tag_link: Callable[[str], str] = lambda tag: f"#{tag}") -> str:
    """A text as HTML; its first level of headings becomes ``level``."""
    return "\n".join(_Page(level, tag_link).blocks(markdown))


class _Page:
    def __init__(self, level: int, tag_link: Callable[[str], str]) -> None:
        self.level, self.tag_link = level, tag_link

    def blocks(self, markdown: str) -> Iterator[str]:
        for block in re.split(r"\n\s*\n", IMAGE.sub("", markdown).strip()):
            lines = block.splitlines()
            if block.startswith("```"):
                yield f"<pre>{escape(chr(10).join(lines[1:-1]))}</pre>"
            elif block.startswith("#"):
                yield self._heading(lines[0])
            elif block.startswith("|"):
                yield self._table(lines)
            elif ITEM.match(block):
                yield self._list(lines)
            elif block:
                yield f"<p>{self._inline(block)}</p>"

    def _inline(self, text: str) -> str:
        return inline(" ".join(text.split()), self.tag_link)

    def _heading(self, line: str) -> str:
        marks, _, words = line.partition(" ")
        level = min(6, self.level + len(marks) - 1)
        return f"<h{level}>{self._inline(words)}</h{level}>"

    def _table(self, lines: list[str]) -> str:
        head, _, *rows = [[self._inline(cell) for cell in line.strip().strip("|").split("|")] for line in lines]
        cells = "".join(f"<th>{cell}</th>" for cell in head)
        body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
        return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"

    def _list(self, lines: list[str]) -> str:
        """A list, whose items may hold lists that are indented further."""
        first = ITEM.match(lines[0])
        assert first
        items: list[tuple[list[str], list[str]]] = []  # the words and the inner lines of each item
        for line in lines:
            item = ITEM.match(line)
            if item and len(item[1]) == len(first[1]):
                items.append(([item[3]], []))
            elif item or items[-1][1]:
                items[-1][1].append(line)
            else:
                items[-1][0].append(line)
        kind = "ul" if first[2] == "-" else "ol"
        inner = (self._inline(" ".join(words)) + (self._list(more) if more else "") for words, more in items)
        return f"<{kind}>{''.join(f'<li>{words}</li>' for words in inner)}</{kind}>"
