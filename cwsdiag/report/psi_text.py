"""What ``cwsdiag psi`` tells: one document, and the same as text."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cwsdiag.languages.visible import printable
from cwsdiag.output.table import Table
from cwsdiag.report.across.tests_rows import text_facts
from cwsdiag.study import Corpus, Words, psi, string_losses
from cwsdiag.study.signature import corpora_signature
from cwsdiag.views.columns import WORD_LOSSES
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.report.documents import Document
    from cwsdiag.study import Cut, WordDifference
    from cwsdiag.text import Segmentation
    from cwsdiag.training import TrainingStats

_CUTS_SHOWN = 3
_COLUMNS = ["word", "count", "as_word", "as_string", "consistency", "cost", "cuts"]
_OWN_COLUMNS = [*_COLUMNS[:-1], "own_consistency", "loss", "cuts"]


def psi_document(
    training: TrainingStats, test: Segmentation, found: Sequence[WordDifference], *, own: TrainingStats | None = None
) -> Document:
    """Return Ψ × 100 of a test text, and the words that cost most.

    Args:
        training: segmented training text.
        test: the test text.
        found: those words, from ``cwsdiag.study.differences`` with the same ``own``.
        own: training data under the test text's own criterion.
    """
    words = Words.of(test)
    seen = sum(loss.count for loss in string_losses(training, words) if not loss.is_unseen)
    corpora = [Corpus("psi", training, test)]
    if own is not None:
        corpora.append(Corpus("own", own, test))
    return {
        "signature": corpora_signature(corpora, {}),
        "train": _training_facts(training),
        "test": text_facts(test),
        "own": None if own is None else _training_facts(own) | {"psi": psi(own, words)},
        "psi": psi(training, words),
        "seen": seen / len(test),
        "words": [difference_row(one) for one in found],
        "warnings": [said for text in (training, own, test) if text is not None for said in text.warnings],
    }


def difference_row(found: WordDifference) -> Document:
    """Return what a word costs, and how the training data has it."""
    return {**asdict(found.loss), "cuts": [_cut_row(cut, count) for cut, count in found.cuts]}


def psi_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield what ``psi_document`` gives as text."""
    test, own = document["test"], document["own"]
    yield printable(f"Ψ of {test['name']} under {document['train']['name']}: {number(document['psi'], 1)}")
    yield f"strings that the training data has: {document['seen']:.1%} of {test['words']:,} words"
    columns, costliest = _COLUMNS, "cost most: points of Ψ that are missing because of them"
    if own is not None:
        yield printable(f"Ψ under {own['name']}: {number(own['psi'], 1)}")
        columns, costliest = _OWN_COLUMNS, f"lose most against {own['name']}, in points of Ψ"
    rows = [row | {"cuts": _cuts_text(row["cuts"])} for row in document["words"]]
    table = Table(rows, {key: WORD_LOSSES[key] for key in columns}, caption=f"The words that {costliest}")
    yield from ("", table.terminal()) if rows else ()
    yield from ("", document["signature"])


def _training_facts(training: TrainingStats) -> Document:
    return {"name": training.name, "sentences": training.sentences, "words": training.words}


def _cut_row(cut: Cut, count: int) -> Document:
    return {"words": list(cut.words), "before": cut.before, "manner": cut.manner, "count": count}


def _cuts_text(cuts: Sequence[Mapping[str, Any]]) -> str:
    shown = [f"{' · '.join(cut['words'])} ({cut['count']:,} ×)" for cut in cuts[:_CUTS_SHOWN]]
    return ", ".join(shown + ["…"] * (len(cuts) > _CUTS_SHOWN))
