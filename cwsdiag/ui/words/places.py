"""The places of a word, a line each with the word in the middle, and the sentence of the chosen one as a ribbon.

The lines are a component that draws itself: whatever it is given it sets as text. What is clicked in it becomes a part
of the selection; what an address says of that is checked here against what there is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import numpy as np
import streamlit as st

from cwsdiag.figures.names import short_by_name
from cwsdiag.languages import _, n_
from cwsdiag.ui.shell import leads, navigation, ribbon, state
from cwsdiag.ui.shell.state import Key
from cwsdiag.views import concordance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.diagnosis.word_types import WordTypes
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.concordance import Line

PLACES_SHOWN = 100
# Latin letters that the name of a system may have over the places, as in the side bar.
_LONGEST_NAME = 26
# The container of the chosen place's sentence.
SENTENCE = "sentence of the place"
_SHOWN = "places shown"
_NUMBER = re.compile("[1-9][0-9]{0,8}")
_WIDGET = "places of the word"
_HERE = Path(__file__).parent
_draw = st.components.v2.component(
    "cwsdiag_places",
    html='<div class="places"></div>',
    css=(_HERE / "places.css").read_text("utf-8"),
    js=(_HERE / "places.js").read_text("utf-8"),
)


@dataclass(frozen=True)
class Found:
    """The places of a word under the filters, and what is chosen of them.

    Attributes:
        word: the gold word.
        form: role and text where only places are wanted at which that system made that of it.
        places: indices of gold words.
        chosen: the one whose sentence is shown.
    """

    word: str
    form: tuple[str, str] | None
    places: Sequence[int]
    chosen: int


def find(words: WordTypes, word: str, *, show: str) -> Found:
    """Return the places of a word; of the selection what does not exist here is dropped."""
    form = _form(words, word, show=show)
    found = words.places(word, show=show, form=form)
    asked = _place(words, state.get(Key.PLACE) or "")
    if asked not in found:
        state.correct(Key.PLACE, None)
    return Found(word, form, found, asked if asked in found else found[0])


def choose_form(role: str, text: str) -> None:
    """In a callback: show only the places at which a system made this of the word; all for an empty text."""
    state.put(Key.FORM, f"{role}:{text}" if text else None)
    state.put(Key.PLACE, None)


def lines(view: View, words: WordTypes, found: Found, *, show: str) -> None:
    """Draw the places of a word, a line each; a click on one chooses it."""
    systems = {role: view.known.dataset.system(name) for role, name in view.roles.items()}
    shown_of, number = st.session_state.get(_SHOWN, (found.word, PLACES_SHOWN))
    limit = number if shown_of == found.word else PLACES_SHOWN
    wanted = found.places[:limit]
    # Whoever follows a link to a place finds it among the lines, but not all that stand before it.
    wanted = wanted if found.chosen in wanted else [*wanted, found.chosen]
    short = short_by_name(tuple(view.roles.values()), _LONGEST_NAME)
    drawn = concordance.lines(words.units.gold, systems, wanted)
    with st.container(key="places", gap=None):
        _draw(
            key=_WIDGET,
            data={
                "word": found.word,
                "counted": n_("{n:,} place", "{n:,} places", len(found.places)),
                "called": _("Places of {word}", word=found.word),
                # How many there are the component knows, which depends on the room it has.
                "more": _("{n} more"),
                "large": view.presenting,
                "digits": max(len(f"{line.sentence + 1:,}") for line in drawn),
                "form": ":".join(found.form or ()),
                "address": _address(),
                "sentence": SENTENCE,
                "chosen": _id(words, found.chosen),
                "systems": [_system(view, words, found.word, role, show, short) for role in view.roles],
                "lines": [_line(words, line) for line in drawn],
            },
            on_place_change=_chosen,
            on_sentence_change=_to_sentence,
            on_form_change=_on_form,
        )
        if len(found.places) > len(wanted):
            st.button(
                n_("Show more of the {n:,} place", "Show more of the {n:,} places", len(found.places)),
                key="more places",
                on_click=_show_more,
                args=(found.word, limit + 2 * PLACES_SHOWN),
            )


def sentence(view: View, words: WordTypes, found: Found) -> None:
    """Draw the sentence of the chosen place."""
    gold = words.units.gold
    systems = {role: view.known.dataset.system(name) for role, name in view.roles.items()}
    number = int(gold.sentence_ids[found.chosen])
    aim = int(gold.word_starts[found.chosen]), int(gold.word_ends[found.chosen])
    colours = view.role_colours
    st.html(ribbon.ribbon(gold, systems, number, aim=aim, colours=colours) + ribbon.legend(systems, colours=colours))


def _form(words: WordTypes, word: str, *, show: str) -> tuple[str, str] | None:
    role, _ignored, text = (state.get(Key.FORM) or "").partition(":")
    known = role in words.roles and any(form.text == text for form in words.forms(word, role, show=show))
    if not known:
        state.correct(Key.FORM, None)
        return None
    return role, text


def _id(words: WordTypes, place: int) -> str:
    """Return a place as the address says it: its sentence, and its word in the sentence, from 1."""
    sentence = words.units.gold.sentence_ids[place]
    return f"{sentence + 1}.{place - words.units.gold.sentence_ids.searchsorted(sentence) + 1}"


def _place(words: WordTypes, asked: str) -> int:
    """Return the gold word that an address names, if it is there; see ``_id``."""
    sentence, _ignored, number = asked.partition(".")
    if not (_NUMBER.fullmatch(sentence) and _NUMBER.fullmatch(number)):
        return -1
    sentences = words.units.gold.sentence_ids
    place = int(sentences.searchsorted(np.int32(int(sentence) - 1))) + int(number) - 1
    return place if place < len(sentences) and sentences[place] == int(sentence) - 1 else -1


def _address() -> str:
    """Return the address of a sentence's page, but for the number of the sentence at its end."""
    # As ``leads.to_sentence`` leads: another sentence or a search must not stand beside the number.
    kept = {key: value for key, value in navigation.address("sentence").items() if key not in (Key.TEXT, Key.SENTENCE)}
    return f"{navigation.page('sentence').url_path}?{urlencode(kept | {Key.SENTENCE: ''})}"


