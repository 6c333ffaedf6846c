"""The places of a word or a pattern, a line each with it in the middle, and the sentence of the chosen one as a ribbon.

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

from cwsdiag.charts.names import short_by_name
from cwsdiag.languages import _, n_
from cwsdiag.languages.visible import stand_in, visible
from cwsdiag.ui.shell import leads, navigation, show, state
from cwsdiag.ui.shell.state import Key
from cwsdiag.views import concordance
from cwsdiag.views.ribbons import ribbon_of
from cwsdiag.views.wording import kind_said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from cwsdiag.diagnosis.word_types import Form, WordTypes
    from cwsdiag.text import Segmentation
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.concordance import Line
    from cwsdiag.views.patterns import PatternPlaces

PLACES_SHOWN = 100
# Of a frequent word systems can make more forms than anybody reads.
_FORMS_SHOWN = 200
# Latin letters that the name of a system may have over the places, as in the side bar.
_LONGEST_NAME = 26
# Of the drawing, in pixels: in half of a page its lines are shorter, so that characters are of a size that is read.
_WIDTH = 620
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
    """The places of a word, or of a pattern, under the filters, and what is chosen of them.

    Attributes:
        title: the gold word, or the gold words of the pattern.
        size: how many gold words that are.
        forms: by role what the system made of them where it was wrong.
        made: gives what the system of a role made of one place; empty where right or not compared.
        form: role and text where only places are wanted at which that system made that of it.
        places: indices of gold words, of the first of several.
        chosen: the one whose sentence is shown.
        told: what else is said of all of them; empty for nothing.
    """

    title: str
    size: int
    forms: Mapping[str, Sequence[Form]]
    made: Callable[[str, int], str]
    form: tuple[str, str] | None
    places: Sequence[int]
    chosen: int
    told: str = ""


def of_word(words: WordTypes, word: str, *, show: str) -> Found:
    """Return the places of a word; of the selection what does not exist here is dropped."""
    forms = {role: words.forms(word, role, show=show) for role in words.roles}
    form = _form(forms)
    places = words.places(word, show=show, form=form)
    return Found(word, 1, forms, words.made, form, places, _chosen_of(words.units.gold, places))


def of_pattern(pattern: PatternPlaces, gold: Segmentation, roles: Iterable[str]) -> Found:
    """Return the places of a pattern; of the selection what does not exist here is dropped."""
    forms = {role: pattern.forms(role) for role in roles}
    form = _form(forms)
    places = pattern.places(form)
    chosen = _chosen_of(gold, places)
    return Found(pattern.title, pattern.size, forms, pattern.made, form, places, chosen, pattern.told)


def _chosen_of(gold: Segmentation, places: Sequence[int]) -> int:
    asked = _place(gold, state.get(Key.PLACE) or "")
    if asked not in places:
        state.correct(Key.PLACE, None)
    return asked if asked in places else places[0]


def _form(forms: Mapping[str, Sequence[Form]]) -> tuple[str, str] | None:
    role, _ignored, text = (state.get(Key.FORM) or "").partition(":")
    for form in forms.get(role, ()):
        if text in (form.text, visible(form.text)):
            return role, form.text
    state.correct(Key.FORM, None)
    return None


def choose_form(role: str, text: str) -> None:
    """In a callback: show only the places at which a system made this of the word; all for an empty text."""
    state.put(Key.FORM, f"{role}:{text}" if text else None)
    state.put(Key.PLACE, None)


def lines(view: View, found: Found) -> None:
    """Draw the places, a line each; a click on one chooses it."""
    gold = view.look.dataset.gold
    systems = {role: view.look.dataset.system(name) for role, name in view.roles.items()}
    shown_of, number = st.session_state.get(_SHOWN, (found.title, PLACES_SHOWN))
    limit = number if shown_of == found.title else PLACES_SHOWN
    wanted = found.places[:limit]
    # Whoever follows a link to a place finds it among the lines, but not all that stand before it.
    wanted = wanted if found.chosen in wanted else [*wanted, found.chosen]
    short = short_by_name(tuple(view.roles.values()), _LONGEST_NAME)
    drawn = concordance.lines(gold, systems, wanted, size=found.size)
    with st.container(key="places", gap=None):
        _draw(
            key=_WIDGET,
            data={
                "word": visible(found.title),
                "told": visible(found.told),
                "counted": n_("{n:,} place", "{n:,} places", len(found.places)),
                "called": _("Places of {word}", word=found.title),
                # How many there are the component knows, which depends on the room it has.
                "more": _("{n} more"),
                "digits": max(len(f"{line.sentence + 1:,}") for line in drawn),
                "form": ":".join(map(visible, found.form or ())),
                "address": _address(),
                "chosen": _id(gold, found.chosen),
                "systems": [_system(view, found, role, short) for role in view.roles],
                "lines": [_line(view, found, line) for line in drawn],
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
                args=(found.title, limit + 2 * PLACES_SHOWN),
            )


def sentence(view: View, found: Found) -> None:
    """Draw the sentence of the chosen place."""
    gold = view.look.dataset.gold
    systems = {role: view.look.dataset.system(name) for role, name in view.roles.items()}
    number = int(gold.sentence_ids[found.chosen])
    aim = int(gold.word_starts[found.chosen]), int(gold.word_ends[found.chosen + found.size - 1])
    colours = view.role_colours
    options = dict(zip(("system", "other"), view.roles.values(), strict=False))
    drawn = ribbon_of(gold, systems, number, aim=aim, colours=colours, weights=view.look.dataset.difficulty)
    title = _("Sentence {number:,} of {dataset}", number=number + 1, dataset=view.look.dataset.name)
    exhibit = show.exhibit(view.look, "sentence", sentence=str(number + 1), **options)
    with show.beside(exhibit, "place"):
        show.ribbon(drawn, title=title, key="place drawing", width=_WIDTH)


def _id(gold: Segmentation, place: int) -> str:
    """Return a place as the address says it: its sentence, and its word in the sentence, from 1."""
    sentence = gold.sentence_ids[place]
    return f"{sentence + 1}.{place - gold.sentence_ids.searchsorted(sentence) + 1}"


def _place(gold: Segmentation, asked: str) -> int:
    """Return the gold word that an address names, if it is there; see ``_id``."""
    sentence, _ignored, number = asked.partition(".")
    if not (_NUMBER.fullmatch(sentence) and _NUMBER.fullmatch(number)):
        return -1
    sentences = gold.sentence_ids
    place = int(sentences.searchsorted(np.int32(int(sentence) - 1))) + int(number) - 1
    return place if place < len(sentences) and sentences[place] == int(sentence) - 1 else -1


def _address() -> str:
    """Return the address of a sentence's page, but for the number of the sentence at its end."""
    # As ``leads.to_sentence`` leads: another sentence or a search must not stand beside the number.
    kept = {key: value for key, value in navigation.address("sentence").items() if key not in (Key.TEXT, Key.SENTENCE)}
    return f"{navigation.page('sentence').url_path}?{urlencode(kept | {Key.SENTENCE: ''})}"


