"""Rows of documents that several commands share: sizes of texts, values of pairs, Friedman's tests."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from cwsdiag.report.documents import sizes

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from cwsdiag.report.documents import Document
    from cwsdiag.study import Friedman, Nemenyi
    from cwsdiag.text import Segmentation


def text_facts(text: Segmentation) -> Document:
    """Return what documents tell about a text that no systems are compared on."""
    return {"name": text.name, **sizes(text)}


def ranked(test: Friedman | Nemenyi) -> list[Document]:
    """Return the mean rank of each treatment of a test."""
    return [{"name": name, "rank": rank} for name, rank in zip(test.treatments, test.ranks.tolist(), strict=True)]


def pair_rows(names: Sequence[str], what: str, values: NDArray[np.float64]) -> list[Document]:
    """Return what a symmetric matrix says of every two of so many names, under the key ``what``."""
    return [
        {"first": names[first], "second": names[second], what: float(values[first, second])}
        for first, second in combinations(range(len(names)), 2)
    ]


def friedman_row(test: Friedman) -> Document:
    """Return a test as a row: its numbers, mean rank of each treatment, blocks used and dropped, why undefined."""
    return {
        "statistic": test.statistic,
        "p": test.p,
        "p_adjusted": test.p_adjusted,
        "p_chi2": test.p_chi2,
        "method": test.method,
        "significant": test.is_significant,
        "treatments": ranked(test),
        "blocks": list(test.blocks),
        "dropped": list(test.dropped),
        "undefined": test.undefined or None,
    }
