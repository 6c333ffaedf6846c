"""TOML as people write it: read, or refused with one complaint.

What nobody writes is refused before it is read: keys of a hundred thousand parts would take a minute.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.errors import CwsdiagError

# Characters of a file.
MOST = 4_000_000
_MOST_NESTED = 32
# TOML promises numbers of 64 bits.
_LARGEST = 1 << 63
# Comments, and texts, in which anything may stand.
_QUOTED = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\Z)'
    r"|'{3}.*?(?:'{3}|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
_LONG_KEY = re.compile(rf"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){{{_MOST_NESTED}}}")


def read_toml(text: str, complain: Callable[[str], CwsdiagError]) -> dict[str, Any]:
    """Return what a text says in TOML; an empty one says nothing.

    Args:
        text: of a file, with ends of lines of any system.
        complain: makes the error from what is wrong, which is said without a full stop.

    Raises:
        CwsdiagError: what ``complain`` made: it is no TOML, too large, nested too deeply, or has a whole number of more
            than 64 bits.
    """
    import tomllib

    text = text.replace("\r\n", "\n").replace("\r", "\n")
    nested = lazy("its lists or tables are nested too deeply")
    if len(text) > MOST:
        raise complain(lazy("it has {n:,} characters, too many for such a file", n=len(text)))
    if _LONG_KEY.search(_QUOTED.sub("q", text)):
        raise complain(nested)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise complain(lazy("this is not valid TOML: {error}", error=str(error))) from None
    except RecursionError:
        raise complain(nested) from None
    except ValueError:  # Python makes no numbers of thousands of digits
        raise complain(_TOO_LARGE) from None
    level: list[Any] = [content]
    for _ in range(_MOST_NESTED):
        if any(type(one) is int and not -_LARGEST <= one < _LARGEST for one in level):
            raise complain(_TOO_LARGE)
        lists = [list(one.values()) if isinstance(one, dict) else one for one in level if isinstance(one, (dict, list))]
        level = [value for values in lists for value in values]
        if not level:
            return content
    raise complain(nested)


_TOO_LARGE = lazy("it has a whole number of more than 64 bits. Mend it, or put it in quotes if it is a text")
