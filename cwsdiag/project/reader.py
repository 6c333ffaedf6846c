"""What a project file says: its tables as typed records, and the datasets these describe.

``cwsdiag.project.project`` shows such a file. What a key may hold stands in its type alone.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from cwsdiag.align import Mismatch
from cwsdiag.attributes import available
from cwsdiag.attributes.base import LABEL, SLICE_NAME
from cwsdiag.dataset import ReadOptions, run_name
from cwsdiag.errors import ProjectError, SettingError, brief
from cwsdiag.files import can_be
from cwsdiag.formats import COMPARABLE, NORMALISATIONS, READERS, WRAPPERS
from cwsdiag.formats.base import listed
from cwsdiag.formats.readers.separated import asked_for
from cwsdiag.formats.wrappers import chosen
from cwsdiag.inputs import BUCKETS, SECONDS, TEXTS, File, FileSet, OwnCurve, Published, Run, StudySpec, place
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import visible
from cwsdiag.project.icwb2 import corpora
from cwsdiag.segmenters import names
from cwsdiag.toml import must_be, one_of, records_of, written

if TYPE_CHECKING:
    from cwsdiag.attributes.base import NamedSlice
    from cwsdiag.doctor.roles import Place as Role
    from cwsdiag.toml import Steps

    Format: TypeAlias = str
    Normal: TypeAlias = str
    Comparable: TypeAlias = str
    Wrapper: TypeAlias = str
else:
    Format, Normal, Comparable, Wrapper = (
        Literal[tuple(known)] for known in (READERS, NORMALISATIONS, COMPARABLE, WRAPPERS)
    )

# Into how many buckets a study may cut an attribute, or how else.
FEWEST_BUCKETS, MOST_BUCKETS, CLASSES = 2, 50, "classes"
_LONGEST_NAME, _MISSING_NAMED = 200, 5
# Every two published rows may be a pair, and Nemenyi's test compares all.
_MOST_ROWS = 100

Text = Annotated[str, Meta(pattern=r"\S")]
# What something is made of, or the buckets that words are in, by names.
Values = dict[Text, Text | int | float | bool]
Some = Annotated[Values, Meta(min_length=1)]
PerCent = Annotated[float, Meta(ge=0, le=100)]


class Record(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table of a project file; what it does not have is None, or empty."""


class Reading(Record, frozen=True):
    """How a file is read, see ``ReadOptions``; in tables around it, how all files in them are."""

    encoding: Text | None = None
    format: Format | None = None
    normalise: Comparable | tuple[Comparable, ...] | None = None
    separator: Text | None = None
    strip: Wrapper | tuple[Wrapper, ...] | None = None


class Inputs(Reading, frozen=True):
    """What may stand at the top level, for all datasets."""

    mismatch: Mismatch | None = None
    baselines: bool | None = None


class TextFile(Reading, frozen=True, kw_only=True):
    """A file that is read otherwise than the rest of its dataset."""

    file: Text


class SystemTable(Reading, frozen=True, kw_only=True):
    """A system, or several runs of one model."""

    name: Text
    model: Text | None = None
    prediction: Text | None = None
    runs: Annotated[tuple[Text, ...], Meta(min_length=1)] | None = None
    run_of: Text | None = None
    command: Text | None = None
    segmenter: Text | None = None
    timeout: Annotated[int, Meta(ge=1)] | None = None
    track: Literal["closed", "open"] | None = None
    trained_on: Text | None = None
    hidden: bool = False
    parts: Values = {}
    version: Any = None


class DatasetTable(Inputs, frozen=True):
    """A dataset."""

    name: Text | None = None
    gold: Text | TextFile | None = None
    train: Text | TextFile | None = None
    dev: Text | None = None
    weights: Text | None = None
    documents: Text | None = None
    labels: Text | None = None
    idioms: Text | None = None
    corpus: Text | None = None
    system: tuple[SystemTable, ...] = ()


class SliceTable(Record, frozen=True, kw_only=True):
    """Words in several buckets."""

    name: Text
    where: Some


class PublishedTable(Record, frozen=True, kw_only=True):
    """Scores of a paper."""

    system: Text
    source: Text
    parts: Values = {}
    f1: Annotated[dict[Text, PerCent], Meta(min_length=1)]


