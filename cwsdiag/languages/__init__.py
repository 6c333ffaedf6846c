"""The languages of the dashboard: every text of a page comes from here.

Texts stand in the code in English, whole sentences with their places in braces, and ``zh_CN.po`` beside this file says
each of them in Chinese; ``python -m tools.messages`` gathers them. What is said at once is said by ``_``, ``n_`` and
``p_``, in the language of the moment. Constants, and what is said before it is known who will read it (errors, findings
about files, descriptions of attributes), are ``lazy``, ``n_lazy`` and ``p_lazy``: plain English until a page asks to
have them ``translated``. Where nobody has chosen a language, as on the command line, all is English.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path, PurePath
from typing import Any, TypeVar

from cwsdiag.languages.visible import visible

T = TypeVar("T")

# Marks around values, characters that Unicode keeps out of texts; and blanks where Chinese stands on both sides.
# They stay uncompiled until something is said in Chinese: commands start faster.
_EDGES = "[\ufdd0\ufdd1]"
_HAN = "[\u4e00-\u9fff]"
_CLOSED_UP = f"(?<={_HAN}) (?=\ufdd0+{_HAN})|(?<={_HAN}\ufdd1) (?={_HAN})"

ENGLISH = "en"
# By their code, as they call themselves, and the catalogue of each.
LANGUAGES = {ENGLISH: "English", "zh": "简体中文"}
CATALOGUES = {"zh": Path(__file__).with_name("zh_CN.po")}

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)
# Whether files are called by their names alone: whoever reads a page is not told where they lie on its server.
_by_name: ContextVar[bool] = ContextVar("files by name", default=False)


def language() -> str:
    """Return the code of the language of the moment."""
    return _spoken.get()


def speak(code: str) -> None:
    """Say everything from here on in a language, in this thread.

    Args:
        code: of ``LANGUAGES``.
    """
    _spoken.set(code)


@contextmanager
def _holding(variable: ContextVar[T], value: T) -> Iterator[None]:
    before = variable.set(value)
    try:
        yield
    finally:
        variable.reset(before)


def speaking(code: str) -> AbstractContextManager[None]:
    """Say what is said inside in a language."""
    return _holding(_spoken, code)


def understood(wanted: str | None) -> str:
    """Return the language for a browser that asks for one such as ``zh-TW``; English where none fits."""
    code = (wanted or ENGLISH).replace("_", "-").partition("-")[0].lower()
    return code if code in LANGUAGES else ENGLISH


@cache
def catalogue(code: str) -> gettext.NullTranslations:
    """Return what a language says; what is not in its catalogue stays English."""
    path = CATALOGUES.get(code)
    if path is None:
        return gettext.NullTranslations()
    with path.with_suffix(".mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def _(message: str, /, **values: object) -> str:
    """Return a text in the language of the moment.

    Args:
        message: in English, with places in braces as of ``str.format``; without values braces are just braces.
        values: what stands in the places; of texts, what is hidden is written out but for ends of lines.
    """
    said = catalogue(language()).gettext(message)
    return _filled(said, values) if values else said


def n_(one: str, many: str, count: int, /, **values: object) -> str:
    """Return a text about a number of things; the number is ``n`` in its places."""
    return _filled(catalogue(language()).ngettext(one, many, count), {"n": count, **values})


def p_(context: str, message: str, /, **values: object) -> str:
    """Return a text whose English has several meanings, of which the context names one."""
    said = catalogue(language()).pgettext(context, message)
    return _filled(said, values) if values else said


def _filled(said: str, values: dict[str, object]) -> str:
    """Return a text with values in its places, without the blanks beside a place where Chinese meets Chinese."""
    # Texts of ours among them may have lines.
    seen = {name: _seen(value, keep="\n") for name, value in values.items()}
    if language() == ENGLISH:
        return said.format(**seen)
    filled = said.format(**{name: _Edged(value) if isinstance(value, str) else value for name, value in seen.items()})
    return re.sub(_EDGES, "", re.sub(_CLOSED_UP, "", filled))


def _seen(value: object, *, keep: str = "") -> object:
    """Return a name, a path or a word as a text of ours carries it: whatever file it is from, nothing hides in it."""
    if isinstance(value, PurePath):
        value = value.name if _by_name.get() else str(value)
    return _Seen(visible(value, keep=keep)) if isinstance(value, str) else value


class _Seen(str):
    """A text in which all is to be seen: ``!r`` in its place only sets quotes around it, and escapes nothing twice."""

    def __repr__(self) -> str:
        mark = '"' if "'" in self and '"' not in self else "'"
        return f"{mark}{self}{mark}"


class _Edged(_Seen):
    """A text that bears marks at its ends once it is put in its place."""

    def __format__(self, spec: str) -> str:
        return f"\ufdd0{format(str(self), spec)}\ufdd1"


class Lazy(str):
    """A text in English that knows how it is said in other languages; see ``translated``."""

    _say: Callable[[], str]

    def __add__(self, other: str) -> Lazy:
        return _made(lambda: translated(self) + translated(other), str(self) + str(other))

    def __radd__(self, other: str) -> Lazy:
        return _made(lambda: translated(other) + translated(self), str(other) + str(self))

    def __deepcopy__(self, memo: object) -> Lazy:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # Elsewhere, and in what is kept on disk, it is what it was here: English.
        return str, (str(self),)


def _made(say: Callable[[], str], english: str | None = None) -> Lazy:
    if english is None:
        with _holding(_spoken, ENGLISH), _holding(_by_name, False):
            english = say()
    text = Lazy(english)
    text._say = say
    return text


def lazy(message: str, /, **values: object) -> Lazy:
    """Return a text that is English until it is ``translated``, and so are those among its values; see ``_``."""
    # A thousand of them are constants, made before anything else is done: without values the English is the message.
    return _made(lambda: _(message, **_translated(values)), None if values else message)


def n_lazy(one: str, many: str, count: int, /, **values: object) -> Lazy:
    """Return a text about a number of things that is English until it is ``translated``; see ``n_``."""
    return _made(lambda: n_(one, many, count, **_translated(values)))


def p_lazy(context: str, message: str, /, **values: object) -> Lazy:
    """Return a text whose English has several meanings, and that is English until it is ``translated``; see ``p_``."""
    return _made(lambda: p_(context, message, **_translated(values)), None if values else message)


def said_in(texts: Mapping[str, str]) -> Lazy:
    """Return a text that was said elsewhere, such as in another process, in every language: by their codes."""
    return _made(lambda: texts[language()], texts[ENGLISH])


def translated(text: str) -> str:
    """Return a text in the language of the moment, where it is one that knows how; any other as it is.

    It is for pages: a file that it names by a ``Path`` is called by its name, without the folders that it lies in.
    """
    if not isinstance(text, Lazy):
        return text
    with _holding(_by_name, True):
        return text._say()


def _translated(values: dict[str, object]) -> dict[str, object]:
    return {name: translated(value) if isinstance(value, Lazy) else _seen(value) for name, value in values.items()}
