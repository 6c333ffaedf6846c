"""What commands print: exhibits as their pages have them, lines above and below, rows as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cwsdiag.baselines import LINES
from cwsdiag.files import save_all
from cwsdiag.languages.visible import printable
from cwsdiag.output import Table, csv_text
from cwsdiag.views.columns import RUNS_TABLE, SCORE_TABLE, Column, idle
from cwsdiag.views.rows import fidelity_shares
from cwsdiag.views.wording import counted, number

if TYPE_CHECKING:
    from cwsdiag.exhibits.exhibit import Content
    from cwsdiag.report.documents import Document


def flat(row: Document, prefixes: Mapping[str, str] = MappingProxyType({})) -> Document:
    """Return a row of a document for CSV: what is nested in columns of its own, of a list how many it has.

    Args:
        row: of plain values, dictionaries and lists.
        prefixes: what stands before the keys of a dictionary, by its own key; that key and ``_`` by default.
    """
    cells: Document = {}
    for key, value in row.items():
        if isinstance(value, dict):
            prefix = prefixes.get(key, f"{key}_")
            cells |= {f"{prefix}{inner}": one for inner, one in flat(value, prefixes).items()}
        elif value is None and key == "same_as":
            cells |= {"same_as_attribute": None, "same_as_bucket": None}
        else:
            cells[key] = len(value) if isinstance(value, list) else value
    return cells


def write_tables(tables: Mapping[str, Sequence[Document]], signature: str, folder: Path) -> None:
    """Write tables as CSV files, by name, with a ``signature.txt``; the folder is made where it is not there.

    Raises:
        ReadError: it is a file, or cannot be written.
    """
    texts = {}
    for name, rows in tables.items():
        # What some rows do not know is empty there.
        empty = dict.fromkeys(key for row in rows for key in row)
        texts[f"{name}.csv"] = csv_text([{**empty, **row} for row in rows])
    save_all(folder, {**texts, "signature.txt": signature + "\n"})


_CHANGES = ("omitted", "added", "replaced", "width", "script", "variant")
_FIDELITY = {"exact_share": "exact sentences", **{key: f"{key} ‰" for key in _CHANGES}}
_TAGS = {"joint_precision": "joint P", "joint_recall": "joint R", "joint_f1": "joint F1", "tag_accuracy": "right tags"}


def _scores(labels: Mapping[str, str]) -> dict[str, Column]:
    return {key: Column(label, format="score") for key, label in labels.items()}


def content_lines(content: Content, *, marked: bool = False) -> Iterator[str]:
    """Yield an exhibit behind an empty line: its title, its sentence with its remark, its table.

    Args:
        content: what there is to show.
        marked: whether of a table of buckets only those are shown that have a mark, such as the worst.
    """
    yield from ("", printable(content.title))
    yield printable(" ".join(filter(None, (content.sentence, content.remark))))
    if content.table is not None:
        table = content.table()
        if marked and len(table):
            table = replace(table, frame=[row for row in table.frame if row["named"] and row["mark"]])
        yield from table.lines()


def table_lines(tables: Mapping[str, Table]) -> Iterator[str]:
    """Yield tables, each behind an empty line; those without rows are left out."""
    for table in tables.values():
        yield from table.lines()


def score_lines(document: Document) -> Iterator[str]:
    """Yield the scores of ``score_document``: a line about gold, systems, text fidelity where it is not whole, runs."""
    systems = document["systems"]
    shares = [{"name": row["name"], **fidelity_shares(row["fidelity"])} for row in systems]
    yield from (gold_line(document), "")
    left_out = idle(systems)
    columns = {key: column for key, column in SCORE_TABLE.items() if key not in left_out}
    columns |= _scores(_TAGS) if systems and "joint_f1" in systems[0] else {}
    notes = ["F1_np is F1 without punctuation; sent. the share of sentences without an error."]
    if "unseen_sentences" in columns:
        notes.append("F1_new is F1 over the sentences that are no sentence of training; new is their number.")
    yield Table(systems, columns, notes=notes).with_best(aside=LINES).terminal()
    if "oracle_recall" in document:
        yield f"Oracle: at least one system has {number(document['oracle_recall'])} of the gold words."
    if any(row[key] for row in shares for key in _CHANGES[:3]):
        caption = "Text fidelity: ‰ are for each 1,000 characters of gold"
        yield from Table(shares, {"name": Column("system"), **_scores(_FIDELITY)}, caption=caption).lines()
    runs = "Means over runs, and standard deviations (SD)"
    yield from Table(document["runs"], RUNS_TABLE, caption=runs).lines()


def gold_line(document: Mapping[str, Any]) -> str:
    """Return the line about gold that stands above tables."""
    gold = document["gold"]
    return (
        f"gold: {', '.join(counted(gold[of], of) for of in ('sentences', 'words', 'characters'))}, "
        f"OOV rate {number(gold['oov_rate'])}"
    )
