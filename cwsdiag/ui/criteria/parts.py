"""Parts of the Criteria page: Transfer, Maps, Sources, and a text of one's own.

Each draws exhibits and returns the one whose signature stands under the page; None where there is nothing to show.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.errors import CwsdiagError, SettingError
from cwsdiag.exhibits import criteria
from cwsdiag.languages import _, lazy, translated
from cwsdiag.project import File
from cwsdiag.report.criteria import text_doubts
from cwsdiag.signature import file_part, segmenter_part
from cwsdiag.study import DEFAULT_SEEDS, averaged_over, curves_part, differences, fit, orders, own_curves
from cwsdiag.ui.criteria import learning, words
from cwsdiag.ui.criteria.bench import PAIRS_HEIGHT, choose_pair, to_words
from cwsdiag.ui.data import project_data
from cwsdiag.ui.shell import show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.work.results import kept
from cwsdiag.views.columns import FIT
from cwsdiag.views.wording import listed, model_said, on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.exhibits.exhibit import Content
    from cwsdiag.study import Corpus, Order
    from cwsdiag.ui.criteria.bench import Bench

_TRANSFER, _CURVES = "built-in transfer", "selection curves"
_NO_MODEL = lazy(
    "No prediction here says what its system was trained on, so it is not known how well models do elsewhere."
)
_NOTHING = lazy(
    "Say so in the project (trained_on = …), or have the built-in segmenter learn from the training data of every "
    "dataset."
)
_U = lazy(
    "U is F1 on a test text of a model trained on a dataset; Û = (U of the test text's own − U) / U of its own. "
    "Means of rows and columns include the diagonal. "
    "Predictions are scored on the texts as they are; the built-in segmenter learns from and cuts them as chosen "
    "above, except that runs of digits and letters stay: a single symbol would reveal where gold's words end."
)
_NO_MAP = lazy("No model has U in both directions for two datasets, so there is no map from U. See Transfer.")
_DISTANCE = lazy(
    "Distance: 2 − (Z(a, b) / Z(b, b) + Z(b, a) / Z(a, a)), not below 0, for Z = Ψ or U; the maps by classical "
    "multidimensional scaling, that from U turned to lie like that from Ψ. Stress: how much of the distances is lost, "
    "0 is nothing."
)
_ORDERS = 16
_FILE, _UPLOADER = "text to be fitted", "fit upload"
_RESAMPLES, _SEED = 1000, 0
_WANTED = lazy("A segmented text: one sentence per line, blanks between words. It stays in your session.")
_QUESTION = lazy("Which dataset's criterion does a text of your own follow?")
_ASK = lazy("Drop a file on the field above: it is compared with the training data of every dataset.")


def transfer(bench: Bench) -> Content | None:
    """Draw how well models do elsewhere, and whether Ψ predicts it."""
    measure = state.choose(Key.MEASURE, criteria.MEASURES) or "u"
    names = list(dict.fromkeys(one.model for one in bench.transfers))
    name = state.choose(Key.MODEL, names) or next(iter(names), None)
    with st.container(horizontal=True, vertical_alignment="center", key="transfer controls"):
        if name is not None:
            with widgets.controls("transfer", in_a_row=True):
                if len(names) > 1:
                    state.bind(Key.MODEL, st.selectbox, value=name, label=_("Model"), options=names, width=190,
                               format_func=model_said, label_visibility="collapsed",
                               help=_("The model that was trained on every dataset."))  # fmt: skip
                widgets.segments(Key.MEASURE, criteria.MEASURES, measure, label=_("Measure"))
        job = learning.transfer_controls(bench, key=_TRANSFER)
    learnt = learning.result(job, key=_TRANSFER)
    if learnt is not None and learnt.model not in bench.learnt:
        # It ended while the page was being drawn.
        st.rerun()
    if name is None:
        bench.say(_NO_MODEL)
        widgets.box("info", _NOTHING)
        return None
    train, test = bench.selected()
    selected = None if train is None or test is None else (train, test)
    of_project = name not in bench.learnt
    content = criteria.transfer(bench, name, measure, selected=selected)
    matrix = bench.exhibit("transfer", content, of_project=of_project, model=name, measure=measure)
    related = bench.exhibit("relation", criteria.relation(bench, name), of_project=of_project, model=name)
    bench.say(content.sentence, content.remark)
    left, right = st.columns(2, gap="medium")
    with left:
        show.chart(
            matrix,
            key="transfer matrix",
            title=content.title,
            remark=_("rows: trained on, columns: tested on"),
            click=lambda mark: to_words(*mark),
            size=HALF,
        )
    with right:
        title, remark = _("Does Ψ predict U?"), _("one point per pair; a click: its words")
        if related.content.chart is None:
            widgets.heading(title)
            widgets.box("info", _("There is no pair for which both Ψ and U are known."))
        show.chart(related, key="relation", title=title, remark=remark, click=lambda mark: to_words(*mark), size=HALF)
    left, right = st.columns([0.56, 0.44], gap="medium")
    with left:
        bench.pairs_table(matrix, _("U of every pair"), key="transfer pairs", lead=to_words, psi=58)
    with right:
        widgets.heading(_("Rank correlation of Ψ and U"))
        show.table(related, key="relations", test=126, p=66, pairs=50, how=94)
        widgets.note(_("It is undefined with fewer than three pairs or equal values."))
    widgets.note(_U)
    return content


def maps(bench: Bench) -> Content | None:
    """Draw maps of the datasets, from Ψ and from U; two clicks choose a pair."""
    train, test = bench.selected()
    by_psi, by_u = (criteria.map_by(bench, by, train=train, test=test) for by in ("psi", "u"))
    bench.say(by_psi.sentence, by_psi.remark)
    if by_psi.chart is None and by_u.chart is None:
        return None
    if train is None:
        widgets.said(_("Click two datasets, one after the other: training data, then test text."))
    elif test is None:
        widgets.said(
            _("Training data: {train}. Now click the dataset whose test text you want to look at.", train=train)
        )
    else:
        widgets.said(
            _(
                "Chosen: {train} → {test}, whose words are below. Click two other datasets for another pair.",
                train=train,
                test=test,
            )
        )
    models = [one.model for one in averaged_over(bench.transfers)]
    of_project = bench.learnt.keys().isdisjoint(models)
    drawn = bench.exhibit("map", by_psi, by="psi"), bench.exhibit("map", by_u, of_project=of_project, by="u")
    for column, exhibit, title in zip(st.columns(2, gap="medium"), drawn, (_("From Ψ"), _("From U")), strict=True):
        with column:
            if exhibit.content.chart is None:
                widgets.heading(title)
                widgets.box("info", _("Fewer than two datasets have all distances.") if models else _NO_MAP)
            key = f"{exhibit.options['by']} map"
            show.chart(exhibit, key=key, title=title, click=lambda mark: choose_point(mark[0]), size=HALF)
    if models:
        names = listed([model_said(name) for name in models])
        widgets.note(_("U: distances averaged over {models}.", models=names))
    if train is not None and test is not None:
        words.of_datasets(bench, train, test)
    bench.pairs_table(drawn[0], _("Distances"), key="map distances", lead=choose_pair)
    widgets.note(_DISTANCE)
    return by_u


def choose_point(name: str) -> None:
    """In a callback: take a dataset as training data or, where that is there and no test text, as test text."""
    train = state.get(Key.TRAIN)
    if train is not None and state.get(Key.TEST) is None:
        choose_pair(train, name)
    else:
        choose_pair(name, "")


def sources(bench: Bench) -> Content | None:
    """Draw which further training data to add for a target, in which order, and what it brings."""
    target = state.choose(Key.TEST, bench.trainable) or bench.trainable[0]
    with widgets.controls("target"):
        state.bind(Key.TEST, st.selectbox, value=target, label=_("Target"), options=list(bench.trainable), width=320,
                   help=_("The dataset for which more training data is wanted."))  # fmt: skip
    if len(bench.trainable) < 2:
        only = _(
            "{name} is the only dataset here with segmented training text, so there is no source to add.", name=target
        )
        bench.say(only, translated(criteria.TWO))
        return None
    ways = kept(
        bench.chosen.scope,
        "orders",
        (project_data.stamps(bench.chosen), bench.chosen.normalise, target),
        lambda: orders(bench.corpus(target), bench.corpora),
        places=_ORDERS,
    )
    content = criteria.sources(bench, target, ways=ways)
    bench.say(content.sentence, content.remark)
    exhibit = bench.exhibit("sources", content, target=target)

    def to_source(mark: Sequence[Any]) -> None:
        to_words(mark[0] or target, target)

    left, right = st.columns(2, gap="medium")
    with left:
        title, remark = _("Ψ as sources are added"), _("a click: its words")
        show.chart(exhibit, key="order psi", title=title, remark=remark, click=to_source, size=HALF)
    with right:
        head = st.container()
        curves = _curves(bench, target, ways)
        with head:
            title, remark = _("F1 as sources are added"), _("on the target's test text; bars: the range over seeds")
            if curves is None:
                widgets.heading(title, remark)
            else:
                show.heading(bench.exhibit("curves", curves), key="order f1 head", title=title, remark=remark)
        if curves is not None:
            shown = bench.exhibit("curves", curves)
            show.chart(shown, key="order f1", click=to_source, size=HALF)
            widths: dict[str, Any] = {"way": 80, "step": 60, "f1": 66, "f1_min": 66, "f1_max": 66, "seeds": 58}
            show.table(shown, key="order curves", height=PAIRS_HEIGHT, **widths)
            widgets.note(curves.sentence, curves.remark)
    with left:
        show.table(exhibit, key="orders", height=PAIRS_HEIGHT, order=80, step=60, source=220, psi=58)
    widgets.note(
        _(
            "Starting from the target's own training data, the next source is the one with which Ψ of all data so far "
            "is largest (max) or smallest (min), or a random one (random, {seeds} seeds).",
            seeds=DEFAULT_SEEDS,
        )
    )
    return curves or content


def _curves(bench: Bench, target: str, ways: Sequence[Order]) -> Content | None:
    """Draw what has F1 curves made; return F1 of the built-in segmenter and of curves of the project, if any."""
    job = learning.curves_controls(bench, target, ways, key=_CURVES)
    learnt = learning.result(job, key=_CURVES) is not None
    try:
        own = own_curves(bench.chosen.spec.curves, ways)
    except SettingError as error:
        widgets.box("warning", on_page(error))
        own = []
    if not learnt and not own:
        return None
    named = curves_part([curve for curve in bench.chosen.spec.curves if curve.target == target])
    settings: dict[str, object] = {**named, "target": target, "ways": ",".join(order.name for order in ways)}
    if learnt:
        name = f"{learning.LEARNER} {learning.TEMPLATE}"
        settings |= {"segmenter": segmenter_part(name, bench.chosen.normalise), "seed": 0, "seeds": DEFAULT_SEEDS}
    return criteria.curves_of(bench, target, learning.made_curves(bench) if learnt else [], own, settings)


def own_text(bench: Bench) -> Content | None:
    """Draw which dataset's criterion a text follows that somebody drops, and the words that cost it most."""
    with widgets.controls("fit"):
        st.file_uploader(_("Your segmented text"), key=_UPLOADER, on_change=_take, help=translated(_WANTED))
    file: File | None = st.session_state.get(_FILE)
    if file is None:
        bench.say(_QUESTION)
        widgets.box("info", _ASK)
        return None
    normalise = bench.chosen.normalise
    stamp = (file.stamp, project_data.stamps(bench.chosen), normalise)
    try:
        text = kept("session", "text", (file.stamp, normalise), lambda: file.test_text(normalise))
        with st.spinner(_("Comparing it with the training data of every dataset …")):
            # With a memory of their own for this session: no word of its file stays with the server's.
            corpora = kept(
                "session", "corpora apart", stamp[1:], lambda: [_apart(one) for one in bench.corpora], places=1
            )
            fits = kept("session", "fits", stamp, lambda: fit(text, corpora, resamples=_RESAMPLES, seed=_SEED))
    except CwsdiagError as error:
        bench.say(_QUESTION)
        widgets.box("error", on_page(error), title=_("This file cannot be used"))
        return None
    settings = {"text": file_part(text), "resamples": _RESAMPLES, "seed": _SEED}
    content = criteria.fit_of(bench, fits, file.file_name, len(text), settings)
    bench.say(content.sentence, content.remark)
    for doubt in text_doubts(text):
        widgets.box("warning", doubt)
    exhibit, names = bench.exhibit("fit", content), [one.name for one in fits]
    title, remark = _("Nearest first"), _("a click: the words that cost most under this training data")
    show.chart(exhibit, key="fit", title=title, remark=remark, click=lambda mark: _look_at(mark[0]))
    widths: dict[str, Any] = {**dict.fromkeys(FIT, 52), "name": 150}
    show.table(exhibit, key="fits", lead=lambda row: _look_at(names[row]), **widths)

    train = state.choose(Key.TRAIN, names) or names[0]
    training_text = project_data.training_text(bench.chosen, train)
    training = next(one.training for one in corpora if one.name == train)
    if training_text is not None and training is not None:
        widgets.heading(f"{train} → {file.file_name}", _("the words of the text that cost most"))
        with st.spinner(_("Looking up the words …")):
            costliest = kept(
                "session", "differences", (*stamp, train), lambda: differences(training, training_text, text)
            )
        words.draw(
            costliest,
            [(train, _("training data"), training_text), (file.file_name, _("text"), text)],
            has_own=False,
            nothing=_("No word of the text costs anything: the training data always has all of them as words."),
        )
    return content


def _take() -> None:
    """In a callback: keep the file, which outlives a visit to another page."""
    upload = st.session_state[_UPLOADER]
    if upload is not None:
        st.session_state[_FILE] = File.uploaded("gold", upload.name, upload.getvalue())
        # Begin with the nearest dataset, whichever that will be.
        _look_at("")


def _apart(corpus: Corpus) -> Corpus:
    return corpus if corpus.training is None else replace(corpus, training=corpus.training.apart())


def _look_at(train: str) -> None:
    """In a callback: look at the words of the text under the training data of a dataset."""
    choose_pair(train, state.get(Key.TEST) or "")