class CurveTable(Record, frozen=True, kw_only=True):
    """F1 of one's own model as sources are added."""

    name: Text
    dataset: Text
    order: Literal["max", "min"] | Annotated[tuple[Text, ...], Meta(min_length=1)] = "max"
    f1: Annotated[tuple[PerCent | Annotated[tuple[PerCent, ...], Meta(min_length=1)], ...], Meta(min_length=1)]


class StudyTable(Record, frozen=True):
    """How datasets are compared."""

    normalise: Normal | tuple[Normal, ...] | None = None
    buckets: Annotated[int, Meta(ge=FEWEST_BUCKETS, le=MOST_BUCKETS)] | Literal["classes"] = BUCKETS
    published: tuple[PublishedTable, ...] = ()
    curve: tuple[CurveTable, ...] = ()


class ProjectTable(Inputs, frozen=True):
    """A project file."""

    icwb2: Text | None = None
    board: Text | None = None
    dataset: tuple[DatasetTable, ...] = ()
    slice: tuple[SliceTable, ...] = ()
    study: StudyTable = StudyTable()


ROLES: dict[str, Role] = {
    "gold": "gold", "train": "training", "dev": "dev", "weights": "weights",
    "documents": "documents", "labels": "labels", "idioms": "idioms",
}  # fmt: skip


class _Wrong(Exception):
    """What is wrong with a table, in a sentence without its end."""


