"""``cwsdiag words`` and ``audit``: words one by one, wrong in a system or doubtful in gold."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.options import (
    PATH,
    beside_gold_options,
    buckets_of,
    diagnosis_options,
    file_options,
    flag,
    json_option,
    keys_of,
    labels_option,
    load_named,
    number_option,
    only_option,
    path_option,
    read_options,
    read_project,
    weights_option,
)
from cwsdiag.cli.output import pass_on, say, show, write_file
from cwsdiag.cli.studying import oddities, read_datasets
from cwsdiag.errors import SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from cwsdiag.report.documents import Document

_CONVENTIONS = (
    "low: lower end of the 95 % interval of that share. convention: whose it is; system: training cuts as gold does, "
    "gold: as the system does. …: a word of the class is cut there.\n"
)


@click.command()
@file_options
@weights_option()
@labels_option
@diagnosis_options
@only_option
@click.option("--attribute", help="Key of the attribute, such as wLen; all words by default.")
@number_option(
    bounds.BUCKET,
    "--bucket",
    help="Index of its bucket, from 0 upwards in value; all its buckets by default.",
)
@flag("--wrong", help="Only words that at least one system got wrong.")
@click.option("--of", "system", metavar="SYSTEM", help="Only words that this system got wrong.")
@click.option("--kind", metavar="KIND", help="Only such errors of it: split, merged or crossed.")
@click.option("--cause", metavar="CAUSE",
              help="Only errors of it for this cause: oov, new_word, combination, overlap or neighbour.")  # fmt: skip
@flag("--patterns", "by_pattern",
      help="The errors of that system by pattern: the same gold words cut in the same wrong way, the most "
      "costly first, with how the training text cuts them; patterns with classes; conventions.")  # fmt: skip
@flag("--csv", "as_csv", help="Print CSV.")
@json_option
def words(
    only: Sequence[str],
    attribute: str | None,
    bucket: int | None,
    wrong: bool,
    system: str | None,
    kind: str | None,
    cause: str | None,
    by_pattern: bool,
    buckets: str | None,
    resamples: int,
    seed: int,
    plugins: Sequence[Path],
    as_csv: bool,
    as_json: bool,
    **files: Any,
) -> None:
    """The words behind a bucket or a kind of errors: where each occurs and how every system segmented it.

    With --patterns the errors of one system among them, those that are alike together.
    """
    from cwsdiag.diagnosis import diagnose as run
    from cwsdiag.diagnosis.error_kinds import check_kind
    from cwsdiag.diagnosis.patterns import conventions, error_patterns
    from cwsdiag.diagnosis.words import Missed, units_in
    from cwsdiag.output import csv_text, text_table
    from cwsdiag.report.documents import to_json
    from cwsdiag.views.rows import pattern_rows, word_rows

    keys_of(attribute, plugins)
    if bucket is not None and attribute is None:
        raise SettingError(f"--bucket {bucket}: a bucket of what? Name an attribute with --attribute.")
    check_kind(kind, cause)
    dataset, warnings = load_named(**files, strings=True)
    asked = "--kind" if kind else "--cause" if cause else "--patterns" if by_pattern else ""
    names = [*only] or [one.name for one in dataset.systems]
    if asked and system is None and len(names) != 1:
        known = ", ".join(names) or "none"
        raise SettingError(f"{asked} is about the errors of one system: name it with --of. Available: {known}.")
    of = names[0] if asked and system is None else system
    missed = None if of is None else Missed(of, kind, cause)
    diagnosis = run(
        dataset,
        attributes=[] if attribute is None else [attribute],
        buckets=buckets_of(buckets),
        resamples=resamples,
        seed=seed,
        systems=only or None,
    )
    units = units_in(diagnosis, attribute, bucket, missed=missed)
    if wrong:
        units = units.take(units.wrong_anywhere)
    document: Document = {"signature": diagnosis.signature}
    patterns: list[Document] = []
    if by_pattern and of is not None:
        every = pattern_rows(conventions(dataset, error_patterns(dataset, of)), units.words, dataset)
        patterns = every["patterns"]
        document |= {"system": of, **every}
        rows = [_flat_pattern(row, whole=as_csv) for row in patterns]
    else:
        document["words"] = list(word_rows(units, diagnosis))
        rows = list(map(_flat_word, document["words"]))
    if as_json:
        say(to_json(document | {"warnings": warnings}))
        return
    general = document.get("generalised", [])
    under = [(one["gold"], one["made"]) for row in general if row["convention"] for one in row["patterns"]]
    regular = general + [row for row in patterns if row["convention"] and (row["gold"], row["made"]) not in under]
    if as_csv:
        pass_on(csv_text(rows))
    elif not rows:
        say("No such error." if by_pattern else "No such word.")
    else:
        if regular:
            say("Patterns with classes, and conventions: at how many places of gold with these words the same is done")
            regular.sort(key=lambda row: (not row["convention"], -row["points"]))
            say(text_table(list(map(_flat_regular, regular))))
            say(_CONVENTIONS)
        say(text_table(rows, _headings(rows[0], diagnosis.systems)))


def _headings(columns: Iterable[str], names: Sequence[str]) -> dict[str, str]:
    """Return what the columns of the text are called: those of a system stand beside what it made, and need no name."""
    parts = {key: key.partition(" ") for key in columns}
    return {key: what if name in names else key for key, (what, _blank, name) in parts.items()}


def _flat_pattern(row: Document, *, whole: bool) -> Document:
    """Return a pattern as a row of a table.

    Args:
        row: of the document.
        whole: whether with its cost, often too small a number to be read, and with every way in which training cuts it.
    """
    from cwsdiag.strings import Way
    from cwsdiag.views.patterns import ways_text

    plain = {key: row[key] for key in ("places", "missed", "wrong", *(("cost",) if whole else ()))}
    ways = row["training"]
    if ways is not None:
        counted = [Way(tuple(way["words"]), way["opens"], way["closes"], way["count"]) for way in ways]
        plain["training"] = ways_text(counted, most=None) if whole else ways_text(counted)
    if whole:
        plain |= {key: row[key] for key in ("gold_places", "same", "share", "low", "high", "convention", "points")}
    return {"gold": " ".join(row["gold"]), "made": " ".join(row["made"]), **plain}


def _flat_regular(row: Document) -> Document:
    return {
        "gold": " ".join(row["gold"]),
        "made": " ".join(row["made"]),
        "places": row["places"],
        "same": f"{row['same']} of {row['gold_places']}",
        "low": f"{row['low']:.3f}",
        "points": f"{100 * row['points']:.1f}",
        "convention": row["convention"],
    }


def _flat_word(row: Document) -> Document:
    plain = {key: value for key, value in row.items() if key != "systems"}
    for system in row["systems"]:
        right = system["right"]
        plain[system["name"]] = None if system["words"] is None else " ".join(system["words"])
        plain[f"right {system['name']}"] = None if right is None else "yes" if right else "no"
        plain[f"kind {system['name']}"], plain[f"cause {system['name']}"] = system["kind"], system["cause"]
    return plain


@click.command()
@click.argument("project", required=False, type=PATH)
@click.option("--dataset", help="Only of this dataset of PROJECT. [all]")
@path_option("--gold", help="Gold segmentation.")
@beside_gold_options
@path_option("--marks", "marks_file", metavar="FILE",
             help="What --csv printed, with a mark in its last column: right, wrong or unclear.")  # fmt: skip
@path_option("--corrected", metavar="FILE",
             help="Write gold with the other cut where a place is marked wrong; never over a file.")  # fmt: skip
@flag("--csv", "as_csv", help="Print CSV, to be marked.")
@json_option
def audit(
    project: Path | None,
    dataset: str | None,
    gold: Path | None,
    marks_file: Path | None,
    corrected: Path | None,
    as_csv: bool,
    as_json: bool,
    **files: Any,
) -> None:
    """The gold itself: places that are worth a look, by how likely each is an error.

    Give --gold, and --train and --system as far as you have them, or a PROJECT: a project.toml, its folder, or an
    unpacked icwb2-data folder. A place is there because gold cuts the same characters otherwise nearly everywhere else,
    because training does, or because all of at least three systems agree on another cut.
    """
    from cwsdiag.diagnosis.audit import corrected as correct
    from cwsdiag.diagnosis.audit import read_marks
    from cwsdiag.exhibits.looks import look_of
    from cwsdiag.formats.stream import read_text
    from cwsdiag.output import csv_text
    from cwsdiag.report.audit import audit_document, audit_lines, audit_rows
    from cwsdiag.report.separators import words_file

    if corrected is not None:
        if marks_file is None:
            raise SettingError("--corrected: of which places? Give --marks FILE.")
        if os.path.lexists(corrected):
            raise SettingError(f"--corrected {corrected}: is there already. Name another file.")
    if project is None:
        if gold is None or dataset is not None:
            raise SettingError("give --gold; or a PROJECT, and with --dataset one dataset of it.")
        data, warnings = load_named(gold=gold, **files, strings=True)
        audited = [(look_of(data), warnings)]
    else:
        usual = {"options": read_options(), "mismatch": "error"}
        if gold or any(value and value != usual.get(key) for key, value in files.items()):
            raise SettingError("PROJECT says which files are read, and how. Leave out --gold and what goes with it.")
        of = read_project(project)
        of = of if dataset is None else replace(of, datasets=(of.dataset(dataset),))
        audited = [(look_of(data), oddities([data])) for data in read_datasets(of)]
    if len(audited) > 1 and (marks_file or as_csv):
        raise SettingError("--marks and --csv are about one dataset of PROJECT: name it with --dataset.")
    first, _warnings = audited[0]
    gold_text = first.dataset.gold
    marks = None
    if marks_file is not None:
        _name, text, _digest = read_text(marks_file)
        marks = read_marks(text.lstrip("\n"), str(marks_file), gold_text)
    with working("looking"):
        documents = [(look, audit_document(look, marks, warnings)) for look, warnings in audited]
    if corrected is not None and marks is not None:
        write_file(corrected, words_file(correct(gold_text, marks), gold_text))
    if as_csv:
        pass_on(csv_text(audit_rows(first.audit, marks or {})))
        return
    named = [{"name": look.name, **document} for look, document in documents]
    lines = (line for pair in documents for line in audit_lines(*pair, marks or {}))
    show(documents[0][1] if project is None else {"datasets": named}, lines, as_json=as_json)
