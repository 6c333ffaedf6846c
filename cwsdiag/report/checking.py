"""The import report of ``cwsdiag check``, as lines of plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.dataset import assemble, read, read_training
from cwsdiag.doctor import examine, report_lines, telling_sentences
from cwsdiag.errors import InputError
from cwsdiag.formats import Source, open_document
from cwsdiag.formats.survey import survey

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import ReadOptions
    from cwsdiag.formats import Role


def check_lines(
    files: Sequence[Path],
    *,
    gold: Path | None,
    train: Path | None,
    systems: Mapping[str, Path],
    options: ReadOptions,
    mismatch: Mismatch,
) -> Iterator[str]:
    """Yield the report of every file, then what looks wrong between gold, training data and predictions.

    Args:
        files: to be looked at each by itself; what can only be a word list is read as training data.
        gold: file that the others are compared with, None for no comparison.
        train: training data to compare with.
        systems: predictions to compare, by name.
        options: how to read all of them.
        mismatch: what to do where a system's characters are not those of gold.

    Raises:
        InputError: after the whole report, where a file cannot be used or does not fit.
    """
    named: list[tuple[Path, Role | None]] = [(path, None) for path in files]
    if gold is not None:
        named.append((gold, "gold"))
    if train is not None:
        named.append((train, "training"))
    named += [(path, "system") for path in systems.values()]
    unusable = 0
    for path, role in named:
        try:
            yield from (*_report(path, role, options), "")
        except InputError as error:
            unusable += 1
            yield from (*(f"error: {line}" for line in str(error).split("\n")), "")
    if unusable:
        raise InputError(f"{unusable} of {len(named)} files cannot be used: see the errors in the report.")
    if gold is not None:
        yield from _between(gold, train, systems, options, mismatch)


def _report(path: Path, role: Role | None, options: ReadOptions) -> list[str]:
    source = Source.from_path(path)
    if role is None:
        taken = open_document(source, role="training", format=options.format, encoding=options.encoding)
        role = "gold" if taken.kind == "segmented" else "training"
    facts = survey(source, role=role, format=options.format, encoding=options.encoding, normalise=options.normalise)
    return report_lines(facts)


def _between(
    gold: Path, train: Path | None, systems: Mapping[str, Path], options: ReadOptions, mismatch: Mismatch
) -> Iterator[str]:
    reference = read(gold, role="gold", options=options)
    documents = {name: read(path, role="system", options=options) for name, path in systems.items()}
    training = None
    if train is not None:
        training = read_training(train, options=options, strings=telling_sentences(reference))
    findings = examine(gold=reference, systems=documents, training=training)
    yield from (f"{finding.severity}: {finding.message_cli}" for finding in findings)
    unfit = []
    for name, document in documents.items():
        try:
            dataset = assemble(gold=reference, systems={name: document}, training=None, mismatch=mismatch)
        except InputError as error:
            unfit.append(name)
            yield from (f"error: {line}" for line in str(error).split("\n"))
        else:
            coverage = [warning for warning in dataset.warnings if warning not in document.warnings]
            yield from (f"warning: {warning}" for warning in coverage)
    if unfit:
        raise InputError(f"does not fit the gold file: {', '.join(unfit)}. See the errors in the report.")
    if not findings:
        yield "No warning: the files fit together."
