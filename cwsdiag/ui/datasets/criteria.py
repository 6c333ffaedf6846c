"""The views of the page Datasets about criteria: Ψ, transfer, maps, sources, and a text of one's own.

Below them the words that Ψ of a test text under training data is lost by, and how both cut one of them; the test text
is that of a dataset, or one of the person's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

import pandas as pd
import streamlit as st

from cwsdiag.charts.theme import HALF
from cwsdiag.errors import CwsdiagError, SettingError
from cwsdiag.exhibits import criteria
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.languages import _, lazy, n_
from cwsdiag.languages.visible import escape
from cwsdiag.project import File
from cwsdiag.project.studies import text_of
from cwsdiag.report.criteria import text_doubts
from cwsdiag.signature import file_part, segmenter_part
from cwsdiag.study import (
    DEFAULT_SEEDS,
    Concordance,
    Corpus,
    Cut,
    Fit,
    Order,
    Place,
    WordDifference,
    averaged_over,
    curves_part,
    differences,
    fit,
    orders,
    own_curves,
)
from cwsdiag.text import Segmentation
from cwsdiag.ui import state
from cwsdiag.ui.data import project_data
from cwsdiag.ui.datasets.room import (
    LEARNER,
    TEMPLATE,
    Room,
    choose_pair,
    curves_learnt,
    draw,
    learn_curves,
    learn_transfer,
    numbers,
)
from cwsdiag.ui.shell import show, tables, widgets
from cwsdiag.ui.state import Key
from cwsdiag.ui.work.results import kept
from cwsdiag.views.across import friedman_sentence
from cwsdiag.views.columns import FIT, WORD_LOSSES
from cwsdiag.views.wording import in_turn, listed, model_label, number, on_page

_PAIRS: dict[str, Any] = {"names": ("train", "test"), "train": 132, "test": 132, "psi": 58}
_PSI = lazy(
    "Ψ says how consistently training data has the words of a test text as words: for each of them the share of the "
    "string's occurrences in the training data that are the word, averaged over the test text, × 100."
)
_U = lazy(
    "U is F1 on a test text of a model trained on a dataset; Û = (U of the test text's own − U) / U of its own. "
    "Means of rows and columns include the diagonal. "
    "Predictions are scored on the texts as they are; the built-in segmenter learns from and cuts them as chosen "
    "above, except that runs of digits and letters stay: a single symbol would reveal where gold's words end."
)
_DISTANCE = lazy(
    "Distance: 2 − (Z(a, b) / Z(b, b) + Z(b, a) / Z(a, a)), not below 0, for Z = Ψ or U; the maps by classical "
    "multidimensional scaling, that from U turned to lie like that from Ψ. Stress: how much of the distances is lost, "
    "0 is nothing."
)
_ORDERS = 16
_FILE, _UPLOADER = "text to be fitted", "fit upload"
_RESAMPLES, _SEED = 1000, 0


def to_words(train: str, test: str) -> None:
    """In a callback: show the words of a pair."""
    choose_pair(train, test)
    state.put(Key.PART, "consistency")


def consistency(room: Room) -> None:
    """Draw Ψ of all training data and test texts, and the words of a pair."""
    one, (train, test) = room.criteria, _pair(room)
    content = criteria.psi(one, selected=(train, test))
    exhibit = room.of_texts("psi", content if len(one.names) > 1 else replace(content, chart=None, table=None))
    tested = friedman_sentence(one.matrix.test(), treatments="test texts", blocks="training data")
    draw(exhibit, key="psi matrix", click=choose_pair, about=[_PSI, tested], fold=True,
         aside=lambda below: _words_of(room, train, test, below), lost=58, **_PAIRS)  # fmt: skip


def _pair(room: Room) -> tuple[str, str]:
    """Return the selected training data and test text; without a selection, where Ψ loses most."""
    train, test = room.pair
    pairs = criteria.psi(room.criteria).table
    if (train is None or test is None) and pairs is not None:
        for row in pairs().frame.dropna(subset=["psi"]).itertuples():
            if row.train != row.test and train in (None, row.train) and test in (None, row.test):
                return row.train, row.test
    first = train or test or room.criteria.names[0]
    return first, test or first


def _words_of(room: Room, train: str, test: str, below: Any) -> None:
    """Draw the words of a pair of datasets; see ``draw_words``."""
    one = room.criteria
    has_own = train != test and test in one.trainable

    def psi(name: str) -> str:
        return number(float(one.matrix.values[one.names.index(name), one.names.index(test)]), 1)

    size = n_("{n:,} word", "{n:,} words", len(one.corpus(test).test))
    remark = _("Ψ {psi} over {words}", psi=psi(train), words=size)
    if has_own:
        remark = _("Ψ {psi} over {words}; {own} under its own training data", psi=psi(train), own=psi(test), words=size)
    widgets.heading(test if train == test else f"{train} → {test}", remark)
    if train not in one.trainable:
        lacks = _("{dataset} has no segmented training text, so there is nothing to compare with.", dataset=train)
        widgets.box("info", lacks)
        return
    with st.spinner(_("Looking up the words …")):
        costliest = project_data.differences_of(room.chosen, train, test)
    sides: list[Side] = [
        (name, _("training data"), project_data.training_text(room.chosen, name))
        for name in ([train, test] if has_own else [train])
    ]
    sides.insert(1, (test, _("test text"), one.corpus(test).test))
    draw_words(costliest, sides, below, has_own=has_own, nothing=_("No word loses anything here."))


def transfer(room: Room) -> None:
    """Draw how well models do elsewhere, and whether Ψ predicts it."""
    one = room.criteria
    learnt = learn_transfer(room.chosen, one.trainable, room.row)
    if learnt is not None and learnt.model not in one.learnt:
        # It ended while the page was being drawn.
        st.rerun()
    names = list(dict.fromkeys(model.model for model in one.transfers))
    name = state.choose(Key.MODEL, names) or next(iter(names), None)
    if name is None:
        widgets.lead(
            _(
                "No prediction here says what its system was trained on, so it is not known how well models do "
                "elsewhere."
            ),
            _(
                "Say so in the project (trained_on = …), or have the built-in segmenter learn from the training data "
                "of every dataset."
            ),
        )
        return
    with room.row:
        if len(names) > 1:
            labels = {model: model_label(model) for model in names}
            widgets.select(Key.MODEL, labels, name, label=_("Model"), label_visibility="collapsed", width=190)
        measure = widgets.segments(Key.MEASURE, criteria.MEASURES, label=_("Measure"))
    train, test = room.pair
    selected = None if train is None or test is None else (train, test)
    by_model: dict[str, Any] = {"learnt": name in one.learnt, "model": name}
    content = criteria.transfer(one, name, measure, selected=selected)
    matrix = room.of_texts("transfer", content, measure=measure, **by_model)
    draw(matrix, key="transfer matrix", click=to_words, about=[_U], beside=True, **_PAIRS)
    related = room.of_texts("relation", criteria.relation(one, name), **by_model)
    about = [_("It is undefined with fewer than three pairs or equal values.")]
    draw(related, key="relation", title=_("Does Ψ predict U?"), click=to_words, about=about, beside=True,
         test=126, p=66, pairs=50, how=94)  # fmt: skip


def maps(room: Room) -> None:
    """Draw maps of the datasets, from Ψ and from U; two clicks choose a pair."""
    one, (train, test) = room.criteria, room.pair
    by_psi, by_u = (criteria.map_by(one, by, train=train, test=test) for by in ("psi", "u"))
    models = [model.model for model in averaged_over(one.transfers)]
    averaged = ""
    if models:
        names = listed([model_label(name) for name in models])
        averaged = _("U: distances averaged over {models}.", models=names)
    widgets.lead(by_psi.sentence, in_turn(by_psi.remark, averaged, _DISTANCE))
    if by_psi.chart is None and by_u.chart is None:
        return
    if train is None or test is None:
        widgets.said(_("Click two datasets, one after the other: training data, then test text."))
    none = _("No model has U in both directions for two datasets, so there is no map from U. See Transfer.")
    if models:
        none = _("Fewer than two datasets have all distances.")
    learnt = not one.learnt.keys().isdisjoint(models)
    psi = room.of_texts("map", by_psi, by="psi")
    drawn = (psi, _("From Ψ"), "psi"), (room.of_texts("map", by_u, learnt=learnt, by="u"), _("From U"), "u")
    for column, (exhibit, title, by) in zip(st.columns(2, gap="medium"), drawn, strict=True):
        with column:
            if exhibit.content.chart is None:
                widgets.heading(title)
                widgets.box("info", none)
            show.chart(exhibit, key=f"{by} map", title=title, click=lambda mark: choose_point(mark[0]), size=HALF)
    if train is not None and test is not None:
        place, below = st.container(), st.container()
        with place:
            _words_of(room, train, test, below)
    numbers(psi, key="map distances", click=choose_pair, **_PAIRS)


def choose_point(name: str) -> None:
    """In a callback: take a dataset as training data or, where that is there and no test text, as test text."""
    train = state.get(Key.TRAIN)
    if train is not None and state.get(Key.TEST) is None:
        choose_pair(train, name)
    else:
        choose_pair(name, "")


def sources(room: Room) -> None:
    """Draw which further training data to add for a target, in which order, and what it brings."""
    one = room.criteria
    target = state.choose(Key.TEST, one.trainable) or one.trainable[0]
    with room.row:
        widgets.select(
            Key.TEST,
            {name: _("Target: {name}", name=name) for name in one.trainable},
            target,
            label=_("Target"),
            label_visibility="collapsed",
            help=_("The dataset for which more training data is wanted."),
            width=260,
        )
    if len(one.trainable) < 2:
        only = _(
            "{name} is the only dataset here with segmented training text, so there is no source to add.", name=target
        )
        widgets.lead(only, criteria.TWO)
        return
    stamp = (project_data.stamps(room.chosen), room.chosen.normalise, target)
    corpus = one.corpus(target)
    ways = kept(room.chosen.scope, "orders", stamp, lambda: orders(corpus, one.corpora), places=_ORDERS)

    def to_source(name: str) -> None:
        to_words(name if name in one.trainable else target, target)

    about = _(
        "Starting from the target's own training data, the next source is the one with which Ψ of all data so far is "
        "largest (max) or smallest (min), or a random one (random, {seeds} seeds).",
        seeds=DEFAULT_SEEDS,
    )
    exhibit = room.of_texts("sources", criteria.sources(one, target, ways=ways), target=target)
    draw(exhibit, key="order psi", click=to_source, names=["source"], about=[about], beside=True,
         order=80, step=60, source=220, psi=58)  # fmt: skip
    if (curves := _curves(room, target, ways)) is not None:
        title = _("F1 as sources are added")
        about = _("On the target's test text; bars: the range over seeds.")
        draw(room.of_texts("curves", curves), key="order f1", title=title, about=[curves.sentence, about],
             click=to_source, beside=True, way=80, step=60, f1=66, f1_min=66, f1_max=66, seeds=58)  # fmt: skip


def _curves(room: Room, target: str, ways: Sequence[Order]) -> Content | None:
    """Draw what has F1 curves made; return F1 of the built-in segmenter and of curves of the project, if any."""
    one = room.criteria
    learnt = learn_curves(room.chosen, one.trainable, room.row, target, ways) is not None
    curves, own = room.chosen.spec.curves, []
    try:
        own = own_curves(curves, ways)
    except SettingError as error:
        widgets.box("warning", on_page(error))
    if not learnt and not own:
        return None
    named = curves_part([curve for curve in curves if curve.target == target])
    settings: dict[str, object] = {**named, "target": target, "ways": ",".join(order.name for order in ways)}
    if learnt:
        name = f"{LEARNER} {TEMPLATE}"
        settings |= {"segmenter": segmenter_part(name, room.chosen.normalise), "seed": 0, "seeds": DEFAULT_SEEDS}
    made = curves_learnt(room.chosen, one.trainable) if learnt else []
    return criteria.curves_of(one, target, made, own, settings)


def own_text(room: Room) -> None:
    """Draw which dataset's criterion a text follows that somebody drops, and the words that cost it most."""
    with widgets.controls("fit"):
        wanted = _("A segmented text: one sentence per line, blanks between words. It stays in your session.")
        st.file_uploader(_("Your segmented text"), key=_UPLOADER, on_change=_take, help=wanted)
    file: File | None = st.session_state.get(_FILE)
    if file is None:
        ask = _("Drop a file on the field above: it is compared with the training data of every dataset.")
        widgets.lead(_("Which dataset's criterion does a text of your own follow?"), ask)
        return
    normalise, every = room.chosen.normalise, room.criteria.corpora
    stamp = (file.stamp, project_data.stamps(room.chosen), normalise)

    def fitted() -> tuple[Segmentation, list[Corpus], list[Fit]]:
        text = text_of(file, normalise)
        # With a memory of their own for this session: no word of its file stays with the server's.
        corpora = [one if one.training is None else replace(one, training=one.training.apart()) for one in every]
        return text, corpora, fit(text, corpora, resamples=_RESAMPLES, seed=_SEED)

    try:
        with st.spinner(_("Comparing it with the training data of every dataset …")):
            text, corpora, fits = kept("session", "fits", stamp, fitted, places=1)
    except CwsdiagError as error:
        widgets.box("error", on_page(error), title=_("This file cannot be used"))
        return
    settings = {"text": file_part(text), "resamples": _RESAMPLES, "seed": _SEED}
    exhibit = room.of_texts("fit", criteria.fit_of(room.criteria, fits, file.file_name, len(text), settings))
    names = [one.name for one in fits]
    train = state.choose(Key.TRAIN, names) or names[0]

    def words_under(below: Any) -> None:
        training_text = project_data.training_text(room.chosen, train)
        training = next(one.training for one in corpora if one.name == train)
        if training_text is None or training is None:
            return
        widgets.heading(f"{train} → {file.file_name}", _("the words of the text that cost most"))
        with st.spinner(_("Looking up the words …")):
            costliest = kept(
                "session", "differences", (*stamp, train), lambda: differences(training, training_text, text)
            )
        sides = [(train, _("training data"), training_text), (file.file_name, _("text"), text)]
        nothing = _("No word of the text costs anything: the training data always has all of them as words.")
        draw_words(costliest, sides, below, has_own=False, nothing=nothing)

    widths: dict[str, Any] = {**dict.fromkeys(FIT, 52), "name": 150}
    for doubt in text_doubts(text):
        widgets.box("warning", doubt)
    draw(exhibit, key="fit", click=_look_at, names=["name"], aside=words_under, fold=True, **widths)


