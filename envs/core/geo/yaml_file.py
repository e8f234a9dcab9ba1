"""Reading a YAML file into a pydantic model: every fault is collected with its line, to be reported at once."""

from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel
from yaml.reader import ReaderError

from railgym.envs.core.data_files import Faults, fit

__all__ = ["YamlFile", "read_value"]

Model = TypeVar("Model", bound=BaseModel)
MAX_BYTES = 1_000_000

# What PyYAML's complaints mean, by how they begin or what they were about, and what to do.
PLAIN = {
    "mapping values are not": "a key where none can be: check how the line is indented; words with ': ' need quotes",
    "found character '\\t'": "a tab: indent with spaces",
    "found character": "a word that begins with a special character: put it in quotation marks",
    "expected alphabetic": "a word that begins with & or *: put it in quotation marks",
    "expected ',' or": "a bracket that is not closed, or a comma left out: mend it here or above",
    "while parsing a flow": "a bracket that is not closed, or a comma left out: mend it here or above",
    "expected the node content": "a bracket or comma where a value should be: remove it",
    "expected '<document start>'": "a bracket too many: remove it",
    "found unexpected end": "a quotation mark that is not closed: close it",
    "could not find expected": "a key without a colon after it: write key: value",
    "expected <block end>": "it does not fit the lines above: check how it is indented, its brackets and its quotes",
    "sequence entries are not": "a list item behind a key: begin it on a line of its own",
    "found unknown escape": "a backslash in double quotation marks: use single ones",
    "while scanning a block": "words behind | or >: begin them on the next line",
    "could not determine": "a tag (!): leave it out",
    "expected a single": "a second document (---): keep one of them",
    "found unhashable": "a list or a mapping in place of a key: write a word",
    "no such value": "no number or date that there is: mend it, or put it in quotation marks",
}


class _Loader(yaml.SafeLoader):
    """Tells of numbers and dates that there are none of as of other faults."""

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        """The value of a node."""
        try:
            return super().construct_object(node, deep)
        except ValueError:
            raise yaml.MarkedYAMLError(problem="no such value", problem_mark=node.start_mark) from None


def read_value(text: str) -> Any:
    """The value that a text has in YAML; raises ValueError that says what is wrong with it. Aliases are refused: a few
    of them in each other make a value that fills any memory as soon as it is written out."""
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=yaml.SafeLoader)):
            raise ValueError("an alias (*): write the value out")
        return yaml.load(text, Loader=_Loader)
    except (yaml.YAMLError, RecursionError) as error:
        raise ValueError(_plain(error)) from None


def _plain(error: Exception) -> str:
    """What PyYAML complains of, and what to do."""
    if isinstance(error, RecursionError):
        return "too many brackets in each other: write it with fewer"
    if isinstance(error, ReaderError):
        return f"the character {chr(error.character)!r} cannot stand there: remove it"
    told = [str(getattr(error, name, "")) for name in ("problem", "context")]
    found = (words for begin, words in PLAIN.items() for text in told if text.startswith(begin))
    return next(found, "it is not written as YAML: put words with special characters in quotation marks")


def _line(thing: yaml.Event | yaml.Node) -> int:
    return thing.start_mark.line + 1 if thing.start_mark else 1


class YamlFile:
    """The content of a YAML file, and on which line each of its values stands."""

    def __init__(self, file: Path, faults: Faults) -> None:
        self.name, self.faults = file.name, faults
        self.value: Any = None
        self._lines: dict[tuple[str, ...], int] = {(): 1}
        text = self._text(file)
        if text is None:
            return
        try:
            for event in yaml.parse(text, Loader=yaml.SafeLoader):
                if isinstance(event, yaml.AliasEvent):
                    faults.add(self.name, _line(event), "an alias (*): write the value out")
                    return
            self._note(yaml.compose(text, Loader=yaml.SafeLoader), ())
            self.value = yaml.load(text, Loader=_Loader)
        except (yaml.YAMLError, RecursionError) as error:
            mark = getattr(error, "problem_mark", None)
            line = mark.line + 1 if mark else 0
            if isinstance(error, ReaderError):
                line = text.count("\n", 0, error.position) + 1
            faults.add(self.name, line, f"no YAML: {_plain(error)}")

    def _text(self, file: Path) -> str | None:
        try:
            if file.stat().st_size > MAX_BYTES:
                self.faults.add(self.name, 0, f"larger than {MAX_BYTES:,} bytes: draw the lines with fewer points")
                return None
            return file.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            self.faults.add(self.name, 0, "the file is missing")
        except UnicodeDecodeError:
            self.faults.add(self.name, 0, "the file is not in UTF-8: save it in that encoding")
        return None

    def _note(self, node: yaml.Node | None, where: tuple[str, ...]) -> None:
        """Note the lines of a node and of all that is in it; names that are there twice are faults."""
        if node is None:
            return
        self._lines.setdefault(where, _line(node))
        if isinstance(node, yaml.SequenceNode):
            for i, child in enumerate(node.value):
                self._note(child, (*where, str(i)))
        elif isinstance(node, yaml.MappingNode):
            for key, child in node.value:
                name = (*where, str(key.value))
                line = _line(key)
                if name in self._lines:
                    key_at = ".".join(name)
                    text = f"{key_at} is given twice, first in line {self._lines[name]}: rename or remove one"
                    self.faults.add(self.name, line, text)
                self._lines.setdefault(name, line)
                self._note(child, name)

    def line(self, *where: str | int) -> int:
        """The line of a value, or of what it would be in."""
        names = tuple(map(str, where))
        while names not in self._lines:
            names = names[:-1]
        return self._lines[names]

    def add(self, text: str, *where: str | int) -> None:
        """Note a fault of a value; the text begins with what it is called."""
        self.faults.add(self.name, self.line(*where), text)

    def read(self, model: type[Model]) -> Model | None:
        """The content as a model; None if it does not fit, and then the faults are noted."""
        if self.faults.are_in(self.name):
            return None
        return fit(model, self.value, lambda where, text: self.add(text, *where))
