"""What the commands over several datasets share: project, normalisation, built-in segmenter, progress."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import PATH, gathered, work_options
from cwsdiag.cli.output import warn
from cwsdiag.errors import SettingError
from cwsdiag.formats import NORMALISATIONS, comparable
from cwsdiag.progress import counting

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset
    from cwsdiag.project import Project
    from cwsdiag.study import Corpus
    from cwsdiag.text import Segmentation

# Said instead of keys, it takes away what the project says.
_NONE = "none"
_NORMALISE_HELP = (
    "Unify width (nfkc), convert traditional to simplified (t2s), delete the _ between syllables (underscores), each "
    "run of digits to one 0 (numbers), of Latin letters to one X (latin); in the order given."
)

project_argument = click.argument("project", type=PATH)


def _chosen(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...] | None:
    del context, parameter
    if _NONE in values and len(values) > 1:
        raise SettingError(f"--normalise {_NONE}: it cannot be combined with others. Give it alone, or leave it out.")
    return () if values == (_NONE,) else values or None


project_normalise_option = click.option(
    "--normalise",
    multiple=True,
    type=click.Choice([*NORMALISATIONS, _NONE]),
    callback=_chosen,
    help=f"{_NORMALISE_HELP} By default as the project says.",
)
normalise_option = click.option(
    "--normalise", multiple=True, type=click.Choice(list(NORMALISATIONS)), help=_NORMALISE_HELP
)


def read_datasets(project: Project) -> list[Dataset]:
    """Read the datasets of a project as pages show them, with BASE and TOP where it wants them, with a progress bar.

    What looks wrong with the files is printed.

    Raises:
        InputError: a file cannot be used.
        SettingError: there is no dataset.
    """
    from cwsdiag.project import load_dataset

    if not project.datasets:
        raise SettingError(f"{project.path}: it holds nothing but published scores. Add a [[dataset]].")
    datasets = []
    with counting("reading") as progress:
        for spec in project.datasets:
            datasets.append(load_dataset(spec))
            progress(len(datasets), len(project.datasets))
    warn(oddities(datasets))
    return datasets


def segmenter_of(template: str, work: Mapping[str, Any]) -> dict[str, Any]:
    """Return how the built-in segmenter is learnt, and where, as arguments."""
    return {"template": template, **work}


template_option = click.option("--template", type=click.Choice(["F1", "F2", "F3"]), default="F2", show_default=True,
                               help="Feature template of the built-in segmenter.")  # fmt: skip
segmenter_options = gathered("segmenter", segmenter_of, template_option, work_options)


def segmenter_texts(
    project: Project, corpora: Sequence[Corpus], normalise: Sequence[str]
) -> tuple[dict[str, Segmentation], dict[str, Segmentation]]:
    """Read what the built-in segmenter learns from, and what it cuts, by name of the dataset, with a progress bar.

    A run of digits made one symbol within gold's words would tell where these end: only normalisations are done under
    which texts can be compared. Datasets without segmented training text are passed over in the first.

    Args:
        project: whose datasets they are.
        corpora: those that are wanted.
        normalise: keys of ``NORMALISATIONS``.
    """
    from cwsdiag.project.studies import text_of

    trainings, tests = {}, {}
    with counting("reading") as progress:
        for done, corpus in enumerate(corpora, start=1):
            spec = project.dataset(corpus.name)
            if spec.gold is not None:
                tests[spec.name] = text_of(spec.gold, comparable(normalise))
            if spec.training is not None and corpus.running is not None:
                trainings[spec.name] = text_of(spec.training, comparable(normalise))
            progress(done, len(corpora))
    return trainings, tests


def without_training(corpora: Iterable[Corpus]) -> list[str]:
    """Return a warning for each corpus whose training data gives no Ψ."""
    return [
        f"{corpus.name}: no segmented training text, so there is no Ψ under it."
        for corpus in corpora
        if corpus.running is None
    ]


def read_oddly(texts: Iterable[Corpus | Dataset]) -> list[str]:
    """Return what looks wrong with the files of each corpus or dataset."""
    return [f"{one.name}: {warning}" for one in texts for warning in one.warnings]


def oddities(datasets: Iterable[Dataset]) -> list[str]:
    """Return what looks wrong with the files of each dataset."""
    return [f"{one.name}: {warning}" for one in datasets for warning in (*one.warnings, *one.oddities())]
