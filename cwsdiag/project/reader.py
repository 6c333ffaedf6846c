"""What a project file says: its tables, each key checked by what it must be; ``cwsdiag.project.project`` shows one."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cwsdiag.align import MISMATCHES
from cwsdiag.attributes import available
from cwsdiag.attributes.base import LABEL, SLICE_NAME
from cwsdiag.dataset import ReadOptions, run_name
from cwsdiag.errors import ProjectError, SettingError, shown
from cwsdiag.files import can_be
from cwsdiag.formats import COMPARABLE, NORMALISATIONS, READERS, WRAPPERS
from cwsdiag.formats.base import listed
from cwsdiag.formats.readers.separated import asked_for
from cwsdiag.formats.wrappers import chosen
from cwsdiag.inputs import SECONDS, TEXTS, File, FileSet, OwnCurve, Published, Run, StudySpec, place
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import visible
from cwsdiag.project.icwb2 import corpora
from cwsdiag.segmenters import names

if TYPE_CHECKING:
    from cwsdiag.attributes.base import NamedConditions, NamedSlice
    from cwsdiag.doctor import Place as Role

    # Returns a value as it is taken, or raises ``_Wrong``.
    Check = Callable[[str, Any], Any]
    Keys = Mapping[str, Check]

# Into how many buckets a study may cut an attribute, or how else.
FEWEST_BUCKETS, MOST_BUCKETS, CLASSES = 2, 50, "classes"
_LONGEST_NAME, _MISSING_NAMED = 200, 5
# Every two published rows may be a pair, and Nemenyi's test compares all.
_MOST_ROWS = 100


class _Wrong(Exception):
    """What is wrong with a value, in a sentence without its end."""


def _path(key: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _Wrong(lazy("{key!r} is missing or not text", key=key))
    return value


def _text(key: str, value: Any) -> str:
    """Return a name: what is hidden in it is written out."""
    return visible(_path(key, value))


def _choice(*known: Any) -> Check:
    def check(key: str, value: Any) -> Any:
        # 1 == True, but who writes 1 for true has another key in mind.
        if not any(value == one and type(value) is type(one) for one in known):
            raise _Wrong(lazy("{key} must be one of: {known}", key=key, known=", ".join(map(_toml, known))))
        return value

    return check


def _some(*known: str) -> Check:
    """Return a check for a list of some, for which one of them alone may stand."""

    def check(key: str, value: Any) -> tuple[str, ...]:
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, list) or not all(one in known for one in values):
            raise _Wrong(lazy("{key} must be a list of: {known}", key=key, known=", ".join(known)))
        return tuple(values)

    return check


def _paths(key: str, value: Any) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(one, str) and one.strip() for one in value):
        raise _Wrong(lazy("{key} must be a list of texts, with at least one in it", key=key))
    return value


def _tables(key: str, value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise _Wrong(lazy("{key} must be written as tables with two brackets, [[…]]", key=key))
    return value


def _table(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Wrong(lazy("{key} must be a table of names and values", key=key))
    return value


def _buckets(key: str, value: Any) -> int | str:
    # To Python, true is a whole number too.
    if value == CLASSES:
        return CLASSES
    if type(value) is int and FEWEST_BUCKETS <= value <= MOST_BUCKETS:
        return value
    text = lazy(
        '{key} must be a whole number from {least} to {most}, or "{classes}"',
        key=key,
        least=FEWEST_BUCKETS,
        most=MOST_BUCKETS,
        classes=CLASSES,
    )
    raise _Wrong(text)


def _separator(key: str, value: Any) -> str:
    try:
        asked_for(_path(key, value))
    except SettingError as error:
        raise _Wrong(error.problem.rstrip(".")) from None
    return str(value)


def _strip(key: str, value: Any) -> tuple[str, ...]:
    return chosen(_some(*WRAPPERS)(key, value))


def _parts(key: str, value: Any) -> tuple[tuple[str, str], ...]:
    """Return a table of texts; numbers, ``true`` and ``false`` are taken as they are written."""
    for name, one in _table(key, value).items():
        if not name.strip() or not isinstance(one, (str, int, float)) or not _toml(one).strip():
            raise _Wrong(lazy("{key}: {name} must be a text or a number", key=key, name=name))
    return tuple((visible(name), visible(_toml(one).strip())) for name, one in value.items())


def _command(key: str, value: Any) -> str:
    try:
        if not shlex.split(_path(key, value)):
            raise ValueError
    except ValueError:
        raise _Wrong(lazy("{key} must be a program and its arguments, as one types them", key=key)) from None
    return str(value)


def _seconds(key: str, value: Any) -> int:
    # To Python, true is a whole number too.
    if type(value) is not int or value < 1:
        raise _Wrong(lazy("{key} must be a whole number of seconds, at least 1", key=key))
    return value


def _slice_name(key: str, value: Any) -> str:
    name = _text(key, value)
    if not re.fullmatch(SLICE_NAME, name):
        raise _Wrong(lazy("{key} {name!r}: write it without commas, colons, semicolons and =", key=key, name=name))
    return name


def _conditions(key: str, value: Any) -> NamedConditions:
    """Return the labels of buckets by attribute; numbers are taken as they are written."""
    conditions = _parts(key, value)
    if not conditions:
        raise _Wrong(lazy("{key} must name a bucket of at least one attribute", key=key))
    return conditions


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _in_per_cent(values: Any) -> tuple[float, ...]:
    """Return F1 in per cent."""
    # To Python, true is a number too; NaN is between no two.
    if not values or not all(type(one) in (int, float) and 0 <= one <= 100 for one in values):
        raise _Wrong(lazy("f1 must be numbers from 0 to 100, at least one"))
    if max(values) <= 1:
        raise _Wrong(lazy("f1 is in per cent: write 96.46 for 0.9646"))
    return tuple(map(float, values))


def _scores(key: str, value: Any) -> tuple[tuple[str, float], ...]:
    """Return F1 in per cent by the names of datasets."""
    return tuple(zip(map(visible, _table(key, value)), _in_per_cent(value.values()), strict=True))


def _runs(key: str, value: Any) -> tuple[tuple[float, ...], ...]:
    """Return F1 in per cent as sources are added: a list a run, or one list."""
    runs = value if isinstance(value, list) and value and isinstance(value[0], list) else [value]
    if not all(isinstance(run, list) and len(run) == len(runs[0]) for run in runs):
        raise _Wrong(lazy("{key} must be a list of numbers, or several of equal length, a list a run", key=key))
    return tuple(map(_in_per_cent, runs))


def _order(key: str, value: Any) -> Any:
    return tuple(map(visible, _paths(key, value))) if isinstance(value, list) else _choice("max", "min")(key, value)


def _file(key: str, value: Any) -> Any:
    return value if isinstance(value, dict) else _path(key, value)


# What may stand in a table, and what it must be. Of _SETTINGS inner tables win.
_READING: Keys = {
    "encoding": _text, "format": _choice(*READERS), "normalise": _some(*COMPARABLE), "separator": _separator,
    "strip": _strip,
}  # fmt: skip
_SETTINGS: Keys = {"mismatch": _choice(*MISMATCHES), "baselines": _choice(True, False), **_READING}
_TOP: Keys = {"dataset": _tables, "icwb2": _path, "board": _path, "study": _table, "slice": _tables, **_SETTINGS}
ROLES: dict[str, Role] = {
    "gold": "gold", "train": "training", "dev": "dev", "weights": "weights",
    "documents": "documents", "labels": "labels", "idioms": "idioms",
}  # fmt: skip
_DATASET: Keys = {
    "name": _text, "gold": _file, "train": _file, "dev": _path, "weights": _path, "documents": _path, "labels": _path,
    "idioms": _path,
    "corpus": _text, "system": _tables, **_SETTINGS,
}  # fmt: skip
_SYSTEM: Keys = {
    "name": _text, "model": _text, "prediction": _path, "runs": _paths, "run_of": _text,
    "command": _command, "segmenter": lambda key, value: _choice(*names())(key, value), "timeout": _seconds,
    "track": _choice("closed", "open"), "trained_on": _text, "hidden": _choice(True, False), "parts": _parts,
    **_READING,
}  # fmt: skip
_FILE: Keys = {"file": _path, **_READING}
_SLICE: Keys = {"name": _slice_name, "where": _conditions}
_STUDY: Keys = {"normalise": _some(*NORMALISATIONS), "buckets": _buckets, "published": _tables, "curve": _tables}
_PUBLISHED: Keys = {"system": _text, "source": _text, "parts": _parts, "f1": _scores}
_CURVE: Keys = {"name": _text, "dataset": _text, "order": _order, "f1": _runs}


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
        with self._at(""):
            with self._at(lazy("the top level")):
                top = _checked(content, _TOP)
                for key in ("icwb2", "board"):
                    if key in top and self.closed:
                        raise _Wrong(lazy("{key} cannot be used here: only files beside it can be named", key=key))
                if "icwb2" in top:
                    self.corpora = self._corpora(top["icwb2"])
                board = self._place("board", top["board"]) if "board" in top else None
            with self._at("[study]"):
                study = self._study(_checked(top.get("study", {}), _STUDY), top.get("normalise", ()))
            study = replace(study, slices=tuple(self._slices(top.get("slice", ()))))
            tables = top.get("dataset") or [{"corpus": name} for name in self.corpora]
            if not tables and not study.published:
                raise _Wrong(lazy("no [[dataset]] in it. Add one with name and gold, or icwb2 at the top level"))
            datasets = tuple(self._dataset(number, table, top, study) for number, table in enumerate(tables, start=1))
            with self._at(lazy("the top level")):
                _different([dataset.name for dataset in datasets], lazy("datasets"))
                _check_names(datasets, study)
            if self._missing and complete:
                some = self._missing[:_MISSING_NAMED] + (["…"] if len(self._missing) > _MISSING_NAMED else [])
                raise _Wrong(
                    lazy(
                        "{n} of its files are missing: {files}. Paths are relative to the project file",
                        n=len(self._missing),
                        files=listed(some),
                    )
                )
            return datasets, study, board

    def _corpora(self, folder: str) -> Mapping[str, FileSet]:
        try:
            return corpora(self._place("icwb2", folder), called=shown(folder))
        except ProjectError as error:
            raise ProjectError(lazy("{file}: icwb2: {problem}", file=self.called, problem=error.problem)) from None

    def _slices(self, tables: Sequence[dict[str, Any]]) -> Iterator[NamedSlice]:
        names: list[str] = []
        for number, table in enumerate(tables, start=1):
            with self._at(lazy("[[slice]] number {number}", number=number)):
                own = _checked(table, _SLICE, "name", "where")
                names.append(own["name"])
                _different(names, lazy("slices"))
                words = [
                    key for key, one in available().items() if one.unit == "word" and "other systems" not in one.needs
                ]
                for key, _label in own["where"]:
                    if key not in words and not key.startswith(LABEL):
                        known = ", ".join(words)
                        raise _Wrong(lazy("where: no attribute of words {key!r}. Known: {known}", key=key, known=known))
                yield own["name"], own["where"]

    def _study(self, table: Mapping[str, Any], normalise: tuple[str, ...]) -> StudySpec:
        rows: dict[tuple[str, str], Published] = {}
        curves = []
        if len(table.get("published", ())) > _MOST_ROWS:
            raise _Wrong(lazy("it has more than {most} [[study.published]]. Leave some out", most=_MOST_ROWS))
        for number, values in enumerate(table.get("published", ()), start=1):
            with self._at(lazy("[[study.published]] number {number}", number=number)):
                row = Published(**_checked(values, _PUBLISHED, "system", "source", "f1"))
                if rows.setdefault((row.system, row.source), row) is not row:
                    raise _Wrong(
                        lazy(
                            "system {system!r} with source {source!r} was there before. Write all its scores in one "
                            "table",
                            system=row.system,
                            source=row.source,
                        )
                    )
        for number, values in enumerate(table.get("curve", ()), start=1):
            with self._at(lazy("[[study.curve]] number {number}", number=number)):
                curve = _checked(values, _CURVE, "name", "dataset", "f1")
                curves.append(OwnCurve(curve["name"], curve["dataset"], curve.get("order", "max"), curve["f1"]))
        buckets = table.get("buckets", StudySpec.buckets)
        return StudySpec(table.get("normalise", normalise), buckets, tuple(rows.values()), tuple(curves))

    def _dataset(self, number: int, values: dict[str, Any], top: Mapping[str, Any], study: StudySpec) -> FileSet:
        corpus = FileSet()
        with self._at(lazy("[[dataset]] number {number}", number=number)):
            if "corpus" in values:
                if not self.corpora:
                    text = lazy('a corpus needs its folder: write icwb2 = "path/to/icwb2-data" at the top level')
                    raise _Wrong(text)
                corpus = self.corpora[_choice(*self.corpora)("corpus", values["corpus"])]
            name = _text("name", values.get("name", corpus.name))
        with self._at(lazy("dataset {name!r}", name=name)):
            own = _checked(values, _DATASET, *(() if corpus.name else ("gold",)))
            if corpus.name and "gold" in own:
                raise _Wrong(lazy("gold is that of the corpus: delete either gold or corpus"))
            settings = {"mismatch": corpus.mismatch} | {key: top[key] for key in _SETTINGS if key in top} | own
            options = _options(settings, ReadOptions())
            files = [self._text_file(key, role, own[key], options) for key, role in ROLES.items() if key in own]
            roles = {file.role for file in files}
            files += [file.normalised(options.normalise) for file in corpus.files if file.role not in roles]
            systems: list[File] = []
            for place, table in enumerate(own.get("system", ()), start=1):
                with self._at(lazy("system number {number} of {table}", number=place, table=self._where)):
                    systems += self._systems(table, options, name, next(one for one in files if one.role == "gold"))
            groups = {system.run_of for system in systems if system.run_of is not None}
            _different([*(system.name for system in systems), *groups], lazy("systems"))
        return FileSet(name, (*files, *systems), settings["mismatch"], settings.get("baselines", False), study)

    def _text_file(self, key: str, role: Role, value: Any, options: ReadOptions) -> File:
        """Return a file that is named by its path, or by a table of path and options."""
        if not isinstance(value, dict):
            return File.of(role, self._named(key, value), options if role in TEXTS else None)
        with self._at(lazy("{key} of {table}", key=key, table=self._where)):
            own = _checked(value, _FILE, "file")
            return File.of(role, self._named("file", own["file"]), _options(own, options))

    def _systems(self, values: dict[str, Any], options: ReadOptions, dataset: str, gold: File) -> list[File]:
        """Return a system, or each of several runs of a model as one."""
        if "version" in values:
            raise _Wrong(
                lazy(
                    "'version' is no key of a system any more. Give each version a name of its own and delete the key: "
                    "Two systems and cwsdiag compare show what differs, cwsdiag gate holds the newest against the last"
                )
            )
        said = [key for key in ("runs", "command", "segmenter", "prediction") if key in values] or ["prediction"]
        own = _checked(values, _SYSTEM, "name", said[0])
        name, run_of, trained_on = own["name"], own.get("run_of"), own.get("trained_on")
        for other in (*said[1:], *(["run_of"] if said[0] == "runs" and "run_of" in own else [])):
            raise _Wrong(
                lazy("{one} and {other} cannot stand together: delete one of the two", one=said[0], other=other)
            )
        if own.get("track") == "closed":
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
        if elsewhere and (run_of is not None or "runs" in own):
            raise _Wrong(lazy("several runs of a model must be trained on their own dataset: delete trained_on"))
        model = own.get("model", name)
        called = f"{model} ← {trained_on}" if elsewhere else name
        run, path = None, own.get("prediction", "")
        if said[0] in ("command", "segmenter"):
            if self.closed:
                raise _Wrong(lazy("{key}: nothing is run that comes from elsewhere. Give its prediction", key=said[0]))
            seconds = own.get("timeout", SECONDS)
            run = Run(own.get("command", ""), own.get("segmenter", ""), seconds, self.path.parent, gold)
            path = place(self.path.parent, dataset, called)
        elif "timeout" in own:
            raise _Wrong(lazy("timeout is for a command or a segmenter. Delete it"))
        runs = [(run_name(name, n), run_name(model, n), path) for n, path in enumerate(own.get("runs", ()), start=1)]
        return [
            File.of(
                "transferred" if elsewhere else "system",
                self._named("prediction", path) if run is None else path,
                _options(own, options) if run is None else replace(_options(own, options), format="words"),
                name=called if elsewhere else one,
                model=model,
                track=own.get("track"),
                trained_on=trained_on,
                hidden=own.get("hidden", False),
                run_of=name if runs else run_of,
                parts=own.get("parts", ()),
                run=run,
            )
            for one, model, path in runs or [(name, model, path)]
        ]

    @contextmanager
    def _at(self, where: str) -> Iterator[None]:
        """Have complaints name a table of the file; without one the file alone."""
        outer, self._where = self._where, where
        try:
            yield
        except _Wrong as wrong:
            table = lazy("{table}: ", table=where) if where else ""
            said = lazy("{file}: {table}{complaint}.", file=self.called, table=table, complaint=wrong.args[0])
            raise ProjectError(said) from None
        finally:
            self._where = outer

    def _named(self, key: str, name: str) -> Path:
        """Return a file that a table names; what is not there is said once all is read."""
        path = self._place(key, name)
        if self.closed and not path.resolve().is_relative_to(self.path.parent.resolve()):
            raise _Wrong(lazy("{key} leads out of the folder of the project", key=key))
        if not os.path.isfile(path):
            self._missing.append(lazy("{name} ({table})", name=shown(visible(name), _LONGEST_NAME), table=self._where))
        return path

    def _place(self, key: str, name: str) -> Path:
        path = self.path.parent / name
        if not can_be(path):
            raise _Wrong(lazy("{key} is no path: {name}", key=key, name=shown(name)))
        return path


def _checked(values: dict[str, Any], known: Keys, *needed: str) -> dict[str, Any]:
    """Return the values of a table, each as its key says that it must be."""
    if unknown := [key for key in values if key not in known]:
        names = ", ".join(map(repr, unknown))
        raise _Wrong(lazy("unknown key {unknown}. Known: {known}", unknown=names, known=", ".join(known)))
    return {key: known[key](key, values.get(key)) for key in dict.fromkeys((*values, *needed))}


def _options(table: Mapping[str, Any], outer: ReadOptions) -> ReadOptions:
    """Return how a file is read, by its own table, else as the tables around it say."""
    return replace(outer, **{key: table[key] for key in _READING if key in table})


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
