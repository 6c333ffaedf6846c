"""What may be given: the bounds of all numbers that people set, and the checks of what functions are called with.

The command line, project files and Python have the same bounds; ``bounds`` says each of them, with its reason, once.
"""

from cwsdiag.arguments import bounds
from cwsdiag.arguments.bounds import Whole
from cwsdiag.arguments.checks import (
    choice,
    choices,
    given,
    number,
    one_of,
    path,
    text,
    texts,
    whole,
)

__all__ = [
    "Whole",
    "bounds",
    "choice",
    "choices",
    "given",
    "number",
    "one_of",
    "path",
    "text",
    "texts",
    "whole",
]
