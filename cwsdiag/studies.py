"""A project as a study: its datasets with their systems, its corpora read alike, and who learnt from what."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cwsdiag.project import load_dataset, load_transferred
from cwsdiag.study import CorpusFiles, read_corpora, study, transfer_scores, transfers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.specs import DatasetSpec, Project
    from cwsdiag.study import Corpus, Study, Transfer


def load_study(project: Project, *, buckets: int | str | None = None) -> Study:
    """Read the datasets of a project with their systems, and study them.

    BASE and TOP are no part of it, even where the project wants them: TOP knows gold, and would be the best everywhere.

    Args:
        project: what to read.
        buckets: how values are cut, see ``cwsdiag.study.study``; as the project says by default.

    Raises:
        InputError: a file cannot be used.
        SettingError: ``buckets`` is not understood.
    """
    wanted = project.study.buckets if buckets is None else buckets
    return study([load_dataset(replace(spec, baselines=False)) for spec in project.datasets], buckets=wanted)


def load_corpora(
    project: Project,
    *,
    normalise: Sequence[str] | None = None,
    told: Callable[[int, int], object] = lambda done, total: None,
) -> tuple[Corpus, ...]:
    """Read gold, development and training text of the datasets of a project, all normalised alike.

    Args:
        project: what to read.
        normalise: keys of ``cwsdiag.formats.NORMALISATIONS``; as the project says by default.
        told: called with how many files were read, and how many there are.

    Raises:
        InputError: a file cannot be used.
    """
    wanted = project.study.normalise if normalise is None else normalise
    return read_corpora([corpus_files(spec) for spec in project.datasets], normalise=wanted, told=told)


def corpus_files(spec: DatasetSpec) -> CorpusFiles:
    """Return the texts of a dataset."""
    return CorpusFiles(
        name=spec.name,
        test=spec.gold,
        training=spec.train,
        dev=spec.dev,
        options=spec.options,
        training_options=spec.train_options,
    )


def load_transfers(project: Project) -> tuple[Transfer, ...]:
    """Return F1 on every dataset, trained on every dataset, of the systems that say what they were trained on.

    Raises:
        InputError: a file cannot be used.
    """
    scores = []
    for spec in project.datasets:
        known = {one.name: (one.model, one.trained_on) for one in spec.of_known_training if one.trained_on is not None}
        if known:
            scores += transfer_scores(load_transferred(spec), known)
    return transfers(scores, [spec.name for spec in project.datasets])
