"""From the files of a dataset to the dataset: each is read once, each system aligned once, and problems are collected.

Whoever has files, be it a command, a project, a page or the board, describes them by ``cwsdiag.inputs.FileSet``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from cwsdiag.align import MISMATCHES, Mismatch, align
from cwsdiag.arguments import choice, choices
from cwsdiag.dataset import CorpusLike, Dataset, ReadOptions, with_weights
from cwsdiag.errors import AlignmentError, CwsdiagError, SettingError
from cwsdiag.formats import NORMALISATIONS, READERS, DocumentStream, Facts, Source
from cwsdiag.formats.base import language_of
from cwsdiag.formats.document import Document
from cwsdiag.formats.wrappers import chosen
from cwsdiag.inputs import File, FileSet, Part
from cwsdiag.labels import documents_of, read_documents
from cwsdiag.languages import lazy
from cwsdiag.progress import stage, staged
from cwsdiag.text import Segmentation

if TYPE_CHECKING:
    from cwsdiag.dataset import WeightsLike
    from cwsdiag.doctor import FileFinding

FileLike: TypeAlias = str | Path | Source
T = TypeVar("T")

GOLD: Part = ("gold", "")
TRAINING: Part = ("training", "")
WEIGHTS: Part = ("weights", "")
DOCUMENTS: Part = ("documents", "")
LABELS: Part = ("labels", "")


@dataclass(frozen=True, eq=False)
class Loaded:
    """What came of the files of a dataset.

    Attributes:
        dataset: of those that could be used; None without a usable gold file.
        problems: why others could not, in the order in which that turned out.
        facts: of each text that could be read, how it was taken and what is in it; empty where not asked for.
        findings: what looks wrong where texts meet that could be read; empty where not asked for.
    """

    dataset: Dataset | None
    problems: Mapping[Part, CwsdiagError]
    facts: Mapping[Part, Facts]
    findings: Sequence[FileFinding]

    @property
    def whole(self) -> Dataset:
        """The dataset of all files.

        Raises:
            CwsdiagError: the first problem.
            ValueError: no gold file was named.
        """
        for problem in self.problems.values():
            raise problem
        if self.dataset is None:
            raise ValueError("a dataset needs a gold file")
        return self.dataset


def load(
    *,
    gold: CorpusLike,
    systems: Mapping[str, CorpusLike] | None = None,
    runs: Mapping[str, Sequence[CorpusLike]] | None = None,
    training: CorpusLike | None = None,
    name: str = "",
    encoding: str | None = None,
    input_format: str | None = None,
    normalise: Sequence[str] = (),
    separator: str | None = None,
    strip: Sequence[str] = (),
    mismatch: Mismatch = "error",
    weights: WeightsLike | None = None,
    documents: FileLike | None = None,
    labels: FileLike | None = None,
) -> Dataset:
    """Load a gold file, the predictions of any number of systems, and training data.

    Each may be a path, a ``Source`` (bytes in memory), or a list of sentences that are lists of words; training may
    also be a word list: a set of words, or a mapping from words to counts.

    Args:
        gold: the reference segmentation.
        systems: predictions by system name.
        runs: predictions of several runs of one model, by its name: each is a system, as ``bert #1``.
        training: segmented text, or a word list with or without counts.
        name: of the dataset; the gold file's by default.
        encoding: of all files; detected for each by default.
        input_format: of all files, a key of ``cwsdiag.formats.READERS``; detected for each by default.
        normalise: some of ``"nfkc"``, ``"t2s"`` and ``"underscores"``, done to all files in this order.
        separator: what stands between words, such as ``"/"``; found out by default where it is plain. A file whose
            words stand between white space is read so all the same, with a warning.
        strip: what stands around lines without being text, to be left out: keys of ``cwsdiag.formats.WRAPPERS``.
        mismatch: ``"error"``; ``"skip"`` to leave out stretches where a system has other characters than gold; or
            ``"count"`` to count what it adds or lacks against it.
        weights: how hard each gold word is, or a file that says so; see ``cwsdiag.weights.read_weights``.
        documents: a file with an id a line that says which document each gold sentence is of; by default as the gold
            file says, by ``# newdoc`` in CoNLL-U or a field ``doc`` in JSON lines.
        labels: a table of labels, such as genre, of the gold sentences or documents, beside those that the gold file
            has in comments of CoNLL-U or fields of JSON lines; see ``cwsdiag.labels.read_labels``.

    Raises:
        InputError: a file cannot be read, or its characters are not those of gold.
        SettingError: a setting or a system's name makes no sense.
    """
    if input_format is not None:
        choice("input_format", input_format, READERS)
    choice("mismatch", mismatch, MISMATCHES)
    options = ReadOptions(
        encoding, input_format, choices("normalise", normalise, NORMALISATIONS), separator, chosen(strip)
    )
    files = FileSet.alike(
        options,
        gold=gold,
        systems=systems,
        runs=runs,
        training=training,
        name=name,
        mismatch=mismatch,
        weights=weights,
        documents=documents,
        labels=labels,
    )
    return load_files(files, stop=True).whole


def load_files(
    files: FileSet, *, strings: bool = True, facts: bool = False, findings: bool = False, stop: bool = False
) -> Loaded:
    """Read the files of a dataset; one that cannot be used takes nothing with it but itself.

    Args:
        files: what to read.
        strings: whether characters of the training data, and the words of the other texts in it, are counted; scores
            need neither.
        facts: whether the texts are surveyed while they are read.
        findings: whether the doctor looks for what is wrong where they meet.
        stop: whether the first problem is raised, and nothing read after it.

    Raises:
        CwsdiagError: the first problem, where ``stop`` is set.
    """
    problems: dict[Part, CwsdiagError] = {}
    surveys: dict[Part, Facts] = {}

    def tried(part: Part, work: Callable[[], T]) -> T | None:
        try:
            return work()
        except CwsdiagError as error:
            if stop:
                raise
            # Its traceback would keep all words that were read.
            problems[part] = error.with_traceback(None)
            return None

    def read(file: File, take: Callable[[DocumentStream], T]) -> T:
        stream = file.opened()
        stage(lazy("Reading {file}", file=stream.name))
        stream.surveyed = facts
        taken = take(stream)
        if facts:
            surveys[file.part] = stream.facts
        return taken

    def document(file: File) -> Document | None:
        if isinstance(file.data, Document):
            return file.data

        def whole() -> Document:
            text = read(file, Document.of)
            converted = file.role in ("gold", "raw") and "t2s" in file.options.normalise
            if converted and (language := language_of(text.chars)) is not None:
                raise SettingError(
                    lazy(
                        "{name}: t2s converts Chinese characters, and this text is {language}. Do without it.",
                        name=text.name,
                        language=language.label,
                    )
                )
            return text

        return tried(file.part, whole)

    gold = None if files.gold is None else document(files.gold)
    texts = {file.name: document(file) for file in files.systems}
    systems = {name: text for name, text in texts.items() if text is not None}
    aligned: dict[str, Segmentation] = {}
    warnings: list[str] = []
    wanted: set[str] = set()
    if gold is not None:
        wanted.update(gold.distinct.words if strings else ())
        for name, text in staged(lazy("Putting each system's words on gold"), list(systems.items())):
            system = tried(("system", name), partial(_aligned, gold, text, name, files.mismatch))
            if system is not None:
                aligned[name] = system
                warnings += text.warnings
                if system.differing is not None:
                    from cwsdiag.align.carrying import mismatch_warning

                    warnings.append(mismatch_warning(gold, system, system.differing))
                if strings:
                    wanted.update(system.distinct_beside(gold).words)
                    if system.word_ends is text.word_ends:
                        text.with_distinct(system.distinct)
    training = None
    if files.training is not None:
        # Whoever has no training data does without these imports.
        from cwsdiag.training import gather

        if findings and gold is not None:
            from cwsdiag.doctor import sentences_asked

            # Counted in the same pass: what the doctor will ask.
            wanted |= sentences_asked(gold, systems)
        file, take = files.training, partial(gather, strings=wanted, characters=strings or findings)
        if gold is not None:
            take = partial(take, sentences=gold.sentences)
        training = tried(TRAINING, lambda: read(file, take))
    raw = [document(file) for file in files.of("raw")]
    if gold is None:
        return Loaded(None, problems, surveys, ())
    warnings = [*gold.warnings, *(training.warnings if training else ()), *warnings]
    documents, table, weights = files.one("documents"), files.one("labels"), files.weights
    if documents is None:
        of_gold = documents_of(gold.documents) if gold.documents else None
    else:
        of_gold = tried(DOCUMENTS, lambda: read_documents(documents.corpus(), len(gold.text.sentence_ends)))
    labels, labels_digest = {}, ""
    if gold.labels or table is not None:
        # Whoever has none does without this import.
        from cwsdiag.labels import labels_of, read_labels

        labels = labels_of(gold)
        if table is not None:
            of_table = tried(LABELS, lambda: read_labels(table.corpus(), gold, of_gold))
            more, labels_digest = of_table or ({}, "")
            labels |= more
    dataset = Dataset(
        name=files.name or gold.name,
        gold=gold,
        systems=tuple(aligned.values()),
        training=training,
        mismatch=files.mismatch,
        warnings=tuple(warnings),
        tracks={one.name: one.track for one in files.systems if one.track is not None and one.name in aligned},
        documents=of_gold,
        labels=labels,
        labels_digest=labels_digest,
        slices=files.study.slices,
        run_of={one.name: one.run_of for one in files.systems if one.run_of is not None and one.name in aligned},
    )
    if weights is not None:
        weighed = tried(WEIGHTS, lambda: with_weights(dataset, weights.corpus()))
        dataset = weighed or dataset
    odd: Sequence[FileFinding] = ()
    if findings:
        from cwsdiag.doctor import examine

        stage(lazy("Checking what the files are"))
        odd = examine(
            gold=gold,
            systems=systems,
            training=training,
            raw=[text for text in raw if text is not None],
            facts={name: one for (kind, name), one in surveys.items() if kind == "system"},
            mismatch=files.mismatch,
        )
    return Loaded(dataset, problems, surveys, odd)


@dataclass(frozen=True, eq=False)
class Predictions:
    """Predictions of a dataset's text that say what their systems were trained on.

    Attributes:
        dataset: gold and these systems, without training data.
        origins: of each by its name the model, and the dataset that it was trained on.
    """

    dataset: Dataset
    origins: Mapping[str, tuple[str, str]]


def load_transferred(files: FileSet, *, stop: bool = False) -> Predictions | None:
    """Read gold and the systems that say what they were trained on, this dataset or another; not those hidden.

    Args:
        files: what to read.
        stop: whether the first problem is raised; else what cannot be used is left out.

    Returns:
        None where there is no such system, or none can be used.

    Raises:
        CwsdiagError: the first problem, where ``stop`` is set.
    """
    origins: dict[str, tuple[str, str]] = {}
    learnt: list[File] = []
    for file in files.of("system", "transferred"):
        if file.trained_on is not None and not file.hidden:
            origins[file.name] = file.model_name, file.trained_on
            learnt.append(replace(file, role="system"))
    if not learnt:
        return None
    dataset = load_files(replace(files, files=(*files.of("gold"), *learnt)), stop=stop).dataset
    if dataset is None or not dataset.systems:
        return None
    return Predictions(dataset, {system.name: origins[system.name] for system in dataset.systems})


def _aligned(gold: Document, text: Document, name: str, mismatch: Mismatch) -> Segmentation:
    """Put a system's words on gold.

    Raises:
        AlignmentError: its characters are others. What was odd about either file is said first: it may be why.
    """
    if not name.strip():
        raise SettingError(lazy("{name}: the system has no name. Give it one, as in NAME=PATH.", name=text.name))
    try:
        return align(gold, text, name=name, mismatch=mismatch)
    except AlignmentError as error:
        # The same error, as another would keep this one with all words that were read.
        for odd in (*text.warnings[:1], *gold.warnings[:1]):
            error.problem = lazy("{odd}\n{problem}", odd=odd, problem=error.problem)
        raise