class ProjectReader:
    """Reads one project; every complaint names the file and the table it is about.

    Args:
        path: the project file, or an icwb2-data folder that stands for one.
        called: what complaints call it.
        corpora: those of that folder; none of a file, which may name a folder itself.
        closed: whether it comes from a stranger: nothing outside its own folder may be named.
    """

    def __init__(self, path: Path, called: str, corpora: Mapping[str, FileSet], *, closed: bool) -> None:
        self.path, self.called, self.corpora, self.closed = path, called, corpora, closed
        self._content: dict[str, Any] = {}
        self._where = ""
        self._missing: list[str] = []

    def read(self, content: dict[str, Any], *, complete: bool) -> tuple[tuple[FileSet, ...], StudySpec, Path | None]:
        """Return the datasets, how they are compared, and the board that the content of the file names.

        Args:
            content: of the file.
            complete: whether all files must be there.

        Raises:
            ProjectError: it has unknown or missing keys, or names files or datasets that are not there.
        """
        self._content = content
        top = records_of(content, ProjectTable, lambda steps, problem: self._error(_called(content, steps), problem))
        with self._at():
            for key in ("icwb2", "board"):
                if getattr(top, key) is not None and self.closed:
                    raise _Wrong(lazy("{key} cannot be used here: only files beside it can be named", key=key))
            if top.icwb2 is not None:
                self.corpora = self._corpora(top.icwb2)
            board = None if top.board is None else self._place("board", top.board)
        with self._at("study"):
            study = replace(self._study(top), slices=tuple(self._slices(top.slice)))
        tables = top.dataset or [DatasetTable(corpus=name) for name in self.corpora]
        if not tables and not study.published:
            raise self._error("", lazy("no [[dataset]] in it. Add one with name and gold, or icwb2 at the top level"))
        datasets = tuple(self._dataset(number, table, top, study) for number, table in enumerate(tables))
        with self._at():
            _different([dataset.name for dataset in datasets], lazy("datasets"))
            _check_names(datasets, study)
        if self._missing and complete:
            some = self._missing[:_MISSING_NAMED] + (["…"] if len(self._missing) > _MISSING_NAMED else [])
            problem = lazy(
                "{n} of its files are missing: {files}. Paths are relative to the project file",
                n=len(self._missing),
                files=listed(some),
            )
            raise self._error("", problem)
        return datasets, study, board

    def _corpora(self, folder: str) -> Mapping[str, FileSet]:
        try:
            return corpora(self._place("icwb2", folder), called=brief(folder))
        except ProjectError as error:
            raise ProjectError(lazy("{file}: icwb2: {problem}", file=self.called, problem=error.problem)) from None

    def _slices(self, tables: Sequence[SliceTable]) -> Iterator[NamedSlice]:
        names: list[str] = []
        words = [key for key, one in available().items() if one.unit == "word" and "other systems" not in one.needs]
        for number, table in enumerate(tables):
            with self._at("slice", number):
                name = visible(table.name)
                if not re.fullmatch(SLICE_NAME, name):
                    problem = lazy("name {name!r}: write it without commas, colons, semicolons and =", name=name)
                    raise _Wrong(problem)
                names.append(name)
                _different(names, lazy("slices"))
                for key in table.where:
                    if key not in words and not key.startswith(LABEL):
                        known = ", ".join(words)
                        raise _Wrong(lazy("where: no attribute of words {key!r}. Known: {known}", key=key, known=known))
                yield name, _values(table.where)

    def _study(self, top: ProjectTable) -> StudySpec:
        rows: dict[tuple[str, str], Published] = {}
        curves, table = [], top.study
        if len(table.published) > _MOST_ROWS:
            raise _Wrong(lazy("it has more than {most} [[study.published]]. Leave some out", most=_MOST_ROWS))
        for number, one in enumerate(table.published):
            with self._at("study", "published", number):
                f1 = _in_per_cent(one.f1.values())
                scores = tuple(zip(map(visible, one.f1), f1, strict=True))
                row = Published(visible(one.system), visible(one.source), scores, _values(one.parts))
                if rows.setdefault((row.system, row.source), row) is not row:
                    raise _Wrong(
                        lazy(
                            "system {system!r} with source {source!r} was there before. Write all its scores in one "
                            "table",
                            system=row.system,
                            source=row.source,
                        )
                    )
        for number, curve in enumerate(table.curve):
            with self._at("study", "curve", number):
                order = curve.order if isinstance(curve.order, str) else tuple(map(visible, curve.order))
                curves.append(OwnCurve(visible(curve.name), visible(curve.dataset), order, _runs(curve.f1)))
        normalise = next((one for one in (table.normalise, top.normalise) if one is not None), ())
        return StudySpec(_listed(normalise), table.buckets, tuple(rows.values()), tuple(curves))

    def _dataset(self, number: int, table: DatasetTable, top: ProjectTable, study: StudySpec) -> FileSet:
        corpus = FileSet()
        with self._at("dataset", number):
            if table.corpus is not None:
                if not self.corpora:
                    text = lazy('a corpus needs its folder: write icwb2 = "path/to/icwb2-data" at the top level')
                    raise _Wrong(text)
                if table.corpus not in self.corpora:
                    raise _Wrong(must_be("corpus", one_of(self.corpora), table.corpus))
                if table.gold is not None:
                    raise _Wrong(lazy("gold is that of the corpus: delete either gold or corpus"))
                corpus = self.corpora[table.corpus]
            for key in () if corpus.name else ("name", "gold"):
                if getattr(table, key) is None:
                    raise _Wrong(lazy("{key} is missing. Add it", key=key))
            name = visible(table.name or corpus.name)
            options = self._options(table, self._options(top, ReadOptions()))
            files = [self._text_file(key, role, table, options) for key, role in ROLES.items() if getattr(table, key)]
            roles = {file.role for file in files}
            files += [file.normalised(options.normalise) for file in corpus.files if file.role not in roles]
            gold = next(one for one in files if one.role == "gold")
            systems: list[File] = []
            for inner, system in enumerate(table.system):
                with self._at("dataset", number, "system", inner):
                    systems += self._systems(system, options, name, gold)
            groups = {system.run_of for system in systems if system.run_of is not None}
            _different([*(system.name for system in systems), *groups], lazy("systems"))
        mismatch = table.mismatch or top.mismatch or corpus.mismatch
        baselines = top.baselines if table.baselines is None else table.baselines
        return FileSet(name, (*files, *systems), mismatch, bool(baselines), study)

    def _text_file(self, key: str, role: Role, table: DatasetTable, options: ReadOptions) -> File:
        """Return a file that is named by its path, or by a table of path and options."""
        value = getattr(table, key)
        if isinstance(value, TextFile):
            return File.of(role, self._named(f"{key}.file", value.file), self._options(value, options))
        return File.of(role, self._named(key, value), options if role in TEXTS else None)

    def _systems(self, table: SystemTable, options: ReadOptions, dataset: str, gold: File) -> list[File]:
        """Return a system, or each of several runs of a model as one."""
        if table.version is not None:
            raise _Wrong(
                lazy(
                    "'version' is no key of a system any more. Give each version a name of its own and delete the key: "
                    "Diagnosis and cwsdiag compare show what differs, cwsdiag gate holds the newest against the last"
                )
            )
        said = [key for key in ("runs", "command", "segmenter", "prediction") if getattr(table, key) is not None]
        if not said:
            raise _Wrong(lazy("{key} is missing. Add it", key="prediction"))
        for other in (*said[1:], *(["run_of"] if table.runs and table.run_of is not None else [])):
            raise _Wrong(
                lazy("{one} and {other} cannot stand together: delete one of the two", one=said[0], other=other)
            )
        name, run_of, trained_on = (one and visible(one) for one in (table.name, table.run_of, table.trained_on))
        assert name is not None
        if table.track == "closed":
            if trained_on not in (None, dataset):
                raise _Wrong(
                    lazy(
                        "track says closed, so trained on {dataset!r} alone, but trained_on says {trained_on!r}. "
                        "Delete one of the two",
                        dataset=dataset,
                        trained_on=trained_on,
                    )
                )
            trained_on = dataset
        elsewhere = trained_on not in (None, dataset)
        if elsewhere and (run_of is not None or table.runs):
            raise _Wrong(lazy("several runs of a model must be trained on their own dataset: delete trained_on"))
        model = visible(table.model or name)
        called = f"{model} ← {trained_on}" if elsewhere else name
        options, run = self._options(table, options), None
        if table.command or table.segmenter:
            run = self._run(table, said[0], gold)
            paths = [place(self.path.parent, dataset, called)]
            options = replace(options, format="words")
        else:
            if table.timeout is not None:
                raise _Wrong(lazy("timeout is for a command or a segmenter. Delete it"))
            paths = [self._named(said[0], path) for path in table.runs or (table.prediction or "",)]
        return [
            File.of(
                "transferred" if elsewhere else "system",
                path,
                options,
                name=run_name(called, number) if table.runs else called,
                model=run_name(model, number) if table.runs else model,
                track=table.track,
                trained_on=trained_on,
                hidden=table.hidden,
                run_of=name if table.runs else run_of,
                parts=_values(table.parts),
                run=run,
            )
            for number, path in enumerate(paths, start=1)
        ]

    def _run(self, table: SystemTable, key: str, gold: File) -> Run:
        if self.closed:
            raise _Wrong(lazy("{key}: nothing is run that comes from elsewhere. Give its prediction", key=key))
        if table.segmenter is not None and table.segmenter not in names():
            raise _Wrong(must_be("segmenter", one_of(names()), table.segmenter))
        try:
            words = shlex.split(table.command or "-")
        except ValueError:
            words = []
        if not words:
            raise _Wrong(lazy("{key} must be a program and its arguments, as one types them", key=key))
        return Run(table.command or "", table.segmenter or "", table.timeout or SECONDS, self.path.parent, gold)

    @contextmanager
    def _at(self, *steps: str | int) -> Iterator[None]:
        """Have complaints name a table of the file by the steps to it."""
        outer, self._where = self._where, _called(self._content, steps)
        try:
            yield
        except _Wrong as wrong:
            raise self._error(self._where, wrong.args[0]) from None
        finally:
            self._where = outer

    def _error(self, where: str, problem: str) -> ProjectError:
        table = lazy("{table}: ", table=where) if where else ""
        return ProjectError(lazy("{file}: {table}{complaint}.", file=self.called, table=table, complaint=problem))

    def _options(self, table: Reading, outer: ReadOptions) -> ReadOptions:
        """Return how a file is read: by its own table, else as those around it say."""
        known = {key: value for key in Reading.__struct_fields__ if (value := getattr(table, key)) is not None}
        for key in known.keys() & {"normalise", "strip"}:
            known[key] = _listed(known[key])
        if table.separator is not None:
            try:
                asked_for(table.separator)
            except SettingError as error:
                raise _Wrong(error.problem.rstrip(".")) from None
        options = replace(outer, **known)
        return replace(options, strip=chosen(options.strip))

    def _named(self, key: str, name: str) -> Path:
        """Return a file that a table names; what is not there is said once all is read."""
        path = self._place(key, name)
        if self.closed and not path.resolve().is_relative_to(self.path.parent.resolve()):
            raise _Wrong(lazy("{key} leads out of the folder of the project", key=key))
        if not os.path.isfile(path):
            self._missing.append(lazy("{name} ({table})", name=brief(visible(name), _LONGEST_NAME), table=self._where))
        return path

    def _place(self, key: str, name: str) -> Path:
        path = self.path.parent / name
        if not can_be(path):
            raise _Wrong(lazy("{key} is no path: {name}", key=key, name=brief(name)))
        return path