def _take() -> None:
    """In a callback: keep the file, which outlives a visit to another page."""
    upload = st.session_state[_UPLOADER]
    if upload is not None:
        st.session_state[_FILE] = File.uploaded("gold", upload.name, upload.getvalue())
        # Begin with the nearest dataset, whichever that will be.
        _look_at("")


def _look_at(train: str) -> None:
    """In a callback: look at the words of the text under the training data of a dataset."""
    choose_pair(train, state.get(Key.TEST) or "")


# A text in which a word is looked at: the name of its dataset or file, which of the texts it is, and the text itself,
# None where it is not there.
Side = tuple[str, str, Segmentation | None]
_HEIGHT = 262
_COLUMNS = ("word", "count", "taken", "consistency", "occurs", "own_consistency", "cut")
# Ways to cut a string that are shown, sentences for each, and characters on either side of the string.
_WAYS, _SENTENCES, _AROUND = 4, 2, 12


def draw_words(
    words: Sequence[WordDifference], sides: Sequence[Side], below: Any, *, has_own: bool, nothing: str
) -> None:
    """Draw the words of a pair of training data and test text, and the chosen one in sentences.

    Args:
        words: those that take most from Ψ, costliest first.
        sides: where the chosen one is shown in sentences: the training data first.
        below: the place of these sentences.
        has_own: whether they are set against the test text's own training data, so that they have a loss; else a cost.
        nothing: what is said where there is none.
    """
    if not words:
        widgets.box("info", nothing)
        return
    strings = [one.loss.word for one in words]
    string = state.choose(Key.STRING, strings) or strings[0]
    measure = "loss" if has_own else "cost"
    frame = pd.DataFrame(
        [
            {
                "word": one.loss.word,
                "count": one.loss.count,
                "taken": getattr(one.loss, measure),
                "consistency": one.loss.consistency,
                "occurs": f"{one.loss.as_word:,} / {one.loss.as_string:,}",
                "own_consistency": one.loss.own_consistency,
                "cut": f"{cut_text(one.other[0])} {one.other[1]:,}×"
                if one.other is not None
                else _("not in the training data")
                if one.loss.is_unseen
                else None,
            }
            for one in words
        ]
    )
    columns = {**WORD_LOSSES, "taken": WORD_LOSSES[measure]}
    keys = [key for key in _COLUMNS if has_own or key != "own_consistency"]
    tables.choosing_table(
        frame,
        tables.columns(columns, keys, word=80, occurs=72, cut=170),
        key="strings",
        chosen=strings.index(string),
        lead=lambda row: state.put(Key.STRING, strings[row]),
        height=_HEIGHT,
        alt=_("The words that take most from Ψ, and how the training data has them"),
    )
    concordances = [(side, Concordance(side[2], string)) for side in sides if side[2] is not None]
    with below:
        widgets.heading(string)
        for column, shown in zip(st.columns(len(concordances), gap="medium"), concordances, strict=True):
            column.html(side_html(*shown))


