"""Decorators for compiled functions: rules, and the entry points through which Python calls them.

Rules are plain functions marked by :func:`kernel`. Python calls only *entry points*: templates (see
``core/entry_points.py`` and ``core/simulate.py``) whose global names ``apply``, ``legal`` and so on stand for the
rules of any game.
``python -m railgym.build`` compiles the entry points of each game package into one library (``core/library.py``). Once
the library is built, nothing needs a compiler, and Numba is never imported.
"""

from collections.abc import Callable
from typing import Any

__all__ = ["CODES", "arguments_of", "entry_point", "is_kernel", "kernel"]

CODES = ("i1", "u1", "i8", "u8", "f4", "f8", "b1")
"""NumPy's type codes of numbers in the arguments of entry points. Record types are capital letters: P params, S states
and views, W scratch, E buffers of events, V single events, B environments of a batch, R results."""


def kernel(function: Callable[..., Any]) -> Any:
    """Mark a rule, which is compiled into its callers. Division follows NumPy, and rules raise no exceptions."""
    vars(function)["compiled"] = True
    return function


def is_kernel(thing: Any) -> bool:
    """Whether a value is a function that :func:`kernel` marked."""
    return callable(thing) and getattr(thing, "compiled", False) is True


def entry_point(arguments: str, **records: Any) -> Callable[[Callable[..., Any]], Any]:
    """Mark a template as an entry point and name the types of its arguments, one word for each.

    ``i8`` is a number. ``f4[N,F]`` is a C-contiguous array: the type of its elements, and its shape. The letters of a
    shape are sizes that are passed to the library with every call; the same letter means the same size. :data:`CODES`
    lists the types. ``records`` are additional record types of this entry point.
    """

    def mark(template: Callable[..., Any]) -> Any:
        vars(template).update(arguments=arguments, records=records)
        return template

    return mark


def arguments_of(template: Any) -> str | None:
    """The types of an entry point's arguments; None for any other value."""
    return vars(template).get("arguments") if callable(template) and hasattr(template, "__code__") else None
