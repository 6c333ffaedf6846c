"""What the pages over several datasets look at: all datasets of one project, and what is computed from them.

Results on the files of the server's project are kept for everybody, those on files that a session brought for it alone.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from cwsdiag.arguments import Whole
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis.paired import PairedComparison
from cwsdiag.formats import NORMALISATIONS
from cwsdiag.languages import lazy, translated
from cwsdiag.loading import load_transferred
from cwsdiag.project import StudySpec
from cwsdiag.project.reader import CLASSES, FEWEST_BUCKETS, MOST_BUCKETS
from cwsdiag.project.studies import text_of, transfers_of
from cwsdiag.signature import prediction_parts
from cwsdiag.study import (
    Corpus,
    Study,
    Transfer,
    WordDifference,
    differences,
    nothing_measured,
    psi_matrix,
    read_corpora,
    study,
)
from cwsdiag.study.transfer import Criteria
from cwsdiag.text import Segmentation
from cwsdiag.ui import state
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.data.catalogue import Catalogue, DatasetEntry, parts_of, without_hidden
from cwsdiag.ui.state import Key
from cwsdiag.ui.work.results import Job, Scope, begun, kept, read

# Training texts, and pairs of datasets with the words that make their difference, that are kept.
_TEXTS = 8
_PAIRS = 32
# What the address says where nothing is done to the texts.
AS_THEY_ARE = "none"
STUDY_BUCKETS = (3, 4, 5, 6, 8, 10, 15, 20)
NOT_OF_A_PROJECT = lazy(
    "This page is about all datasets of a project together, and no project is open here. Open that of the sample, drop "
    "a zip on Files that Download project saved there, or start the dashboard with your own: cwsdiag app project.toml. "
    "Loose files are one dataset, looked at alone."
)


@dataclass(frozen=True, eq=False)
class Studied:
    """The datasets of a project, as this session sees them.

    Attributes:
        entries: those with a usable gold file, in the order of the project.
        left_out: labels of the others.
        spec: what the project says of studies.
        scope: who shares results.
    """

    entries: tuple[DatasetEntry, ...]
    left_out: tuple[str, ...]
    spec: StudySpec
    scope: Scope

    @property
    def names(self) -> list[str]:
        """Names of the datasets."""
        return [entry.files.name for entry in self.entries]

    def entry(self, name: str) -> DatasetEntry:
        """Return the dataset of this name."""
        return next(entry for entry in self.entries if entry.files.name == name)

    def system(self, name: str, model: str) -> str:
        """Return what this session calls a model among the systems of a dataset."""
        return next((file.name for file in self.entry(name).files.systems if file.model_name == model), model)

    @property
    def parts(self) -> dict[str, dict[str, str]]:
        """What the systems are made of, by the names that the project gives them."""
        return parts_of(self.entries)

    @property
    def normalise(self) -> tuple[str, ...]:
        """The normalisation of corpora that is selected; what the project says where none is."""
        chosen = state.get(Key.NORMALISE) or ""
        keys = tuple(dict.fromkeys(key for key in chosen.split(",") if key in NORMALISATIONS))
        return keys if keys or chosen == AS_THEY_ARE else self.spec.normalise

    @property
    def notation(self) -> str:
        """The same in the notation of ``cwsdiag.buckets``."""
        return self.buckets if isinstance(self.buckets, str) else f"equal:{self.buckets}"

    @property
    def buckets(self) -> int | str:
        """Into how many buckets attributes are cut, or ``classes``; what the project says where nothing is selected."""
        chosen = state.get(Key.CUT) or ""
        if chosen == CLASSES:
            return CLASSES
        number = Whole(FEWEST_BUCKETS, MOST_BUCKETS).read(chosen)
        return self.spec.buckets if number is None else number


def studied(every: Catalogue, entry: DatasetEntry | None) -> Studied | None:
    """Return the datasets of the project that a dataset is of; of the server's where it is of none.

    A zip that was dropped is a project of the session; loose files that nobody gave a name are none. Where there is no
    such project, or no dataset of it can be used, those of an open project that holds nothing but published scores,
    which are none; else None.
    """
    origin = entry.origin if entry is not None and is_of_project(entry) else "project"
    entries = [one for one in every.entries.values() if one.origin == origin and is_of_project(one)]
    usable = [entry for entry in entries if catalogue.loaded(entry, among=len(entries)).dataset is not None]
    if not usable:
        return None if every.alone is None else Studied((), (), every.alone, "server")
    left_out = tuple(translated(entry.label) for entry in entries if entry not in usable)
    return Studied(tuple(usable), left_out, usable[0].files.study, "session" if origin == "upload" else "server")


def is_of_project(entry: DatasetEntry) -> bool:
    """Tell whether a dataset is of a project; loose files that nobody gave a name are of none."""
    return entry.origin in ("project", "sample") or (entry.origin == "upload" and bool(entry.files.name))


def study_of(chosen: Studied) -> Study:
    """Return the study of the datasets with their systems, without those that are hidden."""
    if not chosen.entries:
        return nothing_measured()
    datasets, buckets = [_dataset(entry) for entry in chosen.entries], chosen.buckets
    return kept(chosen.scope, "study", (_systems(chosen), buckets), lambda: study(datasets, buckets=buckets))


def verdicts_of(chosen: Studied, found: Study) -> Job[tuple[tuple[PairedComparison, ...], ...]]:
    """Return the work on the ``verdicts`` of a study; buckets have no part in them."""
    return begun(chosen.scope, "verdicts of a study", _systems(chosen), lambda: found.verdicts)


def _systems(chosen: Studied) -> Hashable:
    return tuple((entry.files.stamp, entry.files.hidden) for entry in chosen.entries)


def _dataset(entry: DatasetEntry) -> Dataset:
    """Return a dataset without hidden systems, under the names that the project gives the others.

    A session may call a system otherwise on each dataset: here it is one model.
    """
    dataset = catalogue.loaded(entry).dataset
    assert dataset is not None, "a study takes datasets that can be used"
    models = {file.name: file.model_name for file in entry.files.systems}
    shown = without_hidden(dataset, entry.files.hidden)
    return replace(shown, systems=tuple(replace(one, name=models[one.name]) for one in shown.systems))


def criteria_of(chosen: Studied) -> Criteria:
    """Return all texts under the selected normalisation, their Ψ, and U of the systems that say what they learnt from.

    A signature says of the predictions what ``Criteria.files`` has.
    """
    corpora, normalise = _corpora(chosen), chosen.normalise
    sets = [entry.files for entry in chosen.entries]

    def transferred() -> tuple[tuple[Transfer, ...], dict[str, str]]:
        known = [one for one in (load_transferred(files) for files in sets) if one is not None]
        said = {part: value for one in known for part, value in prediction_parts(one.dataset).items()}
        return transfers_of(known, sets), said

    matrix = kept(chosen.scope, "psi matrix", (stamps(chosen), normalise), lambda: psi_matrix(corpora))
    learnt = tuple(files.transfer_stamp for files in sets)
    tables, predictions = kept(chosen.scope, "transfers", learnt, transferred)
    return Criteria(corpora, matrix, tables, predictions, normalise)


def _corpora(chosen: Studied) -> tuple[Corpus, ...]:
    normalise, files = chosen.normalise, [entry.files for entry in chosen.entries]
    return read(
        chosen.scope,
        "corpora",
        (stamps(chosen), normalise),
        lambda: read_corpora(files, normalise=normalise),
        size=sum(file.size for one in files for file in one.of("gold", "training", "dev")),
        what=lazy("Reading the training data of all datasets"),
    )


def training_text(chosen: Studied, name: str) -> Segmentation | None:
    """Return the training data of a dataset as text, under the selected normalisation; None where it has none.

    Raises:
        CwsdiagError: it is a word list, or cannot be read.
    """
    # Asked for here: in the thread that reads there is no session to ask.
    file, normalise = chosen.entry(name).files.training, chosen.normalise
    if file is None:
        return None
    return read(
        chosen.scope,
        "training text",
        (file.stamp, normalise),
        lambda: text_of(file, normalise),
        places=_TEXTS,
        size=file.size,
        what=lazy("Reading training data"),
    )


def differences_of(chosen: Studied, train: str, test: str) -> list[WordDifference]:
    """Return the words that make the difference between training data and a test text; none without training text."""
    text, corpora = training_text(chosen, train), {corpus.name: corpus for corpus in _corpora(chosen)}
    training, own = corpora[train].running, corpora[test].running if train != test else None
    if text is None or training is None:
        return []
    stamp = (stamps(chosen), chosen.normalise, train, test)

    def make() -> list[WordDifference]:
        return differences(training, text, corpora[test].test, own=own)

    return kept(chosen.scope, "differences", stamp, make, places=_PAIRS)


def stamps(chosen: Studied) -> Hashable:
    """Return what says all that results on the texts of the datasets depend on, but for the normalisation."""
    return tuple(entry.files.corpus_stamp for entry in chosen.entries)