def _called(content: Mapping[str, Any], steps: Steps) -> str:
    """Return what complaints call a table of a project file."""
    match steps:
        case ("dataset", int(number), *inner):
            tables = content.get("dataset") or []
            table = tables[number] if number < len(tables) else {}
            name = table.get("name", table.get("corpus")) if isinstance(table, dict) else None
            where = lazy("{table} number {number}", table="[[dataset]]", number=number + 1)
            if isinstance(name, str) and name.strip():
                where = lazy("dataset {name!r}", name=visible(name))
            match inner:
                case ("system", int(place), *_):
                    return lazy("system number {number} of {table}", number=place + 1, table=where)
                case (str(key), *_):
                    return lazy("{key} of {table}", key=key, table=where)
            return where
        case ("slice", int(number), *_):
            return lazy("{table} number {number}", table="[[slice]]", number=number + 1)
        case ("study", str(key), int(number), *_):
            return lazy("{table} number {number}", table=f"[[study.{key}]]", number=number + 1)
        case ("study", *_):
            return "[study]"
    return lazy("the top level")


def _listed(some: str | tuple[str, ...]) -> tuple[str, ...]:
    """Return a list of some, for which one of them alone may stand."""
    return (some,) if isinstance(some, str) else some


def _values(table: Values) -> tuple[tuple[str, str], ...]:
    """Return a table as texts; numbers, ``true`` and ``false`` are taken as they are written."""
    texts = ((name, one if isinstance(one, str) else written(one)) for name, one in table.items())
    return tuple((visible(name), visible(text.strip())) for name, text in texts)


