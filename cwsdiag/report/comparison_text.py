"""Two systems as text: the sentences and the tables of the page, for all words and for every bucket."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cwsdiag.diagnosis.runs import RunsComparison
from cwsdiag.languages.visible import printable
from cwsdiag.output.table import Table
from cwsdiag.resampling import LEAST_BLOCKS, SENTENCE
from cwsdiag.views.columns import ALL_WORDS, DIFFERENCES, PAIR_KINDS, RUN_PAIRS, Column
from cwsdiag.views.pairs.comparison import (
    alike_sentence,
    bucket_table,
    compare_remark,
    compare_sentence,
    kind_table,
    score_table,
)
from cwsdiag.views.pairs.pair import Pair
from cwsdiag.views.runs import drawn_sentence
from cwsdiag.views.units import block_remark, few_remark
from cwsdiag.views.wording import zero_said

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cwsdiag.diagnosis.error_kinds import Agreement
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.output.table import Emphasis, Place
    from cwsdiag.views.look import PrivateLook

_RUNS = {
    "side": Column(""),
    "runs": Column("runs", format="count"),
    "mean": Column("mean F1", format="score"),
    "sd": Column("SD over runs", format="score"),
}
_COSTS = (
    "A cost is what F1 would gain if the bucket were as good as the others, in points, of characters for attributes of "
    "characters; costs of several attributes do not add up."
)


def comparison_lines(look: PrivateLook, pairs: Sequence[PairedComparison | RunsComparison]) -> Iterator[str]:
    """Yield comparisons of two systems as text."""
    for pair in pairs:
        yield from _runs_lines(look, pair) if isinstance(pair, RunsComparison) else _pair_lines(look, pair)
        yield ""
    yield look.diagnosis.signature


def _runs_lines(look: PrivateLook, pair: RunsComparison) -> Iterator[str]:
    """Yield the comparison of two models over their runs."""
    a, b = printable(pair.a), printable(pair.b)
    yield f"A = {a}, B = {b}. The difference is A − B of mean F1 in points, with its 95 % interval."
    sides = [(f"A {pair.a}", pair.f1_a), (f"B {pair.b}", pair.f1_b)]
    rows = [{"side": name, "runs": f1.runs, "mean": f1.mean, "sd": f1.sd} for name, f1 in sides]
    difference = {"first": pair.a, "second": pair.b, "f1": 100 * pair.difference, "low": 100 * pair.low,
                  "high": 100 * pair.high, "share": 100 * pair.share_of_runs}  # fmt: skip
    yield from ("", Table(rows, _RUNS).terminal(), "", Table([difference], RUN_PAIRS).terminal())
    zero = zero_said(pair.low, pair.high)
    yield drawn_sentence(look) + (f" The interval {zero}." if zero else "")
    for name, f1 in ((a, pair.f1_a), (b, pair.f1_b)):
        if f1.runs == 1:
            yield f"What another run of {name} would give is not in it: there is one."
    yield from filter(None, [few_remark(pair.units, pair.unit)])


def _pair_lines(look: PrivateLook, pair: PairedComparison) -> Iterator[str]:
    a, b = printable(pair.a), printable(pair.b)
    yield f"A = {a}, B = {b}. Differences are A − B in points, with paired 95 % intervals."
    compared, name = Pair(look.diagnosis, pair.a, pair.b, pair), Path(look.dataset.name).name
    if compared.alike:
        yield alike_sentence(compared.overall, dataset=name)
    else:
        yield f"{compare_sentence(compared.overall, compared.buckets, dataset=name)} {compare_remark(compared)}"
    scores, buckets = score_table(compared), bucket_table(compared)
    # Buckets without a gold word have nothing to tell.
    weak = "≈: not significant, p adjusted for all that are tested."
    if len(scores):
        yield from ("", Table(scores, ALL_WORDS, emphasis=_weak(scores["verdict"])).terminal())
    if len(buckets):
        table = Table(buckets, DIFFERENCES, emphasis=_weak(buckets["verdict"]), notes=(weak, _COSTS))
        yield from ("", table.terminal())
    yield from ("", Table(kind_table(compared), PAIR_KINDS).terminal(), "", _agreement_line(compared.agreement))
    if pair.unit == SENTENCE:
        unknown = (
            "Whether neighbouring sentences are right and wrong together is not known: that takes "
            f"{LEAST_BLOCKS} blocks of 25 sentences, and systems that differ."
        )
        factor = pair.block_factor
        remark = unknown if factor != factor else block_remark(factor, of="difference")
        hint = " --unit block:25 draws and swaps blocks." if factor == factor else ""
        yield from [remark + hint] if remark else []


def _weak(verdicts: Iterable[str | None]) -> dict[Place, Emphasis]:
    return {(place, "difference"): "weak" for place, verdict in enumerate(verdicts) if verdict != "significant"}


def _agreement_line(found: Agreement) -> str:
    """Say on how many gold words the systems agree; METHODS 5."""
    words = found.both_right + found.only_a + found.only_b + found.both_wrong_alike + found.both_wrong_differently
    return (
        f"Of {words:,} gold words both get {found.both_right:,} right, only A {found.only_a:,}, "
        f"only B {found.only_b:,}; both are wrong alike on {found.both_wrong_alike:,}, differently on "
        f"{found.both_wrong_differently:,}."
    )
