"""The words of a selection, or the patterns of a system's errors, as a table; and the places of the chosen one.

Places are a line each with the word in the middle, and the sentence of the chosen one is a ribbon. The lines are a
component that draws itself: whatever it is given it sets as text. What is clicked in it becomes a part of the
selection; what an address says of that is checked here against what there is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.charts.layout import short_by_name
from cwsdiag.diagnosis.word_types import Form, WordTypes
from cwsdiag.exhibits.exhibit import MISSED, Content, Exhibit, RibbonExample, drawing_of
from cwsdiag.frames import bucket_name
from cwsdiag.languages import _, n_, translated
from cwsdiag.languages.visible import stand_in, visible
from cwsdiag.output import Table
from cwsdiag.strings import Way
from cwsdiag.text import Segmentation
from cwsdiag.ui import state
from cwsdiag.ui.diagnosis.selection import ALL, KeyColumn, Selection, condition_text, pressed
from cwsdiag.ui.shell import leads, navigation, show, tables, widgets
from cwsdiag.ui.shell.view import View
from cwsdiag.ui.state import Key
from cwsdiag.views import ribbons
from cwsdiag.views.columns import PATTERNS, WORDS, Column, Columns, Format
from cwsdiag.views.patterns import PatternPlaces, Patterns
from cwsdiag.views.ribbons import PlaceLine
from cwsdiag.views.sentence import ABSENT, place_of, word_at
from cwsdiag.views.wording import kind_name, points

NEVER_WRONG = "✓"


def patterns_note(of: Patterns, table: pd.DataFrame, view: View, name: str) -> str:
    """Say how many patterns of a system there are, in how many places, and how much of what its F1 lacks they are."""
    f1 = next(one.f1 for one in view.look.scores if one.name == name)
    return _(
        "{patterns} of {name} in {places}: {part:.1f} of {lost} that its F1 lacks.",
        patterns=n_("{n:,} pattern", "{n:,} patterns", len(table)),
        name=name,
        places=n_("{n:,} place", "{n:,} places", int(table["places"].sum())),
        part=100 * of.share(int(table["cost"].sum())),
        lost=points(1 - f1),
    )


def nothing(selection: Selection, *, name: str = "") -> None:
    """Say that no word is left, or no pattern of the system of a name, and lead back to where some are."""
    if not (selection.show != ALL or selection.text or selection.where or selection.missed):
        right = _("{name} gets all of these words right.", name=name)
        widgets.box("info", right if name else _("There is no gold word in this bucket."))
        return
    widgets.box("info", _("No word passes the filters."))

    def clear() -> None:
        for key in (Key.SHOW, Key.TEXT, Key.WHERE, Key.OF, Key.SHAPE, Key.CAUSE):
            state.put(key, None)

    label = _("Show all words of the bucket")
    st.button(label, icon=":material/filter_alt_off:", key="clear", on_click=clear)


def words_table(view: View, table: pd.DataFrame, selection: Selection) -> tuple[str, KeyColumn]:
    """Draw the words; return the one whose places are to be shown, and the column that they are."""
    words = table["word"].tolist()
    word = state.choose(Key.WORD, words) or words[0]
    part = tables.listed(table, words.index(word))
    words = part["word"].tolist()

    def choose(row: int, column: str = "") -> None:
        state.put(Key.WORD, words[row])
        role = column.removeprefix("made_")
        choose_form(role, part[column][row] if column == f"made_{role}" else "")

    widths = {f"value_{key}": 92 for key in selection.columns} | {f"made_{role}": 126 for role in view.roles}
    tables.choosing_table(
        _marked(part, view),
        tables.columns(_word_columns(view, table, selection), word=70, **widths),
        key="words",
        chosen=words.index(word),
        lead=choose,
        lead_cell=choose,
        alt=_("Words of the selection, those with the most errors of A first"),
        height="stretch",
    )
    widgets.note(tables.cut_words_text(len(table)))
    return word, KeyColumn(len(words), words.index(word), choose)


def patterns_table(
    of: Patterns, table: pd.DataFrame, words: WordTypes, selection: Selection, ways: Mapping[str, Sequence[Way]] | None
) -> tuple[PatternPlaces, KeyColumn]:
    """Draw the patterns; return the places of the one that is chosen, and the column that they are.

    Args:
        of: all patterns of the system.
        table: those that are shown.
        words: of which at least one stands in each.
        selection: how they are shown.
        ways: how training cuts their characters; None without a training text, or while that is not known yet.
    """
    numbers: list[int] = table["number"].tolist()
    asked = of.numbers.get(state.get(Key.PATTERN) or "", -1)
    # A link may name a literal one: it is listed with its kind, and its own places are drawn.
    if (
        asked < 0
        or int(of.top(asked)) not in numbers
        or not len(of.places(asked, words.units.words[words.chosen(selection.show)]))
    ):
        state.correct(Key.PATTERN, None)
        asked = numbers[0]
    top = int(of.top(asked))
    part = tables.listed(table, numbers.index(top))
    numbers = part["number"].tolist()
    shown = part if ways is None else of.with_training(part)
    columns = {key: column for key, column in PATTERNS.items() if key in shown}
    columns["made"] = columns["made"].called(_("{system} made of them", system=selection.role.upper()))

    def choose(row: int) -> None:
        state.put(Key.PATTERN, of.names[numbers[row]])
        state.put(Key.FORM, None)
        state.put(Key.PLACE, None)

    tables.choosing_table(
        shown,
        tables.columns(columns, gold=104, made=104, training=142),
        key="patterns",
        chosen=numbers.index(top),
        lead=choose,
        alt=_("Patterns of errors, the most costly first"),
        height="stretch",
    )
    widgets.note(tables.cut_words_text(len(table)))
    pattern = PatternPlaces(of, asked, words, show=selection.show, ways=ways)
    return pattern, KeyColumn(len(numbers), numbers.index(top), choose)


def words_exhibit(view: View, table: pd.DataFrame, selection: Selection) -> Exhibit:
    """Return what can be kept of the words: a selection that findings can name, or a table to be saved."""
    missed = selection.missed
    # What can be named is of A.
    if selection.text or (missed is not None and (selection.role == "b" or not (missed.shape or missed.cause))):
        columns = _word_columns(view, table, selection)
        content = Content(_("Words"), "", table=lambda: Table(_marked(table, view), columns))
        return show.alone("diagnosis", "words", content, view.look)
    options = {**view.pair, "which": selection.show}
    options |= {key: value for key in ("shape", "cause") if (value := getattr(missed, key, None))}
    if selection.where:
        options["where"] = ",".join(map(condition_text, selection.where))
    if selection.key is not None:
        options["attribute"] = selection.key
    if selection.key == "miss":
        options[MISSED] = "".join(view.roles)
    if selection.bucket is not None:
        options["bucket"] = str(selection.bucket)
    return show.exhibit(view.look, "words", **options)


def patterns_exhibit(
    view: View, of: Patterns, table: pd.DataFrame, ways: Mapping[str, Sequence[Way]] | None
) -> Exhibit:
    """Return what is saved of the patterns: all, with how training cuts their characters where that is known."""

    def whole() -> Table:
        every = table if ways is None else of.with_training(table)
        return Table(every, {key: column for key, column in PATTERNS.items() if key in every})

    return show.alone("diagnosis", "patterns", Content(_("Patterns of errors"), "", table=whole), view.look)


def _marked(table: pd.DataFrame, view: View) -> pd.DataFrame:
    """Return the table with what systems made of words, how often, and in how many places something else.

    A mark stands where a system was right each time, nothing where it was never compared.
    """
    marked = {}
    for role in view.roles:
        cells: list[str | None] = []
        columns = (table[f"{what}_{role}"].tolist() for what in ("made", "times", "others", "right"))
        for made, times, others, right in zip(*columns, strict=True):
            if not made:
                cells.append(NEVER_WRONG if right else None)
            elif others:
                rest = n_("{n:,} other", "{n:,} others", others)
                cells.append(_("{made} {times:,}×, {others}", made=made, times=times, others=rest))
            else:
                cells.append(f"{made} {times:,}×")
        marked[f"made_{role}"] = pd.array(cells, dtype="str")
    for one in view.look.diagnosis.attributes:
        if one.attribute.categorical and (column := f"value_{one.attribute.key}") in table:
            marked[column] = pd.array(list(map(bucket_name, table[column])), dtype="str")
    return table.assign(**marked)


def _word_columns(view: View, table: pd.DataFrame, selection: Selection) -> Columns:
    columns = {key: WORDS[key] for key in ("word", "count")}
    for key in selection.columns:
        attribute = view.look.diagnosis.attribute(key).attribute
        whole = attribute.integer and bool((table[f"value_{key}"] % 1 == 0).all())
        usual: Format = "count" if whole else "points" if attribute.integer else "score"
        label, meaning = widgets.plain(translated(attribute.label)), widgets.meaning(attribute)
        meaning = _("{attribute}: {meaning}", attribute=label, meaning=meaning)
        columns[f"value_{key}"] = Column(key, meaning, format="text" if attribute.categorical else usual)
    for side in map(str.upper, view.roles):
        label, meaning = _("{system} wrong", system=side), _("Errors of {system}.", system=side)
        columns[f"wrong_{side.lower()}"] = Column(label, meaning, format="count")
        meaning = _(
            "What {system} made of the word most often where it was wrong, in how many places, and in how many it made "
            "something else; {mark} where it never was wrong. A click shows only the places of that form.",
            system=side,
            mark=NEVER_WRONG,
        )
        columns[f"made_{side.lower()}"] = Column(_("{system} made of it", system=side), meaning)
    return columns


PLACES_SHOWN = 100
# Of a frequent word systems can make more forms than anybody reads.
_FORMS_SHOWN = 200
# Latin letters that the name of a system may have over the places, as in the side bar.
_LONGEST_NAME = 26
# Of the drawing, in pixels: in half of a page its lines are shorter, so that characters are of a size that is read.
_WIDTH = 450
_SHOWN = "places shown"
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
    place = word_at(gold, state.get(Key.PLACE) or "")
    if place is not None and place in places:
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
    limit = st.session_state.get(_SHOWN, {}).get(places.title, PLACES_SHOWN)
    wanted = places.places[:limit]
    # Whoever follows a link to a place finds it among the lines, but not all that stand before it.
    wanted = wanted if places.chosen in wanted else [*wanted, places.chosen]
    rows = [_line(view, places, line) for line in ribbons.lines(gold, systems, wanted, size=places.size)]
    own = KeyColumn(len(rows), wanted.index(places.chosen), lambda row: state.put(Key.PLACE, rows[row]["id"]), exhibit)
    # The address of a sentence's page, but for the number of the sentence at its end. As ``leads.to_sentence`` leads:
    # another sentence or a search must not stand beside the number.
    left_out = (Key.TEXT, Key.SENTENCE, Key.PLACE)
    kept = {key: value for key, value in navigation.address("sentences").items() if key not in left_out}

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
            "digits": max(len(row["sentence"]) for row in rows),
            "form": ":".join(map(visible, places.form or ())),
            "address": f"{navigation.page('sentences').url_path}?{urlencode(kept | {Key.SENTENCE: ''})}",
            "chosen": place_of(gold, places.chosen),
            "systems": [_system(view, places, role, system) for role, system in systems.items()],
            "lines": rows,
        },
        on_place_change=lambda: state.put(Key.PLACE, clicked("place")),
        on_sentence_change=to_its_sentence,
        on_key_change=lambda: pressed(clicked("key"), [*beside, own]),
        on_form_change=lambda: choose_form(*clicked("form").partition(":")[::2]),
    )
    if len(places.places) > len(wanted):
        more = {places.title: limit + 2 * PLACES_SHOWN}
        st.button(
            n_("Show more of the {n:,} place", "Show more of the {n:,} places", len(places.places)),
            key="more places",
            on_click=partial(st.session_state.__setitem__, _SHOWN, more),
        )


def _system(view: View, places: Places, role: str, system: Segmentation) -> dict[str, Any]:
    """Return a system and what it made of the word."""
    forms, name = places.forms[role], system.name
    listed = [form for place, form in enumerate(forms) if place < _FORMS_SHOWN or places.form == (role, form.text)]
    is_compared = bool(system.covered(view.look.dataset.gold.word_starts[places.places]).any())
    return {
        "key": role,
        "role": role.upper(),
        "name": name,
        "short": short_by_name(tuple(view.roles.values()), _LONGEST_NAME)[name],
        "colour": view.colours[name],
        "heading": _("made") if forms else NEVER_WRONG if is_compared else ABSENT,
        "called": _("What {system} made of it", system=role.upper()),
        "forms": [{"text": visible(form.text), "places": form.places} for form in listed],
        "rest": len(forms) - len(listed),
    }


def sentence(view: View, places: Places) -> Exhibit:
    """Draw the sentence of the chosen place; return what it is."""
    gold = view.look.dataset.gold
    number = int(gold.sentence_ids[places.chosen])
    aim = int(gold.word_starts[places.chosen]), int(gold.word_ends[places.chosen + places.size - 1])
    svg = drawing_of(view.look, RibbonExample(number, view.roles, aim), _WIDTH, theme.FONT_SIZE, show.ground())
    exhibit = show.exhibit(view.look, "sentence", sentence=str(number + 1), **view.pair)
    with st.container(horizontal=True, key="place beside"):
        show.drawing(svg, key="place drawing")
        show.menu(exhibit, key="place")
    return exhibit


def _line(view: View, places: Places, line: PlaceLine) -> dict[str, Any]:
    start, end = line.span
    every = []
    for role, name in view.roles.items():
        made = places.made(role, line.word)
        if made:
            kinds = view.look.diagnosis.error_kinds(name)
            # What is missed of several words can be of several kinds.
            words = range(line.word, line.word + places.size)
            each = dict.fromkeys(kind_name(kinds.shape_of(word), kinds.cause_of(word)) for word in words)
            kind = _("; ").join(filter(None, each))
            every.append(_("{system}: {made} ({kind})", system=role.upper(), made=made, kind=kind))
        else:
            is_left_out = any(at < end and to > start for at, to in line.off[role])
            why = _("not compared") if is_left_out else _("not wrong")
            every.append(_("{system}: {made}", system=role.upper(), made=why))
    output = _("; ").join(every)
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
