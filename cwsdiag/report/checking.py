"""The import report of ``cwsdiag check``, as lines of plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cwsdiag.align.carrying import mismatch_warning
from cwsdiag.dataset import ReadOptions, open_corpus
from cwsdiag.doctor.examine import report_lines
from cwsdiag.doctor.roles import PLACES, glimpse, propose
from cwsdiag.errors import CwsdiagError, InputError
from cwsdiag.formats import Facts, Source
from cwsdiag.inputs import FileSet
from cwsdiag.loading import load_files


def check_lines(files: Sequence[Path], options: ReadOptions, dataset: FileSet) -> Iterator[str]:
    """Yield the report of every file, what several are to each other, then what looks wrong between those of a dataset.

    Args:
        files: to be looked at each by itself; what can only be a word list is read as training data.
        options: how to read these.
        dataset: files that are looked at, too, and compared with each other where gold is among them.

    Raises:
        InputError: after the whole report, where a file cannot be used or does not fit.
        SettingError: a setting makes no sense.
    """
    reports: list[Facts | CwsdiagError] = [_facts(path, options) for path in files]
    loaded = load_files(dataset, strings=False, facts=True, findings=True)
    for problem in loaded.problems.values():
        if not isinstance(problem, InputError):
            raise problem
    texts = dataset.of("gold", "training", "system")
    reports += [loaded.facts.get(file.part) or loaded.problems[file.part] for file in texts]
    for report in reports:
        if isinstance(report, CwsdiagError):
            yield from _error_lines(report)
        else:
            yield from report_lines(report)
        yield ""
    if len(files) > 1:
        yield from _roles(files, options)
    unusable = sum(isinstance(report, CwsdiagError) for report in reports)
    if unusable:
        raise InputError(f"{unusable} of {len(reports)} files cannot be used: see the errors in the report.")
    if dataset.gold is None:
        return
    yield from (f"{finding.severity}: {finding.message_cli}" for finding in loaded.findings)
    read, unfit = loaded.dataset, []
    for name in [file.name for file in dataset.systems]:
        if read is None or name not in {system.name for system in read.systems}:
            unfit.append(name)
            yield from _error_lines(loaded.problems["system", name])
        elif (differing := (system := read.system(name)).differing) is not None:
            yield f"warning: {mismatch_warning(read.gold, system, differing)}"
    if unfit:
        raise InputError(f"does not fit the gold file: {', '.join(unfit)}. See the errors in the report.")
    if not loaded.findings and not any(facts.warnings for facts in loaded.facts.values()):
        yield "No warning: the files fit together."


def _facts(path: Path, options: ReadOptions) -> Facts | InputError:
    try:
        source = Source.from_path(path, any_size=options.any_size)
        stream = open_corpus(source, role="training", options=options)
        if stream.kind == "segmented":
            stream = open_corpus(source, role="gold", options=options)
        stream.surveyed = True
        return stream.read()
    except InputError as error:
        return error


def _roles(files: Sequence[Path], options: ReadOptions) -> Iterator[str]:
    """Yield what each file is to the others, as far as content and name tell."""
    glimpses = {}
    for path in files:
        try:
            source = Source.from_path(path, any_size=options.any_size)
        except InputError:  # its report has said why
            continue
        glimpses[str(path)] = glimpse(source, options)
    yield "by content and name:"
    for name, proposal in propose(glimpses).items():
        unsure = "" if proposal.sure else ", unsure"
        yield f"  {name}: {PLACES[proposal.place]}{unsure}. {proposal.reason}".rstrip()
    yield ""


def _error_lines(error: CwsdiagError) -> list[str]:
    return [f"error: {line}" for line in str(error).split("\n")]
