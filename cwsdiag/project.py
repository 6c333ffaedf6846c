"""Project files: which files make up which dataset.

    normalise = ["nfkc"]              # optional, as are encoding, format, mismatch and baselines; inner ones win
    icwb2 = "icwb2-data"              # optional: the unpacked files of the second bakeoff
    board = "board.sqlite"            # optional: where results are kept; need not be there yet

    [[dataset]]
    name = "news"
    gold = "news/test.txt"
    train = "news/train.txt"          # optional
    weights = "news/test.weight"      # optional: how hard each gold word is

    [[dataset.system]]
    name = "crf"
    prediction = "news/crf.txt"
    format = "tags"
    track = "closed"                  # optional: closed or open

    [[dataset]]
    corpus = "pku"                    # of icwb2: gives name, gold and train, where they are not given here

Paths are relative to the project file. With ``icwb2`` and no ``[[dataset]]``, every corpus of it is a dataset without
systems; a folder like that is read as such a project itself. Encoding and format of what lies in it are known, so
these two options are for the files that the project names.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from cwsdiag.align import Mismatch
from cwsdiag.baselines import with_baselines
from cwsdiag.dataset import ReadOptions, Track, assemble, read, read_training, types_of
from cwsdiag.errors import ProjectError
from cwsdiag.formats import NORMALISATIONS, READERS
from cwsdiag.icwb2 import corpora, is_icwb2
from cwsdiag.specs import DatasetSpec, Project, SystemSpec
from cwsdiag.toml_table import Table
from cwsdiag.weights import with_weights

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.dataset import Dataset
    from cwsdiag.icwb2 import Corpus

__all__ = ["DatasetSpec", "Project", "SystemSpec", "load_dataset", "project_path", "read_project"]

_FILE_NAME = "project.toml"
_SETTINGS = ("mismatch", "baselines", "encoding", "format", "normalise")
_TOP_KEYS = ("dataset", "icwb2", "board", *_SETTINGS)
_DATASET_KEYS = ("name", "gold", "train", "weights", "corpus", "system", *_SETTINGS)
_SYSTEM_KEYS = ("name", "prediction", "track", "encoding", "format", "normalise")
_MISMATCHES: tuple[Mismatch, ...] = get_args(Mismatch)
_TRACKS: tuple[Track, ...] = get_args(Track)


def project_path(path: Path) -> Path:
    """Return what is read for a path: for a folder its ``project.toml``, which may be missing.

    Only a folder of the second bakeoff without such a file is itself what is read.
    """
    if not path.is_dir():
        return path
    file = path / _FILE_NAME
    return path if not file.is_file() and is_icwb2(path) else file


def read_project(path: Path) -> Project:
    """Read a project; its data files must be there but are not read yet.

    Args:
        path: a project file, a folder that holds a ``project.toml``, or an unpacked icwb2-data folder.

    Raises:
        ProjectError: it is missing, no TOML, has unknown or missing keys, or names files that are not there.
    """
    path = project_path(path)
    if path.is_dir():
        return _ProjectReader(path, corpora(path)).project({})
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise ProjectError(
            f"{path}: there is no such project file. Give a {_FILE_NAME}, its folder, or an unpacked icwb2-data folder."
        ) from None
    except OSError as error:
        raise ProjectError(f"{path}: cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise ProjectError(f"{path}: a project file must be UTF-8. Save it as UTF-8 and try again.") from None
    except tomllib.TOMLDecodeError as error:
        raise ProjectError(f"{path}: this is no TOML: {error}.") from None
    return _ProjectReader(path, {}).project(content)


def load_dataset(spec: DatasetSpec) -> Dataset:
    """Read all files of a dataset, with BASE and TOP among its systems where the project wants them.

    Raises:
        InputError: a file cannot be read, a system's characters are not those of gold, or weights are not of its words.
        SettingError: BASE or TOP is wanted, and a system is called so; or the file of weights has an unknown ending.
    """
    gold = read(spec.gold, role="gold", options=spec.options)
    systems = {system.name: read(system.prediction, role="system", options=system.options) for system in spec.systems}
    training = None
    if spec.train is not None:
        options = spec.train_options or spec.options
        training = read_training(spec.train, options=options, strings=types_of(gold, *systems.values()))
    dataset = assemble(
        gold=gold,
        systems=systems,
        training=training,
        name=spec.name,
        mismatch=spec.mismatch,
        tracks={system.name: system.track for system in spec.systems if system.track is not None},
    )
    if spec.weights is not None:
        dataset = with_weights(dataset, spec.weights)
    return with_baselines(dataset) if spec.baselines else dataset


@dataclass(frozen=True)
class _Settings:
    """What a table says for all that is in it; a mismatch that nobody set is left to the corpus."""

    options: ReadOptions = field(default_factory=ReadOptions)
    mismatch: Mismatch | None = None
    baselines: bool = False


class _ProjectReader:
    """Reads one project; every complaint names the file and the table it is about."""

    def __init__(self, path: Path, corpora: Mapping[str, Corpus]) -> None:
        self.path = path
        self.corpora = corpora
        self.missing: list[str] = []

    def project(self, content: Mapping[str, Any]) -> Project:
        top = Table(self.path, "the top level", content)
        top.only(_TOP_KEYS)
        if "icwb2" in top:
            self.corpora = self._corpora(top)
        settings = self._settings(top, _Settings())
        tables = top.tables("dataset") or [{"corpus": name} for name in self.corpora]
        if not tables:
            raise self._error("no [[dataset]] in it. Add one with name and gold, or icwb2 at the top level")
        datasets = tuple(
            self._dataset(Table(self.path, f"[[dataset]] number {number}", table), settings)
            for number, table in enumerate(tables, start=1)
        )
        top.different([dataset.name for dataset in datasets], "datasets")
        if self.missing:
            shown = ", ".join(self.missing[:5]) + (", …" if len(self.missing) > 5 else "")
            raise self._error(
                f"{len(self.missing)} of its files are not there: {shown}. Paths are relative to the project file"
            )
        return Project(self.path, datasets, self.path.parent / top.text("board") if "board" in top else None)

    def _corpora(self, top: Table) -> Mapping[str, Corpus]:
        try:
            return corpora(self.path.parent / top.text("icwb2"))
        except ProjectError as error:
            raise ProjectError(f"{self.path}: the folder that icwb2 names: {error}") from None

    def _dataset(self, table: Table, outer: _Settings) -> DatasetSpec:
        table.only(_DATASET_KEYS)
        corpus = self._corpus(table)
        name = corpus.name if corpus is not None and "name" not in table else table.text("name")
        table = replace(table, where=f"dataset {name!r}")
        settings = self._settings(table, outer)
        systems = tuple(
            self._system(Table(self.path, f"system number {number} of {table.where}", system), settings.options)
            for number, system in enumerate(table.tables("system"), start=1)
        )
        table.different([system.name for system in systems], "systems")
        gold, options = self._gold(table, corpus, settings.options)
        train, train_options = self._train(table, corpus, settings.options)
        return DatasetSpec(
            name=name,
            gold=gold,
            train=train,
            systems=systems,
            options=options,
            mismatch=settings.mismatch or ("error" if corpus is None else corpus.mismatch),
            train_options=train_options,
            baselines=settings.baselines,
            weights=self._file(table, "weights") if "weights" in table else None,
        )

    def _corpus(self, table: Table) -> Corpus | None:
        if "corpus" not in table:
            return None
        if not self.corpora:
            raise table.error('a corpus needs its folder: write icwb2 = "path/to/icwb2-data" at the top level')
        if "gold" in table:
            raise table.error("gold is that of the corpus: delete either gold or corpus")
        name = table.choice("corpus", tuple(self.corpora))
        return None if name is None else self.corpora[name]

    def _gold(self, table: Table, corpus: Corpus | None, options: ReadOptions) -> tuple[Path, ReadOptions]:
        if corpus is None:
            return self._file(table, "gold"), options
        return corpus.gold.path, corpus.gold.options(options.normalise)

    def _train(
        self, table: Table, corpus: Corpus | None, options: ReadOptions
    ) -> tuple[Path | None, ReadOptions | None]:
        if "train" in table:
            return self._file(table, "train"), options
        if corpus is None or corpus.train is None:
            return None, None
        return corpus.train.path, corpus.train.options(options.normalise)

    def _system(self, table: Table, outer: ReadOptions) -> SystemSpec:
        table.only(_SYSTEM_KEYS)
        name = table.text("name")
        track = table.choice("track", _TRACKS)
        return SystemSpec(name, self._file(table, "prediction"), self._options(table, outer), track)

    def _settings(self, table: Table, outer: _Settings) -> _Settings:
        baselines = table.choice("baselines", (True, False))
        return _Settings(
            options=self._options(table, outer.options),
            mismatch=table.choice("mismatch", _MISMATCHES) or outer.mismatch,
            baselines=outer.baselines if baselines is None else baselines,
        )

    def _options(self, table: Table, outer: ReadOptions) -> ReadOptions:
        encoding = table.text("encoding") if "encoding" in table else outer.encoding
        file_format = table.text("format") if "format" in table else outer.format
        if file_format is not None and file_format not in READERS:
            raise table.error(f"unknown format {file_format!r}. Known: {', '.join(READERS)}")
        normalise = table.choices("normalise", tuple(NORMALISATIONS))
        return ReadOptions(encoding, file_format, outer.normalise if normalise is None else normalise)

    def _file(self, table: Table, key: str) -> Path:
        path = self.path.parent / table.text(key)
        if not path.is_file():
            self.missing.append(f"{table.text(key)} ({table.where})")
        return path

    def _error(self, complaint: str) -> ProjectError:
        return ProjectError(f"{self.path}: {complaint}.")
