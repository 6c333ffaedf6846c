"""The places of a word or a pattern, a line each with it in the middle, and the sentence of the chosen one as a ribbon.

The lines are a component that draws itself: whatever it is given it sets as text. What is clicked in it becomes a part
of the selection; what an address says of that is checked here against what there is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import numpy as np
import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.charts.layout import short_by_name
from cwsdiag.exhibits.exhibit import RibbonExample, drawing_of
from cwsdiag.languages import _, n_
from cwsdiag.languages.visible import stand_in, visible
from cwsdiag.ui import state
from cwsdiag.ui.diagnosis.selection import KeyColumn, pressed
from cwsdiag.ui.shell import leads, navigation, show
from cwsdiag.ui.state import Key
from cwsdiag.views import ribbons
from cwsdiag.views.wording import kind_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cwsdiag.diagnosis.word_types import Form, WordTypes
    from cwsdiag.exhibits.exhibit import Exhibit
    from cwsdiag.text import Segmentation
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.patterns import PatternPlaces
    from cwsdiag.views.ribbons import PlaceLine

PLACES_SHOWN = 100
# Of a frequent word systems can make more forms than anybody reads.
_FORMS_SHOWN = 200
# Latin letters that the name of a system may have over the places, as in the side bar.
_LONGEST_NAME = 26
# Of the drawing, in pixels: in half of a page its lines are shorter, so that characters are of a size that is read.
_WIDTH = 450
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
class Places:
    """The places of a word, or of a pattern, under the filters, and what is chosen of them.

    Attributes:
        title: the gold word, or the gold words of the pattern.
        size: how many gold words that are.
        forms: by role what the system made of them where it was wrong.
        made: gives what the system of a role made of one place; empty where right or not compared.
        form: role and text where only places are wanted at which that system made that of it.
        places: indices of gold words, of the first of several.
        chosen: the one whose sentence is shown.
        remark: what else is said of all of them; empty for nothing.
    """

    title: str
    size: int
    forms: Mapping[str, Sequence[Form]]
    made: Callable[[str, int], str]
    form: tuple[str, str] | None
    places: Sequence[int]
    chosen: int
    remark: str = ""


def of_word(words: WordTypes, word: str, *, show: str) -> Places:
    """Return the places of a word; of the selection what does not exist here is dropped."""
    forms = {role: words.forms(word, role, show=show) for role in words.roles}
    form = _form(forms)
    places = words.places(word, show=show, form=form)
    return Places(word, 1, forms, words.made, form, places, _chosen(words.units.gold, places))


def of_pattern(pattern: PatternPlaces, gold: Segmentation) -> Places:
    """Return the places of a pattern; of the selection what does not exist here is dropped."""
    form = _form(pattern.forms)
    places = pattern.places(form)
    chosen = _chosen(gold, places)
    return Places(pattern.title, pattern.size, pattern.forms, pattern.made, form, places, chosen, pattern.remark)


def _chosen(gold: Segmentation, places: Sequence[int]) -> int:
    """Return the gold word that the address names by its sentence and its place there, from 1; else the first."""
    sentence, _point, number = (state.get(Key.PLACE) or "").partition(".")
    if _NUMBER.fullmatch(sentence) and _NUMBER.fullmatch(number):
        ids = gold.sentence_ids
        place = int(ids.searchsorted(np.int32(int(sentence) - 1))) + int(number) - 1
        if place in places and ids[place] == int(sentence) - 1:
            return place
    state.correct(Key.PLACE, None)
    return places[0]


def _form(forms: Mapping[str, Sequence[Form]]) -> tuple[str, str] | None:
    role, _colon, text = (state.get(Key.FORM) or "").partition(":")
    for form in forms.get(role, ()):
        if text in (form.text, visible(form.text)):
            return role, form.text
    state.correct(Key.FORM, None)
    return None


def choose_form(role: str, text: str) -> None:
    """In a callback: show only the places at which a system made this of the word; all for an empty text."""
    state.put(Key.FORM, f"{role}:{text}" if text else None)
    state.put(Key.PLACE, None)


def lines(view: View, places: Places, exhibit: Exhibit, beside: Sequence[KeyColumn | None]) -> None:
    """Draw the places, a line each; a click on one chooses it, keys move in it and in the columns beside it.

    Args:
        view: what is looked at.
        places: the places.
        exhibit: the sentence of the chosen one.
        beside: the columns at the left.
    """
    dataset, gold = view.look.dataset, view.look.dataset.gold
    systems = {role: dataset.system(name) for role, name in view.roles.items()}
    title, number = st.session_state.get(_SHOWN, ("", 0))
    limit = number if title == places.title else PLACES_SHOWN
    wanted = places.places[:limit]
    # Whoever follows a link to a place finds it among the lines, but not all that stand before it.
    wanted = wanted if places.chosen in wanted else [*wanted, places.chosen]
    rows = ribbons.lines(gold, systems, wanted, size=places.size)
    short = short_by_name(tuple(view.roles.values()), _LONGEST_NAME)
    starts = gold.word_starts[places.places]
    columns = []
    for role, name in view.roles.items():
        forms = places.forms[role]
        listed = [form for place, form in enumerate(forms) if place < _FORMS_SHOWN or places.form == (role, form.text)]
        columns.append(
            {
                "key": role,
                "role": role.upper(),
                "name": name,
                "short": short[name],
                "colour": view.colours[name],
                "heading": _("made") if forms else "",
                "called": _("What {system} made of it", system=role.upper()),
                "forms": [{"text": visible(form.text), "places": form.places} for form in listed],
                "rest": len(forms) - len(listed),
                # In any place.
                "compared": bool(forms) or bool(systems[role].covered(starts).any()),
            }
        )
    # The address of a sentence's page, but for the number of the sentence at its end. As ``leads.to_sentence`` leads:
    # another sentence or a search must not stand beside the number.
    left_out = (Key.TEXT, Key.SENTENCE, Key.PLACE)
    kept = {key: value for key, value in navigation.address("sentences").items() if key not in left_out}
    sentence = gold.sentence_ids[places.chosen]
    number = places.chosen - gold.sentence_ids.searchsorted(sentence) + 1

    ids = [f"{line.sentence + 1}.{line.number + 1}" for line in rows]
    at = ids.index(f"{sentence + 1}.{number}")
    own = KeyColumn(len(ids), at, lambda row: state.put(Key.PLACE, ids[row]), exhibit)

    def clicked(what: str) -> str:
        return str(st.session_state[_WIDGET][what])

    def to_its_sentence() -> None:
        place = clicked("sentence")
        leads.to_sentence(int(place.partition(".")[0]) - 1, place=place)

    _draw(
        key=_WIDGET,
        data={
            "word": visible(places.title),
            "told": visible(places.remark),
            "counted": n_("{n:,} place", "{n:,} places", len(places.places)),
            "called": _("Places of {word}", word=places.title),
            # How many there are the component knows, which depends on the room it has.
            "more": _("{n} more"),
            "digits": max(len(f"{line.sentence + 1:,}") for line in rows),
            "form": ":".join(map(visible, places.form or ())),
            "address": f"{navigation.page('sentences').url_path}?{urlencode(kept | {Key.SENTENCE: ''})}",
            "chosen": f"{sentence + 1}.{number}",
            "systems": columns,
            "lines": [_line(view, places, line) for line in rows],
        },
        on_place_change=lambda: state.put(Key.PLACE, clicked("place")),
        on_sentence_change=to_its_sentence,
        on_key_change=lambda: pressed(clicked("key"), [*beside, own]),
        on_form_change=lambda: choose_form(*clicked("form").partition(":")[::2]),
    )
    if len(places.places) > len(wanted):
        more = (places.title, limit + 2 * PLACES_SHOWN)
        st.button(
            n_("Show more of the {n:,} place", "Show more of the {n:,} places", len(places.places)),
            key="more places",
            on_click=partial(st.session_state.__setitem__, _SHOWN, more),
        )


def sentence(view: View, places: Places) -> Exhibit:
    """Draw the sentence of the chosen place; return what it is."""
    gold = view.look.dataset.gold
    number = int(gold.sentence_ids[places.chosen])
    aim = int(gold.word_starts[places.chosen]), int(gold.word_ends[places.chosen + places.size - 1])
    svg = drawing_of(view.look, RibbonExample(number, view.roles, aim), _WIDTH, theme.FONT_SIZE, show.ground())
    exhibit = show.exhibit(view.look, "sentence", sentence=str(number + 1), **view.pair)
    with st.container(horizontal=True, key="place beside"):
        show.drawing(svg, key="place drawing")
        show.menu(exhibit, key="place", within=True)
    return exhibit


def _line(view: View, places: Places, line: PlaceLine) -> dict[str, Any]:
    start, end = line.span
    words = range(line.word, line.word + places.size)
    every = []
    for role in line.wrong:
        side, output = role.upper(), places.made(role, line.word)
        if output:
            kinds = view.look.diagnosis.error_kinds(view.roles[role])
            # What is missed of several words can be of several kinds.
            each = dict.fromkeys(kind_name(kinds.shape_of(word), kinds.cause_of(word)) for word in words)
            every.append(
                _("{system}: {made} ({kind})", system=side, made=output, kind=_("; ").join(filter(None, each)))
            )
            continue
        left_out = any(at < end and to > start for at, to in line.off.get(role, ()))
        every.append(_("{system}: {made}", system=side, made=_("not compared") if left_out else _("not wrong")))
    output = reduce(lambda some, more: _("{some}; {more}", some=some, more=more), every)
    around = f"{line.text[:start]} {line.text[start:end]} {line.text[end:]}".strip()
    return {
        "id": f"{line.sentence + 1}.{line.number + 1}",
        "sentence": f"{line.sentence + 1:,}",
        "leads": _("sentence {number:,}", number=line.sentence + 1),
        "says": _("{sentence}. {made}.", sentence=around, made=output),
        "made": output,
        "text": stand_in(line.text),
        "span": line.span,
        "cuts": line.cuts,
        "wrong": list(line.wrong.values()),
        "off": list(line.off.values()),
    }