def _system(view: View, found: Found, role: str, short: dict[str, str]) -> dict[str, Any]:
    forms = found.forms[role]
    listed = [form for place, form in enumerate(forms) if place < _FORMS_SHOWN or found.form == (role, form.text)]
    return {
        "key": role,
        "role": role.upper(),
        "name": view.roles[role],
        "short": short[view.roles[role]],
        "colour": view.colours[view.roles[role]],
        "heading": _("made") if forms else "",
        "called": _("What {system} made of it", system=role.upper()),
        "forms": [{"text": visible(form.text), "places": form.places} for form in listed],
        "rest": len(forms) - len(listed),
        "compared": bool(forms) or _compared(view, found, role),
    }


def _compared(view: View, found: Found, role: str) -> bool:
    """Tell whether a system was compared in any place."""
    starts = view.look.dataset.gold.word_starts[found.places]
    return bool(view.look.dataset.system(view.roles[role]).covered(starts).any())


def _line(view: View, found: Found, line: Line) -> dict[str, Any]:
    start, end = line.span
    left_out = {role for role, spans in line.off.items() if any(at < end and to > start for at, to in spans)}
    made = reduce(
        lambda some, more: _("{some}; {more}", some=some, more=more),
        (_made(view, found, role, line.word, compared=role not in left_out) for role in line.wrong),
    )
    around = f"{line.text[:start]} {line.text[start:end]} {line.text[end:]}".strip()
    return {
        "id": f"{line.sentence + 1}.{line.number + 1}",
        "sentence": f"{line.sentence + 1:,}",
        "leads": _("sentence {number:,}", number=line.sentence + 1),
        "says": _("{sentence}. {made}.", sentence=around, made=made),
        "made": made,
        "text": stand_in(line.text),
        "span": line.span,
        "cuts": line.cuts,
        "wrong": list(line.wrong.values()),
        "off": list(line.off.values()),
    }


def _made(view: View, found: Found, role: str, place: int, *, compared: bool) -> str:
    """Say what a system made of a place, and of which kind that error is."""
    made = found.made(role, place)
    if not made:
        right = _("not wrong") if compared else _("not compared")
        return _("{system}: {made}", system=role.upper(), made=right)
    kinds = view.look.diagnosis.error_kinds(view.roles[role])
    words = range(place, place + found.size)
    each = [kind_said(kinds.shape_of(word), kinds.cause_of(word)) for word in words]
    # What is missed of several words can be of several kinds.
    said = _("; ").join(kind for kind in dict.fromkeys(each) if kind)
    return _("{system}: {made} ({kind})", system=role.upper(), made=made, kind=said)


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
