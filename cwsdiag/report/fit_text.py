"""What ``cwsdiag fit`` tells: one document, and the same as text."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cwsdiag.languages import _, n_
from cwsdiag.languages.visible import printable
from cwsdiag.output.table import Table
from cwsdiag.report.across.tests_rows import text_facts
from cwsdiag.study import Corpus
from cwsdiag.study.signature import corpora_signature
from cwsdiag.views.columns import FIT
from cwsdiag.views.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.report.documents import Document
    from cwsdiag.study import Fit
    from cwsdiag.text import Segmentation

_COLUMNS = ("name", "psi", "low", "high", "behind", "behind_low", "behind_high", "seen", "seen_psi", "own_psi")
SEEN = (
    "Words whose strings the training data does not have lower Ψ without saying anything about the criterion: Ψ of "
    "seen words leaves them out."
)
# A mean word of Chinese has about 1.6 characters; fewer sentences than these make no interval.
_LONGEST_MEAN, _FEW = 6.0, 20


def text_doubts(text: Segmentation) -> list[str]:
    """Return what speaks against reading much into the fits of a text."""
    words, sentences = len(text), len(text.text.sentence_ends)
    doubts = []
    if len(text.text.chars) > _LONGEST_MEAN * words:
        mean = len(text.text.chars) / words
        doubts.append(
            _(
                "{name}: a word has {mean:.1f} characters on average, so it is probably not segmented.",
                name=text.name,
                mean=mean,
            )
        )
    elif words == sentences > 1:
        doubts.append(
            _(
                "{name}: each line has one word, as in a word list. A text has one sentence per line.",
                name=text.name,
            )
        )
    if sentences < _FEW:
        doubts.append(
            n_(
                "{name}: intervals come from resampling sentences; with {n:,} sentence they say little.",
                "{name}: intervals come from resampling sentences; with {n:,} sentences they say little.",
                sentences,
                name=text.name,
            )
        )
    return doubts


def fit_document(
    text: Segmentation,
    corpora: Sequence[Corpus],
    fits: Sequence[Fit],
    *,
    settings: Mapping[str, object],
    warnings: Sequence[str] = (),
) -> Document:
    """Return how well a text fits each dataset, the nearest first.

    Args:
        text: what was compared.
        corpora: the datasets.
        fits: what ``cwsdiag.study.fit`` made of them.
        settings: of the resamples, for the signature.
        warnings: what looks wrong with the files.
    """
    return {
        "signature": corpora_signature([Corpus("text", None, text), *corpora], settings),
        "text": text_facts(text),
        "fits": [asdict(one) for one in fits],
        "warnings": list(warnings),
    }


def fit_lines(document: Mapping[str, Any], sentences: Sequence[str] = ()) -> Iterator[str]:
    """Yield what ``fit_document`` gives as text.

    Args:
        document: it.
        sentences: what stands out, as the page says it.
    """
    text = document["text"]
    yield printable(f"{text['name']}: {counted(text['sentences'], 'sentences')}, {counted(text['words'], 'words')}")
    yield from map(printable, filter(None, sentences))
    rows = [{**row, "seen": 100 * row["seen"]} for row in document["fits"]]
    table = Table(rows, {key: FIT[key] for key in _COLUMNS}, notes=(SEEN,))
    yield from ("", table.terminal(), "", printable(document["signature"]))