def _in_per_cent(values: Iterable[float]) -> tuple[float, ...]:
    """Return F1 in per cent."""
    scores = tuple(values)
    if max(scores) <= 1:
        raise _Wrong(lazy("f1 is in per cent: write 96.46 for 0.9646"))
    return scores


def _runs(f1: Sequence[Any]) -> tuple[tuple[float, ...], ...]:
    """Return F1 in per cent as sources are added: a list a run, or one list."""
    runs = f1 if any(isinstance(run, tuple) for run in f1) else [f1]
    if {type(run) for run in runs} != {tuple} or len(set(map(len, runs))) > 1:
        raise _Wrong(lazy("f1 must be a list of numbers, or several of equal length, a list a run"))
    return tuple(map(_in_per_cent, runs))


def _different(names: Sequence[str], what: str) -> None:
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise _Wrong(lazy("two {what} have the same name: {names}", what=what, names=", ".join(twice)))


def _check_names(datasets: Sequence[FileSet], study: StudySpec) -> None:
    """Check what names datasets, now that all are known, and that a system has the same parts on each."""
    names = [dataset.name for dataset in datasets]
    every = ", ".join(map(repr, names)) or lazy("none")
    parts: dict[tuple[str, str], str] = {}
    for dataset in datasets:
        for system in dataset.of("system", "transferred"):
            if system.trained_on not in (None, *names):
                raise _Wrong(
                    lazy(
                        "system {system!r} of dataset {dataset!r}: trained_on names no dataset of this project: "
                        "{trained_on!r}. Available: {names}",
                        system=system.model,
                        dataset=dataset.name,
                        trained_on=system.trained_on,
                        names=every,
                    )
                )
            for part, value in system.parts:
                before = parts.setdefault((system.model, part), value)
                if before != value:
                    raise _Wrong(
                        lazy(
                            "system {system!r} of dataset {dataset!r}: its part {part!r} is {value!r}, but {before!r} "
                            "before. A system has the same parts on every dataset",
                            system=system.model,
                            dataset=dataset.name,
                            part=part,
                            value=value,
                            before=before,
                        )
                    )
    for curve in study.curves:
        order = curve.order if isinstance(curve.order, tuple) else ()
        if curve.target not in names or not set(order) <= {*names} - {curve.target} or len({*order}) < len(order):
            raise _Wrong(
                lazy(
                    "curve {name!r}: dataset must name a dataset of this project, and order others of them, each "
                    "once. Available: {names}",
                    name=curve.name,
                    names=every,
                )
            )
