"""What the tables of a project file say; ``cwsdiag.project.project`` shows such a file."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cwsdiag.align import MISMATCHES, Mismatch
from cwsdiag.dataset import ReadOptions, Track, run_name
from cwsdiag.errors import ProjectError, SettingError, shown
from cwsdiag.files import can_be
from cwsdiag.formats import COMPARABLE, NORMALISATIONS, READERS, WRAPPERS
from cwsdiag.formats.base import listed
from cwsdiag.formats.readers.separated import asked_for
from cwsdiag.formats.wrappers import chosen
from cwsdiag.languages import lazy
from cwsdiag.project.curves import check_curves, read_curves
from cwsdiag.project.icwb2 import corpora
from cwsdiag.project.published import check_parts, read_published
from cwsdiag.project.specs import FEWEST_BUCKETS, MOST_BUCKETS, DatasetSpec, Project, StudySpec, SystemSpec
from cwsdiag.project.toml_table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from cwsdiag.project.icwb2 import BakeoffCorpus

_READING = ("encoding", "format", "normalise", "separator", "strip")
_SETTINGS = ("mismatch", "baselines", *_READING)
_TOP_KEYS = ("dataset", "icwb2", "board", "study", *_SETTINGS)
_DATASET_KEYS = ("name", "gold", "train", "dev", "weights", "documents", "idioms", "corpus", "system", *_SETTINGS)
_SYSTEM_KEYS = ("name", "model", "prediction", "runs", "run_of", "track", "trained_on", "hidden", "parts", *_READING)
_FILE_KEYS = ("file", *_READING)
# They name what lies beside a project, not in it.
_OUTER_KEYS = ("icwb2", "board")
_STUDY_KEYS = ("normalise", "buckets", "published", "curve")
_TRACKS: tuple[Track, ...] = ("closed", "open")
_LONGEST_NAME = 200


@dataclass(frozen=True)
class _Settings:
    """What a table says for all that is in it; a mismatch that nobody set is left to the corpus."""

    options: ReadOptions = field(default_factory=ReadOptions)
    mismatch: Mismatch | None = None
    baselines: bool = False


class ProjectReader:
    """Reads one project; every complaint names the file and the table it is about.

    Args:
        path: the project file, or an icwb2-data folder that stands for one.
        called: what complaints call it.
        corpora: those of that folder; none of a file, which may name a folder itself.
        closed: whether it comes from a stranger: nothing outside its own folder may be named.
        complete: whether all files must be there.
    """

    def __init__(
        self,
        path: Path,
        corpora: Mapping[str, BakeoffCorpus],
        *,
        called: str,
        closed: bool = False,
        complete: bool = True,
    ) -> None:
        self.path = path
        self.called = called
        self.corpora = corpora
        self.closed = closed
        self.complete = complete
        self.missing: list[str] = []

    def project(self, content: Mapping[str, Any]) -> Project:
        """Return what the content of the file says.

        Raises:
            ProjectError: it has unknown or missing keys, or names files or datasets that are not there.
        """
        top = Table(self.called, lazy("the top level"), content)
        top.only(_TOP_KEYS)
        outer = [key for key in _OUTER_KEYS if key in top and self.closed]
        if outer:
            raise self._error(
                lazy(
                    "{one} and {other} cannot be used here: only files beside it can be named",
                    one=outer[0],
                    other=outer[1],
                )
                if len(outer) > 1
                else lazy("{key} cannot be used here: only files beside it can be named", key=outer[0])
            )
        if "icwb2" in top:
            self.corpora = self._corpora(top)
        settings = self._settings(top, _Settings())
        study = self._study(top, settings.options.normalise)
        tables = top.tables("dataset") or [{"corpus": name} for name in self.corpora]
        if not tables and not study.published:
            raise self._error(lazy("no [[dataset]] in it. Add one with name and gold, or icwb2 at the top level"))
        datasets = tuple(
            self._dataset(Table(self.called, lazy("[[dataset]] number {number}", number=number), table), settings)
            for number, table in enumerate(tables, start=1)
        )
        top.different([dataset.name for dataset in datasets], lazy("datasets"))
        self._check_training(datasets)
        check_parts(self.called, datasets)
        check_curves(self.called, study.curves, [dataset.name for dataset in datasets])
        if self.missing and self.complete:
            first = self.missing[:5] + (["…"] if len(self.missing) > 5 else [])
            raise self._error(
                lazy(
                    "{n} of its files are missing: {files}. Paths are relative to the project file",
                    n=len(self.missing),
                    files=listed(first),
                )
            )
        board = self._path(top, "board") if "board" in top else None
        return Project(self.path, datasets, board, study, found=bool(self.corpora))

    def _study(self, top: Table, normalise: tuple[str, ...]) -> StudySpec:
        table = top.table("study")
        table.only(_STUDY_KEYS)
        own = table.choices("normalise", tuple(NORMALISATIONS))
        buckets = table.whole("buckets", FEWEST_BUCKETS, MOST_BUCKETS)
        return StudySpec(
            normalise if own is None else own,
            StudySpec.buckets if buckets is None else buckets,
            read_published(table),
            read_curves(table),
        )

    def _check_training(self, datasets: Sequence[DatasetSpec]) -> None:
        """Check that what systems were trained on is there: only now are the names of all datasets known."""
        names = [dataset.name for dataset in datasets]
        for dataset in datasets:
            for system in dataset.transferred:
                if system.trained_on not in names:
                    raise self._error(
                        lazy(
                            "system {system!r} of dataset {dataset!r}: trained_on names no dataset of this project: "
                            "{trained_on!r}. Available: {names}",
                            system=system.model,
                            dataset=dataset.name,
                            trained_on=system.trained_on,
                            names=", ".join(map(repr, names)),
                        )
                    )

    def _corpora(self, top: Table) -> Mapping[str, BakeoffCorpus]:
        folder = self._path(top, "icwb2")
        try:
            return corpora(folder)
        except ProjectError as error:
            raise ProjectError(
                lazy("{path}: the folder that icwb2 names: {problem}", path=self.called, problem=error.problem)
            ) from None

    def _dataset(self, table: Table, outer: _Settings) -> DatasetSpec:
        table.only(_DATASET_KEYS)
        corpus = self._corpus(table)
        name = corpus.name if corpus is not None and "name" not in table else table.text("name")
        table = replace(table, where=lazy("dataset {name!r}", name=name))
        settings = self._settings(table, outer)
        systems = tuple(
            spec
            for number, system in enumerate(table.tables("system"), start=1)
            for spec in self._systems(
                Table(self.called, lazy("system number {number} of {table}", number=number, table=table.where), system),
                settings.options,
                name,
            )
        )
        models = dict.fromkeys(system.run_of for system in systems if system.run_of is not None)
        table.different([*(system.name for system in systems), *models], lazy("systems"))
        gold, options = self._gold(table, corpus, settings.options)
        train, train_options = self._train(table, corpus, settings.options)
        return DatasetSpec(
            name=name,
            gold=gold,
            train=train,
            systems=tuple(system for system in systems if system.trained_on in (None, name)),
            options=options,
            mismatch=settings.mismatch or ("error" if corpus is None else corpus.mismatch),
            train_options=train_options,
            baselines=settings.baselines,
            weights=self._file(table, "weights") if "weights" in table else None,
            documents=self._file(table, "documents") if "documents" in table else None,
            idioms=self._file(table, "idioms") if "idioms" in table else None,
            dev=self._file(table, "dev") if "dev" in table else None,
            transferred=tuple(system for system in systems if system.trained_on not in (None, name)),
        )

    def _corpus(self, table: Table) -> BakeoffCorpus | None:
        if "corpus" not in table:
            return None
        if not self.corpora:
            raise table.error(lazy('a corpus needs its folder: write icwb2 = "path/to/icwb2-data" at the top level'))
        if "gold" in table:
            raise table.error(lazy("gold is that of the corpus: delete either gold or corpus"))
        name = table.choice("corpus", tuple(self.corpora))
        return None if name is None else self.corpora[name]

    def _gold(self, table: Table, corpus: BakeoffCorpus | None, options: ReadOptions) -> tuple[Path, ReadOptions]:
        if corpus is None:
            return self._read_file(table, "gold", options)
        return corpus.gold.path, corpus.gold.options(options.normalise)

    def _train(
        self, table: Table, corpus: BakeoffCorpus | None, options: ReadOptions
    ) -> tuple[Path | None, ReadOptions | None]:
        if "train" in table:
            return self._read_file(table, "train", options)
        if corpus is None or corpus.train is None:
            return None, None
        return corpus.train.path, corpus.train.options(options.normalise)

    def _systems(self, table: Table, outer: ReadOptions, dataset: str) -> tuple[SystemSpec, ...]:
        """Return a system, or each of several runs of a model as one."""
        if "version" in table:
            raise table.error(
                lazy(
                    "'version' is no key of a system any more. Give each version a name of its own and delete the key: "
                    "Two systems and cwsdiag compare show what differs, cwsdiag gate holds the newest against the last"
                )
            )
        table.only(_SYSTEM_KEYS)
        if "runs" not in table:
            return (self._system(table, outer, dataset),)
        for other in ("prediction", "run_of"):
            if other in table:
                raise table.error(lazy("runs and {other} cannot stand together: delete one of the two", other=other))
        group = table.text("name")
        model = table.text("model") if "model" in table else group
        plain = {key: value for key, value in table.values.items() if key != "runs"}
        return tuple(
            self._system(
                replace(
                    table,
                    values=plain
                    | {
                        "name": run_name(group, number),
                        "model": run_name(model, number),
                        "prediction": file,
                        "run_of": group,
                    },
                ),
                outer,
                dataset,
            )
            for number, file in enumerate(table.texts("runs"), start=1)
        )

    def _system(self, table: Table, outer: ReadOptions, dataset: str) -> SystemSpec:
        own_name = table.text("name")
        model = table.text("model") if "model" in table else own_name
        track = table.choice("track", _TRACKS)
        trained_on = table.text("trained_on") if "trained_on" in table else None
        if track == "closed":
            if trained_on not in (None, dataset):
                raise table.error(
                    lazy(
                        "track says closed, so trained on {dataset!r} alone, but trained_on says {trained_on!r}. "
                        "Delete one of the two",
                        dataset=dataset,
                        trained_on=trained_on,
                    )
                )
            trained_on = dataset
        run_of = table.text("run_of") if "run_of" in table else None
        if run_of is not None and trained_on not in (None, dataset):
            raise table.error(lazy("several runs of a model must be trained on their own dataset: delete trained_on"))
        return SystemSpec(
            name=own_name if trained_on in (None, dataset) else f"{model} ← {trained_on}",
            model=model,
            prediction=self._file(table, "prediction"),
            options=self._options(table, outer),
            track=track,
            trained_on=trained_on,
            hidden=table.choice("hidden", (True, False)) or False,
            run_of=run_of,
            parts=table.words("parts"),
        )

    def _settings(self, table: Table, outer: _Settings) -> _Settings:
        baselines = table.choice("baselines", (True, False))
        return _Settings(
            options=self._options(table, outer.options),
            mismatch=table.choice("mismatch", MISMATCHES) or outer.mismatch,
            baselines=outer.baselines if baselines is None else baselines,
        )

    def _options(self, table: Table, outer: ReadOptions) -> ReadOptions:
        encoding = table.text("encoding") if "encoding" in table else outer.encoding
        file_format = table.text("format") if "format" in table else outer.format
        if file_format is not None and file_format not in READERS:
            raise table.error(
                lazy("unknown format {format!r}. Known: {known}", format=file_format, known=", ".join(READERS))
            )
        normalise = table.choices("normalise", COMPARABLE)
        strip = table.choices("strip", tuple(WRAPPERS))
        return ReadOptions(
            encoding,
            file_format,
            outer.normalise if normalise is None else normalise,
            self._separator(table) if "separator" in table else outer.separator,
            outer.strip if strip is None else chosen(strip),
        )

    def _separator(self, table: Table) -> str:
        separator = table.raw("separator")
        try:
            asked_for(separator)
        except SettingError as error:
            raise table.error(error.problem.rstrip(".")) from None
        return separator

    def _read_file(self, table: Table, key: str, outer: ReadOptions) -> tuple[Path, ReadOptions]:
        """Return a file that may be written as a table of its own, with how it is read."""
        if not isinstance(table.values.get(key), dict):
            return self._file(table, key), outer
        own = Table(self.called, lazy("{key} of {table}", key=key, table=table.where), table.values[key])
        own.only(_FILE_KEYS)
        return self._file(own, "file"), self._options(own, outer)

    def _file(self, table: Table, key: str) -> Path:
        path = self._path(table, key)
        if self.closed and not path.resolve().is_relative_to(self.path.parent.resolve()):
            raise table.error(lazy("{key} leads out of the folder of the project", key=key))
        if not os.path.isfile(path):
            self.missing.append(lazy("{name} ({table})", name=shown(table.text(key), _LONGEST_NAME), table=table.where))
        return path

    def _path(self, table: Table, key: str) -> Path:
        """Return a path that has to be named, whatever lies there."""
        name = table.raw(key)
        path = self.path.parent / name
        if not can_be(path):
            raise table.error(lazy("{key} is no path: {name}", key=key, name=shown(name)))
        return path

    def _error(self, complaint: str) -> ProjectError:
        return ProjectError(lazy("{path}: {complaint}.", path=self.called, complaint=complaint))
