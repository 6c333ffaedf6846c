"""From files to a dataset: what came of reading them, and what the doctor says about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cwsdiag.dataset import assemble, read, read_training, types_of, with_weights
from cwsdiag.doctor import examine, telling_sentences, without_options
from cwsdiag.errors import CwsdiagError
from cwsdiag.formats import survey

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import Dataset
    from cwsdiag.doctor import Finding
    from cwsdiag.formats import Document, Facts
    from cwsdiag.training import TrainingStats
    from cwsdiag.ui.data.files import File, FileSet, Told


@dataclass(frozen=True, eq=False)
class Loaded:
    """What came of a set of files: the dataset of those that could be used, and why others could not.

    Attributes:
        dataset: None without a usable gold file.
        problems: message by ``File.stamp``.
    """

    dataset: Dataset | None
    problems: dict[str, str]


def load_files(files: FileSet, told: Told | None = None) -> Loaded:
    """Read a set of files; one that cannot be used takes nothing with it but itself.

    Args:
        files: what to read.
        told: is told of each piece that was read.
    """
    problems: dict[str, str] = {}
    gold = _document(files.gold, problems, told)
    systems = {file: _document(file, problems, told) for file in files.systems}
    fitting = {
        file.name: document
        for file, document in systems.items()
        if document is not None and gold is not None and _fits(gold, file, document, files.mismatch, problems)
    }
    types = types_of(*(document for document in (gold, *fitting.values()) if document is not None))
    # Counted in the same pass: what the doctor will ask.
    telling = [] if gold is None else telling_sentences(gold)
    training = _training(files.training, types.union(telling), problems, told)
    if gold is None:
        return Loaded(None, problems)
    dataset = assemble(
        gold=gold,
        systems=fitting,
        training=training,
        name=files.name,
        mismatch=files.mismatch,
        tracks=files.tracks,
    )
    return Loaded(_with_weights(dataset, files.weights, problems, told), problems)


def read_transferred(files: FileSet) -> tuple[Dataset | None, dict[str, tuple[str, str]]]:
    """Read gold and the systems that say what they were trained on, those trained on other datasets among them.

    Returns:
        The dataset of those that can be used, without training data, None without any; and for each system by its name
        the model, and the dataset that it was trained on.
    """
    problems: dict[str, str] = {}
    gold = _document(files.gold, problems)
    systems = {}
    origins = {}
    for file in (*files.systems, *files.transferred):
        document = None if file.trained_on is None or file.hidden else _document(file, problems)
        if document is None or gold is None or not _fits(gold, file, document, files.mismatch, problems):
            continue
        systems[file.name] = document
        origins[file.name] = (file.model or file.name, file.trained_on or "")
    if gold is None or not systems:
        return None, {}
    return assemble(gold=gold, systems=systems, training=None, name=files.name, mismatch=files.mismatch), origins


def _with_weights(dataset: Dataset, file: File | None, problems: dict[str, str], told: Told | None) -> Dataset:
    if file is None:
        return dataset
    try:
        return with_weights(dataset, file.source(told))
    except CwsdiagError as error:
        problems[file.stamp] = without_options(str(error))
        return dataset


def _document(file: File | None, problems: dict[str, str], told: Told | None = None) -> Document | None:
    if file is None:
        return None
    try:
        return read(file.source(told), role=file.role, options=file.options, name=file.name)
    except CwsdiagError as error:
        problems[file.stamp] = without_options(str(error))
        return None


def _training(
    file: File | None, strings: set[str], problems: dict[str, str], told: Told | None
) -> TrainingStats | None:
    if file is None:
        return None
    try:
        return read_training(file.source(told), options=file.options, strings=strings)
    except CwsdiagError as error:
        problems[file.stamp] = without_options(str(error))
        return None


def _fits(gold: Document, file: File, system: Document, mismatch: Mismatch, problems: dict[str, str]) -> bool:
    try:
        assemble(gold=gold, systems={file.name: system}, training=None, mismatch=mismatch)
    except CwsdiagError as error:
        problems[file.stamp] = without_options(str(error))
        return False
    return True


def survey_file(file: File, told: Told | None = None) -> Facts | str:
    """Return what a file is taken for and what is in it, or why it cannot be read."""
    options = file.options
    try:
        return survey(
            file.source(told),
            role=file.role,
            format=options.format,
            encoding=options.encoding,
            normalise=options.normalise,
        )
    except CwsdiagError as error:
        return without_options(str(error))


def findings_on(files: FileSet, loaded: Loaded) -> list[Finding]:
    """Return what looks wrong where files meet, for those that can be read; nothing without a gold file."""
    unread: dict[str, str] = {}
    gold = _document(files.gold, unread)
    if gold is None:
        return []
    systems = {file.name: document for file in files.systems if (document := _document(file, unread)) is not None}
    return examine(gold=gold, systems=systems, training=loaded.dataset.training if loaded.dataset else None)


def without_hidden(dataset: Dataset, hidden: frozenset[str]) -> Dataset:
    """Return a dataset without some of its systems."""
    if not hidden:
        return dataset
    return replace(
        dataset,
        systems=tuple(system for system in dataset.systems if system.name not in hidden),
        tracks={name: track for name, track in dataset.tracks.items() if name not in hidden},
    )


def about(file: File, findings: Sequence[Finding]) -> list[Finding]:
    """Return what was found about one file."""
    if file.role == "system":
        return [finding for finding in findings if finding.system == file.name]
    try:
        called = file.source().name
    except CwsdiagError:
        return []
    return [finding for finding in findings if finding.system is None and finding.file == called]