def cut_text(cut: Cut) -> str:
    """Return a way to cut a string in words: ``split 年·代``, ``inside 年代``, ``across 今·年代``."""
    words = "·".join(cut.words)
    if cut.manner == "kept":
        return _("as a word {words}", words=words)
    if cut.manner == "split":
        return _("split {words}", words=words)
    return _("inside {words}", words=words) if cut.manner == "inside" else _("across {words}", words=words)


def side_html(side: Side, concordance: Concordance) -> str:
    """Return the HTML of all that a side makes of a string, the most frequent first, with sentences."""
    cuts = concordance.cuts()
    occurrences = n_("{n:,} occurrence", "{n:,} occurrences", len(concordance))
    parts = [f'<p class="cw-side"><b>{escape(side[0])}</b> {escape(side[1])}<small>{occurrences}</small></p>']
    if not cuts:
        text = _("The string does not occur.")
        parts.append(f'<p class="cw-note">{text}</p>')
    for cut, count in cuts[:_WAYS]:
        parts.append(f'<p class="cw-cut">{escape(cut_text(cut))} <small>{count:,}×</small></p>')
        parts += [sentence_html(place) for place in concordance.places(cut, limit=_SENTENCES)]
    left = cuts[_WAYS:]
    if left:
        text = n_(
            "{n:,} more way to cut it, {count:,}× in all.",
            "{n:,} more ways to cut it, {count:,}× in all.",
            len(left),
            count=sum(count for _cut, count in left),
        )
        parts.append(f'<p class="cw-note">{text}</p>')
    return "".join(parts)


def sentence_html(place: Place) -> str:
    """Return the HTML of the words around a place of a string, blanks between them, the string's characters marked."""
    text, starts = "".join(place.words), {*accumulate(map(len, place.words))}
    first, last = max(place.start - _AROUND, 0), min(place.end + _AROUND, len(text))
    html = "…" if first else ""
    for at in range(first, last):
        char = escape(text[at])
        gap = " " if at in starts and at > first else ""
        html += f"{gap}<mark>{char}</mark>" if place.start <= at < place.end else f"{gap}{char}"
    return f'<p class="cw-preview cw-example">{html}{"…" if last < len(text) else ""}</p>'
