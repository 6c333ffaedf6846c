"""Project files: which files make up which dataset.

    normalise = ["nfkc"]              # optional, as are encoding, format and mismatch; inner ones win

    [[dataset]]
    name = "news"
    gold = "news/test.txt"
    train = "news/train.txt"          # optional

    [[dataset.system]]
    name = "crf"
    prediction = "news/crf.txt"
    format = "tags"

Paths are relative to the project file.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from cwsdiag import align
from cwsdiag.dataset import ReadOptions, assemble, read, read_training, types_of
from cwsdiag.errors import ProjectError
from cwsdiag.formats import NORMALISATIONS, READERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.dataset import Dataset

_OPTIONS = ("encoding", "format", "normalise")
_TOP_KEYS = ("dataset", "mismatch", *_OPTIONS)
_DATASET_KEYS = ("name", "gold", "train", "system", "mismatch", *_OPTIONS)
_SYSTEM_KEYS = ("name", "prediction", *_OPTIONS)


@dataclass(frozen=True)
class SystemSpec:
    """A system's name, its prediction file and how to read it."""

    name: str
    prediction: Path
    options: ReadOptions


@dataclass(frozen=True)
class DatasetSpec:
    """The files of one dataset and how to read them; ``train`` is None without training data."""

    name: str
    gold: Path
    train: Path | None
    systems: tuple[SystemSpec, ...]
    options: ReadOptions
    mismatch: align.Mismatch


@dataclass(frozen=True)
class Project:
    """A project file that was read: where it lies and its datasets, names all different."""

    path: Path
    datasets: tuple[DatasetSpec, ...]

    def dataset(self, name: str) -> DatasetSpec:
        """Return the dataset of this name.

        Raises:
            ProjectError: there is none.
        """
        for dataset in self.datasets:
            if dataset.name == name:
                return dataset
        names = ", ".join(dataset.name for dataset in self.datasets)
        raise ProjectError(f"{self.path}: no dataset {name!r}. There are: {names}.")


