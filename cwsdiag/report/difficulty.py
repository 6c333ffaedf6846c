"""Balanced scores, and how the built-in segmenter learns [PM], as documents and as text."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.balanced import Balanced, group_shares, halves, rankings, score_balanced, swaps, word_groups
from cwsdiag.dataset import Dataset
from cwsdiag.difficulty import learner_of
from cwsdiag.languages import _, lazy, translated
from cwsdiag.languages.visible import printable
from cwsdiag.output import Table, pivot
from cwsdiag.report.documents import Document, gold_facts
from cwsdiag.report.terminal import content_lines, gold_line
from cwsdiag.scores import repeated, score_systems
from cwsdiag.signature import signature
from cwsdiag.views.columns import BALANCED_PAIRS, LEARNING_CURVE, MOVERS
from cwsdiag.views.committee import (
    COMMON_WORDS,
    committee_name,
    differences_sentence,
    learning_sentence,
    own_kind_sentence,
)
from cwsdiag.views.rows import balanced_rows
from cwsdiag.views.wording import template_name

if TYPE_CHECKING:
    from cwsdiag.views.look import Look

_PLAIN = ("precision", "recall", "f1")
_BALANCED = ("p_b", "r_b", "f_b")
# Shown wherever an f_b is, before the committee's name; to be ``translated`` on pages, as the next.
ONE_COMMITTEE = lazy("Balanced F (f_b) compares systems under one committee, never across committees.")
NO_WEIGHTS = lazy("p_b, r_b and balanced F (f_b) are undefined: it is not known how hard the words are.")


def balanced_document(balanced: Balanced, warnings: list[str], *, idioms: Collection[str] | None) -> Document:
    """Return balanced scores with their intervals, differences, both rankings, and how hard kinds of words are.

    Args:
        balanced: the scores, and what they are made from.
        warnings: of reading.
        idioms: a list of them; without it they are no kind.
    """
    groups = word_groups(balanced, idioms=idioms)
    shares = group_shares(balanced, groups)
    return {
        "signature": signature(balanced.dataset, {"resamples": balanced.resamples, "seed": balanced.seed}),
        "gold": gold_facts(balanced.dataset),
        "committee": balanced.weights.committee,
        "members": balanced.weights.members,
        "systems": balanced_rows(balanced),
        "drawn": ["sentences", "members"] if balanced.draws_members else ["sentences"],
        "differences": [asdict(one) for one in balanced.differences],
        "ranking": [asdict(place) for place in rankings(balanced.scores)],
        # Of each kind of gold words how many there are, and their shares of ten intervals of difficulty.
        "kinds": [
            {"kind": str(kind), "words": int(groups[kind].sum()), "percent": shares[kind].tolist()} for kind in groups
        ],
        "halves": _halves(balanced),
        "swaps": [asdict(swap) for swap in swaps(balanced)],
        "warnings": warnings,
    }


def _halves(balanced: Balanced) -> Document | None:
    """Return how alike two random halves of the sentences rank systems; None where there are no halves or systems."""
    if len(balanced.dataset.gold.text.sentence_ends) < 2 or not balanced.scores:
        return None
    result = halves(balanced)
    known = result.r[~np.isnan(result.r)]
    low, median, high = np.quantile(known, [0.025, 0.5, 0.975]).tolist() if len(known) else (math.nan,) * 3
    test: Document | None = None
    if result.test is not None:
        first, second = (
            dict(zip(result.systems, f_b[result.test.split].tolist(), strict=True))
            for f_b in (result.first, result.second)
        )
        test = {
            "first": first,
            "second": second,
            "r": result.test.r,
            "p": result.test.p,
            "method": "exact" if result.test.exact else "permutation",
            "orders": result.test.orders,
        }
    r = {"median": median, "low": low, "high": high}
    return {"splits": len(result.r), "defined": len(known), "r": r, "test": test}


def balanced_lines(document: Document, look: Look, *, idioms: Collection[str] | None) -> Iterator[str]:
    """Yield balanced scores as text: what the page shows of them, pairs, and the words that make rankings differ.

    Args:
        document: from ``balanced_document``.
        look: the dataset.
        idioms: as for the document.
    """
    from cwsdiag.exhibits import difficulty
    from cwsdiag.views.hardness import hardness, pair_table

    committee = _("Committee: {name}.", name=committee_name(document["committee"], document["members"]))
    yield from (gold_line(document), printable(f"{committee} {ONE_COMMITTEE}"))
    if document["systems"]:
        hard = hardness(look)
        for content in (difficulty.balanced(look), difficulty.weighed(look)):
            yield from content_lines(content)
        if document["differences"]:
            notes = [differences_sentence(drawn="members" in document["drawn"])]
            notes += [translated(COMMON_WORDS)] if any(row["common"] for row in document["differences"]) else []
            yield from Table(pair_table(hard), BALANCED_PAIRS, notes=notes).lines()
        if document["swaps"]:
            yield from content_lines(difficulty.places(look))
            yield from ("", Table(hard.movers, MOVERS).terminal())
        if document["halves"] is not None:
            yield from content_lines(replace(difficulty.halves(look), table=None))
    yield from content_lines(difficulty.word_kinds(look, idioms=idioms))
    yield from ("", document["signature"])


def committee_note(committee: str, members: int | None = None) -> str:
    """Return whose difficulties a balanced score comes from, where that has a name, and how it is to be taken."""
    facts = {"balanced": translated(ONE_COMMITTEE), "kind": own_kind_sentence(committee)}
    if committee:
        return _("Committee: {committee}. {balanced} {kind}", committee=committee_name(committee, members), **facts)
    return _("{balanced} {kind}", **facts)


def sentences_learnt(shares: Iterable[float], available: int) -> dict[float, int]:
    """Return how many of the sentences that are available each share of them is."""
    return {share: max(1, round(share * available)) for share in shares}


def seed_rows(dataset: Dataset, sentences: Mapping[float, int], seeds: Sequence[int]) -> list[Document]:
    """Return a row a share and seed: what a segmenter is worth that learnt from that share of the training data.

    Args:
        dataset: its systems are from ``learning_curve``, share by share, and no others. OOV are words that all of
            the training data does not have. Balanced scores are undefined where it has no difficulties.
        sentences: how many sentences each of them learnt from, by share, in their order.
        seeds: of the segmenters of a share, in their order.
    """
    balanced: Sequence[object] = [None] * len(dataset.systems)
    if dataset.difficulty is not None:
        balanced = score_balanced(dataset)
    learnt = [(share, seed, count) for share, count in sentences.items() for seed in seeds]
    return [
        {
            **dict(zip(("share", "seed", "sentences"), one, strict=True)),
            **{key: getattr(score, key) for key in _PLAIN},
            **{key: getattr(hard, key, math.nan) for key in _BALANCED},
            "oov_recall": score.oov_recall,
        }
        for one, score, hard in zip(learnt, score_systems(dataset), balanced, strict=True)
    ]


def curve_rows(rows: Sequence[Document]) -> list[Document]:
    """Return a row a share: how many ``seeds``, the mean of each score over them, and its range.

    Args:
        rows: from ``seed_rows``. A mean stands under the key of the score, its range under that key with ``_min`` and
            ``_max`` after it; undefined where a seed leaves the score undefined.
    """
    means = []
    for share in dict.fromkeys(row["share"] for row in rows):
        own = [row for row in rows if row["share"] == share]
        mean: Document = {"share": share, "sentences": own[0]["sentences"], "seeds": len(own)}
        for key in (*_PLAIN, *_BALANCED, "oov_recall"):
            over = repeated(row[key] for row in own)
            mean |= {key: over.mean, f"{key}_min": over.low, f"{key}_max": over.high}
        means.append(mean)
    return means


def curve_document(
    dataset: Dataset,
    sentences: Mapping[float, int],
    seeds: Sequence[int],
    *,
    settings: Mapping[str, object],
    warnings: list[str],
) -> Document:
    """Return a learning curve with where it comes from; see ``curve_rows`` and ``seed_rows``.

    Args:
        dataset: as there.
        sentences: as there.
        seeds: as there.
        settings: of the segmenters, for the signature.
        warnings: what looks wrong with the files.
    """
    weights, by_seed = dataset.difficulty, seed_rows(dataset, sentences, seeds)
    return {
        # The segmenters were made from the files that it names already.
        "signature": signature(replace(dataset, systems=()), settings),
        "gold": gold_facts(dataset),
        "settings": dict(settings),
        "committee": None if weights is None else weights.committee,
        "members": None if weights is None else weights.members,
        "rows": curve_rows(by_seed),
        "by_seed": by_seed,
        "warnings": warnings,
    }


def curve_lines(document: Document) -> Iterator[str]:
    """Yield a learning curve as text."""
    committee = document["committee"]
    settings = ", ".join(
        template_name(value) if key == "template" else f"{key} {value}" for key, value in document["settings"].items()
    )
    yield from (gold_line(document), f"segmenter: {settings}")
    if committee is None:
        yield str(NO_WEIGHTS)
    else:
        yield printable(committee_note(committee, document["members"]))
    rows = [row | {"share": 100 * row["share"]} for row in document["rows"]]
    if rows:
        draws = learner_of(str(document["settings"]["learner"]).partition(" ")[0]).draws
        yield from ("", learning_sentence(document["rows"], words=document["gold"]["words"], draws=draws))
    yield from ("", Table(rows, LEARNING_CURVE).terminal(), "", document["signature"])


def curves_lines(curves: Mapping[str, Document]) -> Iterator[str]:
    """Yield the curves of several datasets as text: each by itself, then all beside each other [PM, table 2]."""
    for name, curve in curves.items():
        yield from (printable(name), *curve_lines(curve), "")
    rows = [
        {**row, "dataset": name, "share": f"{100 * row['share']:g} %"}
        for name, curve in curves.items()
        for row in curve["rows"]
    ]
    captions = {"f1": "F1 by dataset and share of the training data"}
    if any(not math.isnan(row["f_b"]) for row in rows):
        captions["f_b"] = "Balanced F (f_b), each dataset under a committee of its own"
    for key, caption in captions.items():
        yield from (pivot(rows, ["dataset"], "share", {key: LEARNING_CURVE[key]}, caption=caption).terminal(), "")
