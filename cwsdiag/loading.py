"""From the files of a dataset to the dataset: each is read once, each system aligned once, and problems are collected.

Whoever has files, be it a command, a project, a page or the board, describes them by ``DatasetFiles``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias, TypeVar

from cwsdiag.align import MISMATCHES, align
from cwsdiag.align.warning import mismatch_warning
from cwsdiag.arguments import choice, choices
from cwsdiag.dataset import Dataset, ReadOptions, open_corpus, run_name, with_weights
from cwsdiag.documents import documents_of, read_documents
from cwsdiag.errors import AlignmentError, CwsdiagError, SettingError
from cwsdiag.formats import NORMALISATIONS, READERS
from cwsdiag.formats.document import Document
from cwsdiag.formats.language import language_of
from cwsdiag.formats.wrappers import chosen
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import visible
from cwsdiag.progress import stage, staged

if TYPE_CHECKING:
    from pathlib import Path

    from cwsdiag.align import Mismatch
    from cwsdiag.attributes.base import NamedSlice
    from cwsdiag.dataset import CorpusLike, Track, WeightsLike
    from cwsdiag.doctor import Finding
    from cwsdiag.formats import DocumentStream, Facts, Role, Source
    from cwsdiag.text import Segmentation
    from cwsdiag.training import TrainingStats

    FileLike: TypeAlias = str | Path | Source
    Text: TypeAlias = CorpusLike | Callable[[], Source] | Document | TrainingStats
    T = TypeVar("T")

# What a file is to a dataset, and of which system or which raw text it is; no name for all others.
Part: TypeAlias = tuple[Literal["gold", "training", "system", "weights", "documents", "labels", "raw"], str]

GOLD: Part = ("gold", "")
TRAINING: Part = ("training", "")
WEIGHTS: Part = ("weights", "")
DOCUMENTS: Part = ("documents", "")
LABELS: Part = ("labels", "")


@dataclass(frozen=True, eq=False)
class TextFile:
    """A text of a dataset before it is read.

    Attributes:
        corpus: path, source, or words; what opens the source, where that may fail; or what was read of it already.
        options: how to read it.
    """

    corpus: Text
    options: ReadOptions = field(default_factory=ReadOptions)

    def opened(self, role: Role, name: str = "") -> DocumentStream:
        """Open the text for reading; words that come from memory are called ``name``.

        Raises:
            InputError: it cannot be read.
        """
        corpus: Any = self.corpus() if callable(self.corpus) else self.corpus
        return open_corpus(corpus, role=role, options=self.options, name=name)


@dataclass(frozen=True, eq=False)
class DatasetFiles:
    """The files of one dataset, and how they are to be read.

    Attributes:
        gold: the reference segmentation; None where it is still missing, then there is no dataset.
        systems: predictions by system name; there may be none.
        training: segmented text, or a word list with or without counts; None without.
        dev: more text like gold, for studies over several datasets, see ``cwsdiag.study.read_corpora``; no part of the
            dataset. None without.
        weights: how hard each gold word is, see ``cwsdiag.weights.read_weights``; None without.
        documents: which document each gold sentence is of, see ``read_documents``; without it as gold's own file says.
        labels: a table of labels of the gold sentences, see ``cwsdiag.labels``; they stand before those of gold's file.
        name: of the dataset; the gold file's by default.
        mismatch: ``"error"``; ``"skip"`` to leave out stretches where a system has other characters than gold; or
            ``"count"`` to count what it adds or lacks against it.
        tracks: the track of systems by name, as far as known; those of other names are passed over.
        run_of: of systems that are runs of one model what those are called together, by name.
        transferred: predictions of systems that were trained on another dataset; no part of the dataset, as ``dev``.
        trained_on: of systems and transferred ones by name, where that is known and wanted, the model, and the dataset
            that it was trained on; see ``load_transferred``.
        raw: by name the text as systems were given it; no part of the dataset, the others are checked by it.
        slices: that the project names.
    """

    gold: TextFile | None
    systems: Mapping[str, TextFile] = field(default_factory=dict)
    training: TextFile | None = None
    dev: TextFile | None = None
    weights: WeightsLike | Callable[[], Source] | None = None
    documents: FileLike | Callable[[], Source] | None = None
    labels: FileLike | Callable[[], Source] | None = None
    name: str = ""
    mismatch: Mismatch = "error"
    tracks: Mapping[str, Track] = field(default_factory=dict)
    run_of: Mapping[str, str] = field(default_factory=dict)
    transferred: Mapping[str, TextFile] = field(default_factory=dict)
    trained_on: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    raw: Mapping[str, TextFile] = field(default_factory=dict)
    slices: tuple[NamedSlice, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what cannot be done before anything is read."""
        choice("mismatch", self.mismatch, MISMATCHES)

    @classmethod
    def alike(
        cls,
        options: ReadOptions,
        *,
        gold: Text | None,
        systems: Mapping[str, Text] | None = None,
        runs: Mapping[str, Sequence[Text]] | None = None,
        training: Text | None = None,
        dev: Text | None = None,
        **others: Any,
    ) -> Self:
        """Return files that are all read in one way; ``others`` are those of the attributes.

        Each of the ``runs`` of a model is one more system, see ``run_name``. What is hidden in names is written out.

        Raises:
            SettingError: a model of several runs, or a run, is called as a system, or two systems alike once it is.
        """
        named = [(visible(name), corpus, "") for name, corpus in (systems or {}).items()]
        groups = [visible(group) for group in runs or {}]
        for group, corpora in zip(groups, (runs or {}).values(), strict=True):
            named += [(run_name(group, number), corpus, group) for number, corpus in enumerate(corpora, start=1)]
        names = [*groups, *(name for name, _, _ in named)]
        if len(set(names)) < len(names):
            twice = max(names, key=names.count)
            raise SettingError(lazy("two systems are called {name!r}. Give them different names.", name=twice))
        return cls(
            gold=None if gold is None else TextFile(gold, options),
            systems={name: TextFile(corpus, options) for name, corpus, _ in named},
            run_of={name: group for name, _, group in named if group},
            training=None if training is None else TextFile(training, options),
            dev=None if dev is None else TextFile(dev, options),
            **others,
        )


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
    findings: Sequence[Finding]

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
    options = ReadOptions(
        encoding, input_format, choices("normalise", normalise, NORMALISATIONS), separator, chosen(strip)
    )
    files = DatasetFiles.alike(
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
    files: DatasetFiles, *, strings: bool = True, facts: bool = False, findings: bool = False, stop: bool = False
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

    def read(part: Part, role: Role, file: TextFile, take: Callable[[DocumentStream], T]) -> T:
        stream = file.opened(role, part[1])
        stage(lazy("Reading {file}", file=stream.name))
        stream.surveyed = facts
        taken = take(stream)
        if facts:
            surveys[part] = stream.facts
        return taken

    def document(part: Part, role: Role, file: TextFile) -> Document | None:
        if isinstance(file.corpus, Document):
            return file.corpus

        def whole() -> Document:
            text = read(part, role, file, Document.of)
            if role == "gold" and "t2s" in file.options.normalise and (language := language_of(text.chars)) is not None:
                raise SettingError(
                    lazy(
                        "{name}: t2s converts Chinese characters, and this text is {language}. Do without it.",
                        name=text.name,
                        language=language.label,
                    )
                )
            return text

        return tried(part, whole)

    gold = None if files.gold is None else document(GOLD, "gold", files.gold)
    texts = {name: document(("system", name), "system", file) for name, file in files.systems.items()}
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
                warnings += [*text.warnings, *filter(None, [mismatch_warning(gold, system)])]
                if strings:
                    wanted.update(system.distinct_beside(gold).words)
                    if system.word_ends is text.word_ends:
                        text.with_distinct(system.distinct)
    training = None
    if files.training is not None:
        # Whoever has no training data does without these imports.
        from cwsdiag.training import TrainingStats, gather

        if findings and gold is not None:
            from cwsdiag.doctor import sentences_asked

            # Counted in the same pass: what the doctor will ask.
            wanted |= sentences_asked(gold, systems)
        file, take = files.training, partial(gather, strings=wanted, characters=strings or findings)
        if gold is not None:
            take = partial(take, sentences=gold.sentences)
        if isinstance(file.corpus, TrainingStats):
            training = file.corpus
        else:
            training = tried(TRAINING, lambda: read(TRAINING, "training", file, take))
    raw = [document(("raw", name), "gold", file) for name, file in files.raw.items()]
    if gold is None:
        return Loaded(None, problems, surveys, ())
    warnings = [*gold.warnings, *(training.warnings if training else ()), *warnings]
    documents, weights = files.documents, files.weights
    if documents is None:
        of_gold = documents_of(gold.documents) if gold.documents else None
    else:
        ids = documents() if callable(documents) else documents
        of_gold = tried(DOCUMENTS, lambda: read_documents(ids, len(gold.text.sentence_ends)))
    labels, labels_digest = {}, ""
    if gold.labels or files.labels is not None:
        # Whoever has none does without this import.
        from cwsdiag.labels import labels_of, read_labels

        table, labels = files.labels, labels_of(gold)
        if table is not None:
            of_table = tried(LABELS, lambda: read_labels(table() if callable(table) else table, gold, of_gold))
            more, labels_digest = of_table or ({}, "")
            labels |= more
    dataset = Dataset(
        name=files.name or gold.name,
        gold=gold,
        systems=tuple(aligned.values()),
        training=training,
        mismatch=files.mismatch,
        warnings=tuple(warnings),
        tracks={system: track for system, track in files.tracks.items() if system in aligned},
        documents=of_gold,
        labels=labels,
        labels_digest=labels_digest,
        slices=files.slices,
        run_of={system: group for system, group in files.run_of.items() if system in aligned},
    )
    if weights is not None:
        weighed = tried(WEIGHTS, lambda: with_weights(dataset, weights() if callable(weights) else weights))
        dataset = weighed or dataset
    if not findings:
        return Loaded(dataset, problems, surveys, ())
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


def load_transferred(files: DatasetFiles, *, stop: bool = False) -> Predictions | None:
    """Read gold and the systems that say what they were trained on, this dataset or another.

    Args:
        files: what to read.
        stop: whether the first problem is raised; else what cannot be used is left out.

    Returns:
        None where there is no such system, or none can be used.

    Raises:
        CwsdiagError: the first problem, where ``stop`` is set.
    """
    if not files.trained_on:
        return None
    texts = {**files.systems, **files.transferred}
    known = {name: texts[name] for name in files.trained_on}
    dataset = load_files(
        replace(files, systems=known, training=None, weights=None, documents=None, labels=None, raw={}), stop=stop
    ).dataset
    if dataset is None or not dataset.systems:
        return None
    return Predictions(dataset, {system.name: files.trained_on[system.name] for system in dataset.systems})


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
