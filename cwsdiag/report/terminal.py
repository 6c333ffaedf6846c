"""What commands print: exhibits, as their pages have them, and the lines that stand above and below."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cwsdiag.baselines import LINES
from cwsdiag.languages.visible import printable
from cwsdiag.output.table import Table
from cwsdiag.views.columns import RUNS_TABLE, SCORE_TABLE, Column, idle
from cwsdiag.views.rows import fidelity_shares
from cwsdiag.views.wording import counted, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cwsdiag.exhibits.exhibit import Content

    Document = Mapping[str, Any]

_FIDELITY = {
    "name": Column("system"),
    "exact_share": Column("exact sentences", format="score"),
    **{
        key: Column(f"{key} ‰", format="score")
        for key in ("omitted", "added", "replaced", "width", "script", "variant")
    },
}
_TAGS = {
    "joint_precision": Column("joint P", format="score"),
    "joint_recall": Column("joint R", format="score"),
    "joint_f1": Column("joint F1", format="score"),
    "tag_accuracy": Column("right tags", format="score"),
}


def content_lines(content: Content, *, marked: bool = False) -> Iterator[str]:
    """Yield an exhibit behind an empty line: its title, its sentence with its remark, its table.

    Args:
        content: what there is to show.
        marked: whether of a table of buckets only those are shown that have a mark, such as the worst.
    """
    yield from ("", printable(content.title))
    yield printable(" ".join(filter(None, (content.sentence, content.remark))))
    table = None if content.table is None else content.table()
    if table is not None:
        if marked and len(table):
            table = replace(table, frame=[row for row in table.frame if row["named"] and row["mark"]])
        yield from table_lines({"": table})


def table_lines(tables: Mapping[str, Table]) -> Iterator[str]:
    """Yield tables, each behind an empty line; those without rows are left out."""
    for table in tables.values():
        if len(table):
            yield from ("", table.terminal())


def score_lines(document: Document) -> Iterator[str]:
    """Yield the scores of ``score_document``: a line about gold, systems, text fidelity where it is not whole, runs."""
    systems = document["systems"]
    shares = [{"name": row["name"], **fidelity_shares(row["fidelity"])} for row in systems]
    yield from (gold_line(document), "")
    left_out = idle(systems)
    columns = {key: column for key, column in SCORE_TABLE.items() if key not in left_out}
    columns |= {key: column for key, column in _TAGS.items() if systems and key in systems[0]}
    notes = ["F1_np is F1 without punctuation; sent. the share of sentences without an error."]
    if "unseen_sentences" in columns:
        notes.append("F1_new is F1 over the sentences that are no sentence of training; new is their number.")
    yield Table(systems, columns, notes=notes).with_best(aside=LINES).terminal()
    if "oracle_recall" in document:
        yield f"Oracle: at least one system has {number(document['oracle_recall'])} of the gold words."
    if any(row["omitted"] or row["added"] or row["replaced"] for row in shares):
        caption = "Text fidelity: ‰ are for each 1,000 characters of gold"
        yield from ("", Table(shares, _FIDELITY, caption=caption).terminal())
    if runs := document["runs"]:
        yield from ("", Table(runs, RUNS_TABLE, caption="Means over runs, and standard deviations (SD)").terminal())


def gold_line(document: Document) -> str:
    """Return the line about gold that stands above tables."""
    gold = document["gold"]
    return (
        f"gold: {', '.join(counted(gold[of], of) for of in ('sentences', 'words', 'characters'))}, "
        f"OOV rate {number(gold['oov_rate'])}"
    )
