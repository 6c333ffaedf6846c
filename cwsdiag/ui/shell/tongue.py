"""In which language the dashboard speaks: what the person chose, else what the browser asks for."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, ParamSpec

import streamlit as st

from cwsdiag.languages import LANGUAGES, language, speak, understood
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")


def begin() -> None:
    """Speak the language of this session from here on; once, at the start of every run, before anything is said."""
    asked = state.foreseen(Key.LANGUAGE)
    speak(asked if asked in LANGUAGES else understood(st.context.locale))


def spoken(callback: Callable[P, None]) -> Callable[P, None]:
    """Have what a callback says, or keeps, said in the language of this session: it is called before the run begins."""

    @wraps(callback)
    def called(*given: P.args, **named: P.kwargs) -> None:
        begin()
        callback(*given, **named)

    return called


def switch() -> None:
    """Draw the button that leads to the other language, named as that calls itself."""
    state.choose(Key.LANGUAGE, LANGUAGES)
    other = next(code for code in LANGUAGES if code != language())

    def choose() -> None:
        state.put(Key.LANGUAGE, None if other == understood(st.context.locale) else other)
        # What the callbacks after this one say is said in it too.
        speak(other)

    st.button(LANGUAGES[other], key="language", icon=":material/translate:", type="tertiary", on_click=choose)