def _system(view: View, words: WordTypes, word: str, role: str, show: str, short: dict[str, str]) -> dict[str, Any]:
    forms = words.forms(word, role, show=show)
    return {
        "key": role,
        "role": role.upper(),
        "name": view.roles[role],
        "short": short[view.roles[role]],
        "colour": view.colours[view.roles[role]],
        "heading": _("made") if forms else "",
        "called": _("What {system} made of it", system=role.upper()),
        "forms": [{"text": form.text, "places": form.places} for form in forms],
        "compared": bool(forms) or _compared(view, words, word, role, show),
    }


def _compared(view: View, words: WordTypes, word: str, role: str, show: str) -> bool:
    """Tell whether a system was compared in any place of a word."""
    starts = words.units.gold.word_starts[words.places(word, show=show)]
    return bool(view.known.dataset.system(view.roles[role]).covered(starts).any())


def _line(words: WordTypes, line: Line) -> dict[str, Any]:
    start, end = line.span
    left_out = {role for role, spans in line.off.items() if any(at < end and to > start for at, to in spans)}
    right = {role: _("not compared") if role in left_out else _("not wrong") for role in line.wrong}
    made = reduce(
        lambda some, more: _("{some}; {more}", some=some, more=more),
        (
            _("{system}: {made}", system=role.upper(), made=words.made(role, line.word) or right[role])
            for role in line.wrong
        ),
    )
    around = f"{line.text[:start]} {line.text[start:end]} {line.text[end:]}".strip()
    return {
        "id": f"{line.sentence + 1}.{line.number + 1}",
        "sentence": f"{line.sentence + 1:,}",
        "leads": _("sentence {number:,}", number=line.sentence + 1),
        "says": _("{sentence}. {made}.", sentence=around, made=made),
        "made": made,
        "text": line.text,
        "span": line.span,
        "cuts": line.cuts,
        "wrong": list(line.wrong.values()),
        "off": list(line.off.values()),
    }


def _chosen() -> None:
    state.put(Key.PLACE, st.session_state[_WIDGET]["place"])


def _to_sentence() -> None:
    number, *_rest = st.session_state[_WIDGET]["sentence"].partition(".")
    leads.to_sentence(int(number) - 1)


def _on_form() -> None:
    role, _ignored, text = st.session_state[_WIDGET]["form"].partition(":")
    choose_form(role, text)


def _show_more(word: str, number: int) -> None:
    st.session_state[_SHOWN] = (word, number)
