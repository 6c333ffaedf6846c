"""What ``cwsdiag bakeoff`` tells: one document, and the same as text."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cwsdiag.bakeoff import differences, verdicts
from cwsdiag.diagnosis import diagnose
from cwsdiag.frames import signed
from cwsdiag.languages import lazy
from cwsdiag.report.documents import gold_facts
from cwsdiag.report.score_text import gold_line
from cwsdiag.report.tables import text_table
from cwsdiag.resampling import NOTABLE_FACTOR, SENTENCE
from cwsdiag.signature import signature
from cwsdiag.views.columns import BAKEOFF, BAKEOFF_PAIRS, COVERAGES, headings
from cwsdiag.views.pairs.verdicts import MARK, verdict_said
from cwsdiag.views.rows import bakeoff_rows, verdict_row
from cwsdiag.views.wording import UNDEFINED, p_of_swaps

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.report.documents import Document


_PAIR = (
    "first",
    "second",
    "f1",
    "low",
    "high",
    "p",
    "verdict",
    "precision",
    "recall",
    "oov_recall",
    "iv_recall",
    "rule",
)
_TESTED = ("precision", "recall", "oov_recall", "iv_recall")
# Said wherever a number from here may stand beside one of the official script; ``translated`` on pages, as the next.
OFFICIAL_SCRIPT = lazy(
    "The official script aligns words with diff, which misses some words that both sides have: its R, P and F may "
    "be lower by up to 0.001 than these, which are counted on spans, and its OOV words found may differ by a few. A "
    "byte order mark in the gold file makes it count one OOV word more."
)
TWO_RULES = lazy(
    "The bakeoff's rule treats each word as an independent trial: two systems differ where |r1 − r2| > c_r1 + c_r2, or "
    "the same for precision. The paired test looks at the same sentences for both: p says how often a difference as "
    "large comes out where the outputs of the two are exchanged in random sentences."
)


def bakeoff_signature(dataset: Dataset, *, resamples: int, seed: int, unit: str) -> str:
    """Return the line that says where the numbers of a bakeoff come from; buckets have no part in them."""
    return signature(dataset, {"resamples": resamples, "seed": seed, **({} if unit == SENTENCE else {"unit": unit})})


def bakeoff_document(
    dataset: Dataset,
    warnings: Sequence[str],
    *,
    resamples: int,
    seed: int,
    unit: str = SENTENCE,
    lines: Sequence[str] = (),
    all_pairs: bool = False,
) -> Document:
    """Return the scores of every system, what every two of them differ by, and the paired test of some or all.

    Args:
        dataset: gold and systems.
        warnings: what looks wrong with the files.
        resamples: of the bootstrap, see ``diagnose``.
        seed: of bootstrap and test.
        unit: what both take as one.
        lines: names of BASE and TOP, where they are among the systems.
        all_pairs: whether every pair is tested; see ``bakeoff.track_pairs``.
    """
    rule = differences(dataset, resamples=resamples, seed=seed, unit=unit)
    plain = diagnose(dataset, attributes=(), resamples=resamples, seed=seed, unit=unit)
    return {
        "signature": bakeoff_signature(dataset, resamples=resamples, seed=seed, unit=unit),
        "gold": gold_facts(dataset),
        "unit": unit,
        "systems": bakeoff_rows(dataset),
        "differences": [{**asdict(found), "differ": found.differ} for found in rule],
        "pairs": [verdict_row(found) for found in verdicts(plain, lines=lines, all_pairs=all_pairs)],
        "warnings": list(warnings),
    }


def bakeoff_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the document as text: the table, which systems differ, and why numbers may differ from the script's."""
    systems = document["systems"]
    shown = [
        key
        for key in BAKEOFF
        if not (key == "track" and all(row["track"] is None for row in systems))
        and not (key in COVERAGES and not any(row[key] < 1 for row in systems))
    ]
    yield from (gold_line(document), "", text_table(systems, headings(BAKEOFF, shown)), "")
    if document["differences"]:
        yield text_table(_pair_rows(document), headings(BAKEOFF_PAIRS, _PAIR))
        yield from ("", TWO_RULES, *_test_lines(document["pairs"]))
    yield from (OFFICIAL_SCRIPT, "", document["signature"])


def _pair_rows(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return every two systems with the rule, and with the test where they were tested, the system ahead first."""
    tests = {(row["a"], row["b"]): row for row in document["pairs"]}
    rows = []
    for found in document["differences"]:
        first, second = found["first"], found["second"]
        if (second, first) in tests:
            first, second = second, first
        test = tests.get((first, second))
        sign = 1 if first == found["first"] else -1
        rows.append({"first": first, "second": second, **_numbers(found, test, sign), "rule": _rule(found)})
    return rows


def _numbers(found: Mapping[str, Any], test: Mapping[str, Any] | None, sign: int) -> dict[str, Any]:
    """Return what a pair differs by, in points; without a test the difference in F alone, with its interval."""
    if test is None:
        f1 = found["f1"]
        low, high = sorted((sign * f1["low"], sign * f1["high"]))
        numbers = {"f1": sign * f1["value"], "low": low, "high": high}
        untold = dict.fromkeys(("p", "verdict", *_TESTED), UNDEFINED)
        return {key: signed(100 * value) for key, value in numbers.items()} | untold
    f1 = test["f1"]
    numbers = {"f1": f1["difference"], "low": f1["low"], "high": f1["high"]}
    return {
        **{key: signed(100 * value) for key, value in numbers.items()},
        "p": p_of_swaps(f1["p_deciding"], f1["p"]),
        "verdict": verdict_said(f1["verdict"]),
        **{key: _marked(test[key]) for key in _TESTED},
    }


def _marked(found: Mapping[str, Any]) -> str:
    mark = f" {MARK}" if found["verdict"] == "significant" else ""
    return f"{signed(100 * found['difference'])}{mark}"


def _test_lines(pairs: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what the tests rest on, and for which pairs p is adjusted."""
    if not pairs:
        return
    adjusted = f"adjusted by Holm for the {len(pairs):,} pairs tested" if len(pairs) > 1 else "of the only pair tested"
    yield (
        f"p is {adjusted}; * significant at 0.05. "
        "By default the best is tested against each system and each against the next by rank, within a track; "
        "--all-pairs tests every two."
    )
    factors = [row["block_factor"] for row in pairs if row["block_factor"] > NOTABLE_FACTOR]
    if pairs[0]["unit"] == SENTENCE and factors:
        yield (
            f"By blocks of 25 sentences the standard error of a difference is up to {max(factors):.1f} times that by "
            "sentences: what is significant there is so by blocks too. --unit block:25 draws and swaps blocks."
        )


def _rule(difference: Mapping[str, Any]) -> str:
    """Return what the bakeoff's rule says of two systems."""
    if difference["by_recall"] and difference["by_precision"]:
        return "differ by recall and precision"
    if difference["by_recall"]:
        return "differ by recall"
    return "differ by precision" if difference["by_precision"] else "do not differ"
