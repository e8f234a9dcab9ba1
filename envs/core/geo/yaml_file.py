"""Reading a YAML file into a pydantic model: every fault is collected with its line, to be reported at once."""

from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel

from railgym.envs.core.data_files import Faults, Where, fit

__all__ = ["YamlFile"]

Model = TypeVar("Model", bound=BaseModel)
MAX_BYTES = 1_000_000


def _line(thing: yaml.Event | yaml.Node) -> int:
    return thing.start_mark.line + 1 if thing.start_mark else 1


class YamlFile:
    """The content of a YAML file, and on which line each of its values stands."""

    def __init__(self, file: Path, faults: Faults) -> None:
        self.name, self.faults = file.name, faults
        self.value: Any = None
        self._lines: dict[Where, int] = {(): 1}
        text = self._text(file)
        if text is None:
            return
        try:
            for event in yaml.parse(text, Loader=yaml.SafeLoader):
                if isinstance(event, yaml.AliasEvent):
                    faults.add(self.name, _line(event), "an alias (*): write the value out")
                    return
            self._note(yaml.compose(text, Loader=yaml.SafeLoader), ())
            self.value = yaml.safe_load(text)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            problem = getattr(error, "problem", None) or "unreadable"
            faults.add(self.name, mark.line + 1 if mark else 0, f"no YAML ({problem}): mend it there or just above")
        except (ValueError, RecursionError) as error:
            faults.add(self.name, 0, f"no YAML ({str(error).splitlines()[0]}): mend it")

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

    def _note(self, node: yaml.Node | None, where: Where) -> None:
        """Note the lines of a node and of all that is in it; names that are there twice are faults."""
        if node is None:
            return
        self._lines.setdefault(where, _line(node))
        if isinstance(node, yaml.SequenceNode):
            for i, child in enumerate(node.value):
                self._note(child, (*where, i))
        elif isinstance(node, yaml.MappingNode):
            for key, child in node.value:
                name = (*where, str(key.value))
                line = _line(key)
                if name in self._lines:
                    text = f"{key.value!r} is in line {self._lines[name]} already: rename or remove one"
                    self.faults.add(self.name, line, text)
                self._lines.setdefault(name, line)
                self._note(child, name)

    def line(self, *where: str | int) -> int:
        """The line of a value, or of what it would be in."""
        while where not in self._lines:
            where = where[:-1]
        return self._lines[where]

    def add(self, text: str, *where: str | int) -> None:
        """Note a fault of a value; the text begins with what it is called."""
        self.faults.add(self.name, self.line(*where), text)

    def read(self, model: type[Model]) -> Model | None:
        """The content as a model; None if it does not fit, and then the faults are noted."""
        if self.faults.are_in(self.name):
            return None
        return fit(model, self.value, lambda where, text: self.add(text, *where))
