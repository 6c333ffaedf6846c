"""``cwsdiag words``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.options import (
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
    weights_option,
)
from cwsdiag.cli.output import pass_on, say
from cwsdiag.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence

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
        say(text_table(rows, _headings(rows, diagnosis.systems)))


def _headings(flat: Sequence[Document], names: Sequence[str]) -> dict[str, str]:
    """Return what the columns of the text are called: those of a system stand beside what it made, and need no name.

    Kinds and causes that are nowhere known, such as causes without training data, have no column.
    """
    labels = {}
    for key in flat[0]:
        what, _blank, name = key.partition(" ")
        if name not in names:
            labels[key] = key
        elif what == "right":
            labels[key] = "✓"
        elif any(row[key] is not None for row in flat):
            labels[key] = what
    return labels


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
    from cwsdiag.attributes.word_classes import WORD_CLASSES

    def bracketed(words: Sequence[str]) -> str:
        """Return words with the classes among them in angle brackets."""
        text = " ".join(words)
        return re.sub("|".join(WORD_CLASSES), r"⟨\g<0>⟩", text) if row["classes"] else text

    return {
        "gold": bracketed(row["gold"]),
        "made": bracketed(row["made"]),
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
