"""What tells criteria apart, as documents and as text: Ψ and its words, the criterion of a text, sources to add."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict

from cwsdiag.exhibits.exhibit import Content
from cwsdiag.languages import _, n_
from cwsdiag.languages.visible import printable
from cwsdiag.output import Table
from cwsdiag.report.documents import Document
from cwsdiag.report.study import friedman_row, order_row, text_facts
from cwsdiag.report.terminal import content_lines
from cwsdiag.study import (
    Corpus,
    Curve,
    Fit,
    MeanCurve,
    Order,
    WordDifference,
    psi,
    selection_test,
    string_losses,
    way_curves,
)
from cwsdiag.study.corpora import corpora_signature
from cwsdiag.text import Segmentation
from cwsdiag.training import TrainingStats
from cwsdiag.views.columns import WORD_LOSSES
from cwsdiag.views.wording import counted, number

_CUTS_SHOWN = 3
_COLUMNS = ["word", "count", "as_word", "as_string", "consistency", "cost"]
# A mean word of Chinese has about 1.6 characters; fewer sentences than these make no interval.
_LONGEST_MEAN, _FEW = 6.0, 20


def psi_document(
    training: TrainingStats, test: Segmentation, losses: Sequence[WordDifference], *, own: TrainingStats | None
) -> Document:
    """Return Ψ × 100 of a test text, and the words that cost most.

    Args:
        training: segmented training text.
        test: the test text.
        losses: those words, from ``cwsdiag.study.differences`` with the same ``own``.
        own: training data under the test text's own criterion.
    """
    seen = sum(loss.count for loss in string_losses(training, test) if not loss.is_unseen)
    corpora = [Corpus("psi", training, test), *([] if own is None else [Corpus("own", own, test)])]

    def facts(data: TrainingStats) -> Document:
        return {"name": data.name, "sentences": data.sentences, "words": data.words}

    return {
        "signature": corpora_signature(corpora, {}),
        "train": facts(training),
        "test": text_facts(test),
        "own": None if own is None else facts(own) | {"psi": psi(own, test)},
        "psi": psi(training, test),
        "seen": seen / len(test),
        "words": [
            {
                **asdict(one.loss),
                "cuts": [
                    {"words": list(cut.words), "before": cut.before, "manner": cut.manner, "count": count}
                    for cut, count in one.cuts
                ],
            }
            for one in losses
        ],
        "warnings": [warning for text in (training, own, test) if text is not None for warning in text.warnings],
    }


def psi_lines(document: Document) -> Iterator[str]:
    """Yield ``psi_document`` as text."""
    test, own = document["test"], document["own"]
    yield printable(f"Ψ of {test['name']} under {document['train']['name']}: {number(document['psi'], 1)}")
    yield f"strings that the training data has: {document['seen']:.1%} of {test['words']:,} words"
    if own is None:
        columns, costliest = [*_COLUMNS, "cuts"], "cost most: points of Ψ that are missing because of them"
    else:
        yield printable(f"Ψ under {own['name']}: {number(own['psi'], 1)}")
        columns = [*_COLUMNS, "own_consistency", "loss", "cuts"]
        costliest = f"lose most against {own['name']}, in points of Ψ"
    rows = []
    for row in document["words"]:
        cuts = [f"{' · '.join(cut['words'])} ({cut['count']:,} ×)" for cut in row["cuts"]]
        cuts[_CUTS_SHOWN:] = ["…"] * (len(cuts) > _CUTS_SHOWN)
        rows.append(row | {"cuts": ", ".join(cuts)})
    shown = {key: WORD_LOSSES[key] for key in columns}
    yield from Table(rows, shown, caption=f"The words that {costliest}").lines()
    yield from ("", document["signature"])


def text_doubts(text: Segmentation) -> list[str]:
    """Return what speaks against reading much into the fits of a text."""
    words, sentences, name = len(text), len(text.text.sentence_ends), text.name
    doubts = []
    mean = len(text.text.chars) / max(words, 1)
    if mean > _LONGEST_MEAN:
        doubts.append(
            _(
                "{name}: a word has {mean:.1f} characters on average, so it is probably not segmented.",
                name=name,
                mean=mean,
            )
        )
    elif words == sentences > 1:
        doubts.append(
            _("{name}: each line has one word, as in a word list. A text has one sentence per line.", name=name)
        )
    if sentences < _FEW:
        doubts.append(
            n_(
                "{name}: intervals come from resampling sentences; with {n:,} sentence they say little.",
                "{name}: intervals come from resampling sentences; with {n:,} sentences they say little.",
                sentences,
                name=name,
            )
        )
    return doubts


def fit_document(
    text: Segmentation,
    corpora: Sequence[Corpus],
    fits: Sequence[Fit],
    *,
    settings: Mapping[str, object],
    warnings: list[str],
) -> Document:
    """Return how well a text fits each dataset, the nearest first.

    Args:
        text: what was compared.
        corpora: the datasets.
        fits: from ``cwsdiag.study.fit``.
        settings: of the resamples, for the signature.
        warnings: what looks wrong with the files.
    """
    return {
        "signature": corpora_signature([Corpus("text", None, text), *corpora], settings),
        "text": text_facts(text),
        "fits": [asdict(one) for one in fits],
        "warnings": warnings,
    }


def fit_lines(document: Document, content: Content) -> Iterator[str]:
    """Yield a fit as text: the size of the text, and what its page shows."""
    text = document["text"]
    yield printable(f"{text['name']}: {counted(text['sentences'], 'sentences')}, {counted(text['words'], 'words')}")
    yield from (*content_lines(content), "", printable(document["signature"]))


def selection_document(
    orders: Sequence[Order],
    curves: Sequence[Curve],
    own: Sequence[MeanCurve],
    *,
    signature: str,
    segmenter: str | None,
    warnings: list[str],
) -> Document:
    """Return orders of sources for targets, with curves of F1 where the segmenter was learnt.

    Args:
        orders: at least one.
        curves: of those orders, or none.
        own: curves that the project has on their targets.
        signature: of the corpora.
        segmenter: what was learnt; None without curves.
        warnings: what looks wrong with the files.
    """

    def scores(curve: MeanCurve) -> Document:
        return {"f1": list(curve.f1), "f1_min": list(curve.low), "f1_max": list(curve.high)}

    every = {order.target: len(order.sources) for order in orders}
    return {
        "signature": signature,
        "targets": list(dict.fromkeys(order.target for order in orders)),
        "orders": [order_row(order) for order in orders],
        "segmenter": segmenter,
        "curves": [
            {"target": curve.order.target, "way": curve.order.way, "seed": curve.seed, "f1": list(curve.f1)}
            for curve in curves
        ],
        "curve_means": [
            {"target": curve.target, "way": curve.name, "seeds": curve.runs, **scores(curve)}
            for curve in way_curves(curves)
        ],
        "own_curves": [
            {
                "target": curve.target,
                "name": curve.name,
                "sources": list(curve.sources),
                "runs": curve.runs,
                **scores(curve),
                "own_f1": curve.f1[0],
                # With the training data of all datasets, where the curve comes so far.
                "union_f1": curve.f1[-1] if len(curve.sources) == every[curve.target] else math.nan,
            }
            for curve in own
        ],
        "friedman_curves": friedman_row(selection_test(curves)) if curves else None,
        "warnings": warnings,
    }


def selection_lines(document: Document, contents: Iterable[Content]) -> Iterator[str]:
    """Yield orders of sources and curves as text: what the page shows, and what the curves of the project stand for."""
    yield f"targets: {printable(', '.join(document['targets']))}"
    for content in contents:
        yield from content_lines(content)
    for curve in document["own_curves"]:
        line = f"{curve['name']}: {number(curve['own_f1'])} with its own training data alone"
        if not math.isnan(curve["union_f1"]):
            line += f", {number(curve['union_f1'])} with that of all datasets"
        yield printable(f"{line}; runs: {curve['runs']}; order: {', '.join(curve['sources']) or 'none'}")
    yield from ("", printable(document["signature"]))
