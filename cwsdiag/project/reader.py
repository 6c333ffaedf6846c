"""What a project file says: its tables, each key checked by what it must be; ``cwsdiag.project.project`` shows one."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from cwsdiag.align import MISMATCHES
from cwsdiag.dataset import ReadOptions, run_name
from cwsdiag.errors import ProjectError, SettingError, shown
from cwsdiag.files import can_be
from cwsdiag.formats import COMPARABLE, NORMALISATIONS, READERS, WRAPPERS
from cwsdiag.formats.base import listed
from cwsdiag.formats.readers.separated import asked_for
from cwsdiag.formats.wrappers import chosen
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import visible
from cwsdiag.project.files import File, FileSet, StudySpec
from cwsdiag.project.icwb2 import corpora
from cwsdiag.study import OwnCurve, Published

if TYPE_CHECKING:
    from cwsdiag.doctor import Place as Role
    from cwsdiag.project.icwb2 import BakeoffCorpus, CorpusFile

    # Returns a value as it is taken, or raises ``_Wrong``.
    Check = Callable[[str, Any], Any]
    Keys = Mapping[str, Check]

# Into how many buckets a study may cut an attribute.
FEWEST_BUCKETS, MOST_BUCKETS = 2, 50
_LONGEST_NAME, _MISSING_NAMED = 200, 5
# Every two published rows may be a pair, and Nemenyi's test compares all.
_MOST_ROWS = 100
# Scores are in per cent; if none is above the second, somebody wrote 0.96 for 96.
_MOST, _NO_PER_CENT = 100.0, 1.0


class _Wrong(Exception):
    """What is wrong with a value, in a sentence without its end."""


def _path(key: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _Wrong(lazy("{key!r} is missing or not text", key=key))
    return value


def _text(key: str, value: Any) -> str:
    """Return a name: what is hidden in it is written out."""
    return visible(_path(key, value))


def _paths(key: str, value: Any) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(one, str) and one.strip() for one in value):
        raise _Wrong(lazy("{key!r} must be a list of texts, with at least one in it", key=key))
    return value


def _choice(*known: Any) -> Check:
    def check(key: str, value: Any) -> Any:
        # 1 == True, but who writes 1 for true has another key in mind.
        if not any(value == one and isinstance(value, type(one)) for one in known):
            raise _Wrong(lazy("{key} must be one of: {known}", key=key, known=", ".join(map(_toml, known))))
        return value

    return check


def _some(known: Sequence[str]) -> Check:
    def check(key: str, value: Any) -> tuple[str, ...]:
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, list) or any(one not in known for one in values):
            raise _Wrong(lazy("{key} must be a list of: {known}", key=key, known=", ".join(known)))
        return tuple(values)

    return check


def _buckets(key: str, value: Any) -> int:
    # To Python, true is a whole number too.
    if type(value) is not int or not FEWEST_BUCKETS <= value <= MOST_BUCKETS:
        least, most = FEWEST_BUCKETS, MOST_BUCKETS
        raise _Wrong(lazy("{key} must be a whole number from {least} to {most}", key=key, least=least, most=most))
    return value


def _format(key: str, value: Any) -> str:
    if _path(key, value) not in READERS:
        raise _Wrong(lazy("unknown format {format!r}. Known: {known}", format=value, known=", ".join(READERS)))
    return str(value)


def _separator(key: str, value: Any) -> str:
    try:
        asked_for(_path(key, value))
    except SettingError as error:
        raise _Wrong(error.problem.rstrip(".")) from None
    return str(value)


def _strip(key: str, value: Any) -> tuple[str, ...]:
    return chosen(_some(tuple(WRAPPERS))(key, value))


def _parts(key: str, value: Any) -> tuple[tuple[str, str], ...]:
    """Return a table of texts; numbers, ``true`` and ``false`` are taken as they are written."""
    if not isinstance(value, dict) or not all(map(str.strip, value)):
        raise _Wrong(lazy('{key} must be a table of names and values, as in {{ decoder = "crf" }}', key=key))
    for name, one in value.items():
        if not isinstance(one, (str, int, float)) or not _toml(one).strip():
            raise _Wrong(lazy("{key}: {name} must be a text or a number", key=key, name=name))
    return tuple((visible(name), visible(_toml(one).strip())) for name, one in value.items())


def _scores(key: str, value: Any) -> tuple[tuple[str, float], ...]:
    """Return F1 in per cent by the names of datasets."""
    if not isinstance(value, dict) or not value:
        raise _Wrong(lazy("{key} must be a table of names and numbers, with at least one in it", key=key))
    for name, one in value.items():
        if not _is_score(one):
            text = lazy(
                "{key}: {name} must be a number from {least:g} to {most:g}", key=key, name=name, least=0, most=100
            )
            raise _Wrong(text)
    _in_per_cent(value.values())
    return tuple((visible(name), float(one)) for name, one in value.items())


def _runs(key: str, value: Any) -> tuple[tuple[float, ...], ...]:
    """Return F1 in per cent as sources are added: a list a run, or one list."""
    runs = value if isinstance(value, list) and all(isinstance(one, list) for one in value) else [value]
    right = all(isinstance(run, list) and run and all(map(_is_score, run)) for run in runs)
    if not runs or not right or len(set(map(len, runs))) > 1:
        raise _Wrong(
            lazy(
                "f1 must be a list of numbers from 0 to 100, or several of equal length, a list a run: with the "
                "dataset's training data alone, then after each source"
            )
        )
    _in_per_cent(one for run in runs for one in run)
    return tuple(tuple(map(float, run)) for run in runs)


def _is_score(value: Any) -> bool:
    # To Python, true is a number too; NaN is between no two.
    return type(value) in (int, float) and 0 <= value <= _MOST


def _in_per_cent(scores: Any) -> None:
    if max(scores) <= _NO_PER_CENT:
        raise _Wrong(lazy("f1 is in per cent: write 96.46 for 0.9646"))


def _order(key: str, value: Any) -> Any:
    return tuple(map(visible, _paths(key, value))) if isinstance(value, list) else _choice("max", "min")(key, value)


def _tables(key: str, value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise _Wrong(lazy("{key!r} must be written as [[…{key}]] tables", key=key))
    return value


def _table(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Wrong(lazy("{key!r} must be written as a [{key}] table", key=key))
    return value


def _file(key: str, value: Any) -> Any:
    return value if isinstance(value, dict) else _path(key, value)


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# What may stand in a table, and what it must be. Of _SETTINGS inner tables win.
_READING: Keys = {
    "encoding": _text, "format": _format, "normalise": _some(COMPARABLE), "separator": _separator, "strip": _strip
}  # fmt: skip
_SETTINGS: Keys = {"mismatch": _choice(*MISMATCHES), "baselines": _choice(True, False), **_READING}
_TOP: Keys = {"dataset": _tables, "icwb2": _path, "board": _path, "study": _table, **_SETTINGS}
_BESIDE: dict[str, Role] = {"dev": "dev", "weights": "weights", "documents": "documents", "idioms": "idioms"}
_DATASET: Keys = {
    "name": _text, "gold": _file, "train": _file, **dict.fromkeys(_BESIDE, _path), "corpus": _text, "system": _tables,
    **_SETTINGS,
}  # fmt: skip
_SYSTEM: Keys = {
    "name": _text, "model": _text, "prediction": _path, "runs": _paths, "run_of": _text,
    "track": _choice("closed", "open"), "trained_on": _text, "hidden": _choice(True, False), "parts": _parts,
    **_READING,
}  # fmt: skip
_FILE: Keys = {"file": _path, **_READING}
_STUDY: Keys = {"normalise": _some(tuple(NORMALISATIONS)), "buckets": _buckets, "published": _tables, "curve": _tables}
_PUBLISHED: Keys = {"system": _text, "source": _text, "parts": _parts, "f1": _scores}
_CURVE: Keys = {"name": _text, "dataset": _text, "order": _order, "f1": _runs}


@dataclass
class ProjectReader:
    """Reads one project; every complaint names the file and the table it is about.

    Attributes:
        path: the project file, or an icwb2-data folder that stands for one.
        called: what complaints call it.
        corpora: those of that folder; none of a file, which may name a folder itself.
        closed: whether it comes from a stranger: nothing outside its own folder may be named.
    """

    path: Path
    called: str
    corpora: Mapping[str, BakeoffCorpus]
    closed: bool

    def read(self, content: dict[str, Any], *, complete: bool) -> tuple[tuple[FileSet, ...], StudySpec, Path | None]:
        """Return the datasets, how they are compared, and the board that the content of the file names.

        Args:
            content: of the file.
            complete: whether all files must be there.

        Raises:
            ProjectError: it has unknown or missing keys, or names files or datasets that are not there.
        """
        self.missing: list[str] = []
        where = lazy("the top level")
        if outer := [key for key in ("icwb2", "board") if key in content and self.closed]:
            self._refuse(
                lazy(
                    "{one} and {other} cannot be used here: only files beside it can be named",
                    one=outer[0],
                    other=outer[1],
                )
                if len(outer) > 1
                else lazy("{key} cannot be used here: only files beside it can be named", key=outer[0])
            )
        top = self._checked(where, content, _TOP)
        if "icwb2" in top:
            try:
                self.corpora = corpora(self._place(where, "icwb2", top["icwb2"]))
            except ProjectError as error:
                text = "{path}: the folder that icwb2 names: {problem}"
                raise ProjectError(lazy(text, path=self.called, problem=error.problem)) from None
        study = self._study(top.get("study", {}), top.get("normalise", ()))
        tables = top.get("dataset") or [{"corpus": name} for name in self.corpora]
        if not tables and not study.published:
            self._refuse(lazy("no [[dataset]] in it. Add one with name and gold, or icwb2 at the top level"))
        datasets = tuple(self._dataset(number, table, top, study) for number, table in enumerate(tables, start=1))
        self._different(where, [dataset.name for dataset in datasets], lazy("datasets"))
        self._check_names(datasets, study)
        if self.missing and complete:
            some = self.missing[:_MISSING_NAMED] + (["…"] if len(self.missing) > _MISSING_NAMED else [])
            self._refuse(
                lazy(
                    "{n} of its files are missing: {files}. Paths are relative to the project file",
                    n=len(self.missing),
                    files=listed(some),
                )
            )
        return datasets, study, self._place(where, "board", top["board"]) if "board" in top else None

    def _study(self, table: dict[str, Any], normalise: tuple[str, ...]) -> StudySpec:
        study = self._checked("[study]", table, _STUDY)
        rows: dict[tuple[str, str], Published] = {}
        if len(study.get("published", ())) > _MOST_ROWS:
            text = lazy("it has more than {most} [[study.published]]. Leave some out", most=_MOST_ROWS)
            self._refuse(text, "[study]")
        for number, values in enumerate(study.get("published", ()), start=1):
            where = lazy("[[study.published]] number {number}", number=number)
            row = self._checked(where, values, _PUBLISHED, needed=("system", "source", "f1"))
            one = Published(row["system"], row["source"], row["f1"], row.get("parts", ()))
            if rows.setdefault((one.system, one.source), one) is not one:
                text = lazy(
                    "system {system!r} with source {source!r} was there before. Write all its scores in one table",
                    system=one.system,
                    source=one.source,
                )
                self._refuse(text, where)
        curves = []
        for number, values in enumerate(study.get("curve", ()), start=1):
            where = lazy("[[study.curve]] number {number}", number=number)
            row = self._checked(where, values, _CURVE, needed=("name", "dataset", "f1"))
            curves.append(OwnCurve(row["name"], row["dataset"], row.get("order", "max"), row["f1"]))
        buckets = study.get("buckets", StudySpec.buckets)
        return StudySpec(study.get("normalise", normalise), buckets, tuple(rows.values()), tuple(curves))

    def _dataset(self, number: int, values: dict[str, Any], top: dict[str, Any], study: StudySpec) -> FileSet:
        where = lazy("[[dataset]] number {number}", number=number)
        known = {"corpus": _choice(*self.corpora)} if self.corpora else {}
        corpus = None
        if "corpus" in values:
            name = self._checked(where, {"corpus": values["corpus"]}, {**_DATASET, **known})["corpus"]
            if not self.corpora:
                text = lazy('a corpus needs its folder: write icwb2 = "path/to/icwb2-data" at the top level')
                self._refuse(text, where)
            corpus = self.corpora[name]
        name = values.get("name", corpus.name if corpus else None)
        where = lazy("dataset {name!r}", name=self._checked(where, {"name": name}, _DATASET)["name"])
        own = self._checked(where, {**values, "name": name}, _DATASET, needed=() if corpus else ("gold",))
        if corpus is not None and "gold" in own:
            self._refuse(lazy("gold is that of the corpus: delete either gold or corpus"), where)
        settings = {key: value for key, value in top.items() if key in _SETTINGS} | own
        outer = _options(settings, ReadOptions())
        systems = [
            system
            for number, values in enumerate(own.get("system", ()), start=1)
            for system in self._systems(
                lazy("system number {number} of {table}", number=number, table=where), values, outer, own["name"]
            )
        ]
        models = dict.fromkeys(system.run_of for system in systems if system.run_of is not None)
        self._different(where, [*(system.name for system in systems), *models], lazy("systems"))
        files = [
            self._text(where, "gold", "gold", own, corpus.gold if corpus else None, outer),
            self._text(where, "train", "training", own, corpus.train if corpus else None, outer),
            *(
                File.on_disk(role, self._named(where, key, own[key]), outer if key == "dev" else ReadOptions())
                for key, role in _BESIDE.items()
                if key in own
            ),
        ]
        mismatch = settings.get("mismatch", "error" if corpus is None else corpus.mismatch)
        kept = tuple(file for file in files if file is not None)
        return FileSet(own["name"], (*kept, *systems), mismatch, settings.get("baselines", False), study)

    def _text(
        self, where: str, key: str, role: Role, own: dict[str, Any], of_corpus: CorpusFile | None, outer: ReadOptions
    ) -> File | None:
        """Return gold or training data: a path, a table of path and options, or what a corpus has."""
        if isinstance(own.get(key), dict):
            where = lazy("{key} of {table}", key=key, table=where)
            table = self._checked(where, own[key], _FILE, needed=("file",))
            return File.on_disk(role, self._named(where, "file", table["file"]), _options(table, outer))
        if key in own:
            return File.on_disk(role, self._named(where, key, own[key]), outer)
        return None if of_corpus is None else File.on_disk(role, of_corpus.path, of_corpus.options(outer.normalise))

    def _systems(self, where: str, values: dict[str, Any], outer: ReadOptions, dataset: str) -> list[File]:
        """Return a system, or each of several runs of a model as one."""
        if "version" in values:
            text = lazy(
                "'version' is no key of a system any more. Give each version a name of its own and delete the key: "
                "Two systems and cwsdiag compare show what differs, cwsdiag gate holds the newest against the last"
            )
            self._refuse(text, where)
        own = self._checked(where, values, _SYSTEM, needed=("name", *(() if "runs" in values else ("prediction",))))
        name, run_of, trained_on = own["name"], own.get("run_of"), own.get("trained_on")
        if "runs" in own:
            for other in ("prediction", "run_of"):
                if other in own:
                    text = lazy("runs and {other} cannot stand together: delete one of the two", other=other)
                    self._refuse(text, where)
            run_of = name
        if own.get("track") == "closed":
            if trained_on not in (None, dataset):
                text = lazy(
                    "track says closed, so trained on {dataset!r} alone, but trained_on says {trained_on!r}. "
                    "Delete one of the two",
                    dataset=dataset,
                    trained_on=trained_on,
                )
                self._refuse(text, where)
            trained_on = dataset
        elsewhere = trained_on not in (None, dataset)
        if run_of is not None and elsewhere:
            text = lazy("several runs of a model must be trained on their own dataset: delete trained_on")
            self._refuse(text, where)
        model = own.get("model", name)
        runs = [(run_name(name, n), run_name(model, n), path) for n, path in enumerate(own.get("runs", ()), start=1)]
        return [
            File.on_disk(
                "transferred" if elsewhere else "system",
                self._named(where, "prediction", path),
                _options(own, outer),
                name=f"{model} ← {trained_on}" if elsewhere else name,
                model=model,
                track=own.get("track"),
                trained_on=trained_on,
                hidden=own.get("hidden", False),
                run_of=run_of,
                parts=own.get("parts", ()),
            )
            for name, model, path in runs or [(name, model, own["prediction"])]
        ]

    def _check_names(self, datasets: Sequence[FileSet], study: StudySpec) -> None:
        """Check what names datasets, now that all are known, and that a system has the same parts on each."""
        names = [dataset.name for dataset in datasets]
        every = ", ".join(map(repr, names)) or lazy("none")
        parts: dict[tuple[str, str], tuple[str, str]] = {}
        for dataset in datasets:
            for system in dataset.of("system", "transferred"):
                if system.trained_on not in (None, *names):
                    self._refuse(
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
                    before, where = parts.setdefault((system.model, part), (value, dataset.name))
                    if before != value:
                        self._refuse(
                            lazy(
                                "system {system!r} of dataset {dataset!r}: its part {part!r} is {value!r}, but "
                                "{before!r} on dataset {where!r}. A system has the same parts on every dataset",
                                system=system.model,
                                dataset=dataset.name,
                                part=part,
                                value=value,
                                before=before,
                                where=where,
                            )
                        )
        for curve in study.curves:
            order = curve.order if isinstance(curve.order, tuple) else ()
            if curve.target not in names or not set(order) <= {*names} - {curve.target} or len({*order}) < len(order):
                self._refuse(
                    lazy(
                        "curve {name!r}: dataset must name a dataset of this project, and order others of them, each "
                        "once. Available: {names}",
                        name=curve.name,
                        names=every,
                    )
                )

    def _checked(self, where: str, values: dict[str, Any], known: Keys, needed: Sequence[str] = ()) -> dict[str, Any]:
        """Return the values of a table, each as its key says that it must be."""
        if unknown := [key for key in values if key not in known]:
            names = ", ".join(map(repr, unknown))
            self._refuse(lazy("unknown key {unknown}. Known: {known}", unknown=names, known=", ".join(known)), where)
        try:
            return {key: known[key](key, values.get(key)) for key in (*values, *(n for n in needed if n not in values))}
        except _Wrong as wrong:
            self._refuse(wrong.args[0], where)

    def _different(self, where: str, names: Sequence[str], what: str) -> None:
        if twice := sorted({name for name in names if names.count(name) > 1}):
            self._refuse(lazy("two {what} have the same name: {names}", what=what, names=", ".join(twice)), where)

    def _named(self, where: str, key: str, name: str) -> Path:
        """Return a file that a table names; what is not there is said once all is read."""
        path = self._place(where, key, name)
        if self.closed and not path.resolve().is_relative_to(self.path.parent.resolve()):
            self._refuse(lazy("{key} leads out of the folder of the project", key=key), where)
        if not os.path.isfile(path):
            called = shown(visible(name), _LONGEST_NAME)
            self.missing.append(lazy("{name} ({table})", name=called, table=where))
        return path

    def _place(self, where: str, key: str, name: str) -> Path:
        path = self.path.parent / name
        if not can_be(path):
            self._refuse(lazy("{key} is no path: {name}", key=key, name=shown(name)), where)
        return path

    def _refuse(self, complaint: str, where: str = "") -> NoReturn:
        if where:
            text = lazy("{file}: {table}: {complaint}.", file=self.called, table=where, complaint=complaint)
            raise ProjectError(text)
        raise ProjectError(lazy("{path}: {complaint}.", path=self.called, complaint=complaint))


def _options(table: Mapping[str, Any], outer: ReadOptions) -> ReadOptions:
    """Return how a file is read, by its own table, else as the tables around it say."""
    return ReadOptions(**{key: table.get(key, getattr(outer, key)) for key in _READING})