def read_project(path: Path) -> Project:
    """Read a project file; its data files must be there but are not read yet.

    Args:
        path: the file, or the folder that holds a ``project.toml``.

    Raises:
        ProjectError: it is missing, no TOML, has unknown or missing keys, or names files that are not there.
    """
    if path.is_dir():
        path = path / "project.toml"
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise ProjectError(f"{path}: there is no such project file.") from None
    except OSError as error:
        raise ProjectError(f"{path}: cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise ProjectError(f"{path}: a project file must be UTF-8. Save it as UTF-8 and try again.") from None
    except tomllib.TOMLDecodeError as error:
        raise ProjectError(f"{path}: this is no TOML: {error}.") from None
    reader = _ProjectReader(path)
    return Project(path, reader.datasets(content))


def load_dataset(spec: DatasetSpec) -> Dataset:
    """Read all files of a dataset.

    Raises:
        InputError: a file cannot be read, or a system's characters are not those of gold.
    """
    gold = read(spec.gold, role="gold", options=spec.options)
    systems = {system.name: read(system.prediction, role="system", options=system.options) for system in spec.systems}
    training = None
    if spec.train is not None:
        training = read_training(spec.train, options=spec.options, strings=types_of(gold, *systems.values()))
    return assemble(
        gold=gold,
        systems=systems,
        training=training,
        name=spec.name,
        mismatch=spec.mismatch,
    )


class _ProjectReader:
    """Checks one project file; every complaint names the file and the table it is about."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.missing: list[str] = []

    def datasets(self, content: Mapping[str, Any]) -> tuple[DatasetSpec, ...]:
        self._known_keys(content, _TOP_KEYS, "the top level")
        options = self._options(content, ReadOptions(), "the top level")
        mismatch = self._mismatch(content, "error", "the top level")
        tables = self._tables(content, "dataset", "the top level")
        if not tables:
            raise self._error("no [[dataset]] in it. Add one with name and gold")
        found = tuple(
            self._dataset(table, options, mismatch, f"[[dataset]] number {number}")
            for number, table in enumerate(tables, start=1)
        )
        self._different([dataset.name for dataset in found], "datasets")
        if self.missing:
            shown = ", ".join(self.missing[:5]) + (", …" if len(self.missing) > 5 else "")
            raise self._error(
                f"{len(self.missing)} of its files are not there: {shown}. Paths are relative to the project file"
            )
        return found

    def _dataset(
        self, table: Mapping[str, Any], outer: ReadOptions, mismatch: align.Mismatch, where: str
    ) -> DatasetSpec:
        self._known_keys(table, _DATASET_KEYS, where)
        name = self._text(table, "name", where)
        where = f"dataset {name!r}"
        options = self._options(table, outer, where)
        systems = tuple(
            self._system(system, options, f"system number {number} of {where}")
            for number, system in enumerate(self._tables(table, "system", where), start=1)
        )
        self._different([system.name for system in systems], f"systems of {where}")
        return DatasetSpec(
            name=name,
            gold=self._file(table, "gold", where),
            train=self._file(table, "train", where) if "train" in table else None,
            systems=systems,
            options=options,
            mismatch=self._mismatch(table, mismatch, where),
        )

    def _system(self, table: Mapping[str, Any], outer: ReadOptions, where: str) -> SystemSpec:
        self._known_keys(table, _SYSTEM_KEYS, where)
        name = self._text(table, "name", where)
        return SystemSpec(name, self._file(table, "prediction", where), self._options(table, outer, where))

    def _options(self, table: Mapping[str, Any], outer: ReadOptions, where: str) -> ReadOptions:
        encoding = self._text(table, "encoding", where) if "encoding" in table else outer.encoding
        file_format = self._text(table, "format", where) if "format" in table else outer.format
        if file_format is not None and file_format not in READERS:
            raise self._error(f"{where}: unknown format {file_format!r}. Known: {', '.join(READERS)}")
        normalise = outer.normalise
        if "normalise" in table:
            given = table["normalise"]
            names = [given] if isinstance(given, str) else given
            if not isinstance(names, list) or any(name not in NORMALISATIONS for name in names):
                raise self._error(f"{where}: normalise must be a list of: {', '.join(NORMALISATIONS)}")
            normalise = tuple(names)
        return ReadOptions(encoding, file_format, normalise)

    def _mismatch(self, table: Mapping[str, Any], outer: align.Mismatch, where: str) -> align.Mismatch:
        value = table.get("mismatch", outer)
        for known in get_args(align.Mismatch):
            if value == known:
                return known  # type: ignore[no-any-return]
        raise self._error(f"{where}: mismatch must be one of: {', '.join(get_args(align.Mismatch))}")

    def _known_keys(self, table: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
        unknown = [key for key in table if key not in known]
        if unknown:
            raise self._error(f"{where}: unknown key {', '.join(map(repr, unknown))}. Known: {', '.join(known)}")

    def _tables(self, table: Mapping[str, Any], key: str, where: str) -> list[Mapping[str, Any]]:
        tables = table.get(key, [])
        if not isinstance(tables, list) or not all(isinstance(item, dict) for item in tables):
            raise self._error(f"{where}: {key!r} must be written as [[…{key}]] tables")
        return tables

    def _text(self, table: Mapping[str, Any], key: str, where: str) -> str:
        value = table.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self._error(f"{where}: {key!r} is missing or no text")
        return value

    def _file(self, table: Mapping[str, Any], key: str, where: str) -> Path:
        path = self.path.parent / self._text(table, key, where)
        if not path.is_file():
            self.missing.append(f"{table[key]} ({where})")
        return path

    def _different(self, names: list[str], what: str) -> None:
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise self._error(f"two {what} have the same name: {', '.join(twice)}")

    def _error(self, complaint: str) -> ProjectError:
        return ProjectError(f"{self.path}: {complaint}.")
