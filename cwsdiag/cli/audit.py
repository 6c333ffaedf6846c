"""``cwsdiag audit``."""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import (
    PATH,
    beside_gold_options,
    flag,
    json_option,
    load_named,
    path_option,
    read_options,
    read_project,
)
from cwsdiag.cli.output import pass_on, show, write_file
from cwsdiag.cli.studying import oddities, read_datasets
from cwsdiag.errors import SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from pathlib import Path


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
    from cwsdiag.formats.base import FEFF
    from cwsdiag.formats.source import Source
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
        audited = [(data, warnings)]
    else:
        usual = {"options": read_options(), "mismatch": "error"}
        if gold or any(value and value != usual.get(key) for key, value in files.items()):
            raise SettingError("PROJECT says which files are read, and how. Leave out --gold and what goes with it.")
        of = read_project(project)
        of = of if dataset is None else replace(of, datasets=(of.dataset(dataset),))
        audited = [(data, list(oddities([data]))) for data in read_datasets(of)]
    if len(audited) > 1 and (marks_file or as_csv):
        raise SettingError("--marks and --csv are about one dataset of PROJECT: name it with --dataset.")
    looks = [look_of(data) for data, _warnings in audited]
    gold_text = looks[0].dataset.gold
    marks = None
    if marks_file is not None:
        text = read_text(Source.from_path(marks_file), hashlib.sha256()).replace(FEFF, "").lstrip("\n")
        marks = read_marks(text, str(marks_file), gold_text)
    with working("looking"):
        documents = [audit_document(look, marks, said) for look, (_data, said) in zip(looks, audited, strict=True)]
    if corrected is not None and marks is not None:
        write_file(corrected, words_file(correct(gold_text, marks), gold_text))
    if as_csv:
        pass_on(csv_text(audit_rows(looks[0].audit, marks or {})))
        return
    named = [{"name": look.name, **document} for look, document in zip(looks, documents, strict=True)]
    lines = (line for pair in zip(looks, documents, strict=True) for line in audit_lines(*pair, marks or {}))
    show(documents[0] if project is None else {"datasets": named}, lines, as_json=as_json)
