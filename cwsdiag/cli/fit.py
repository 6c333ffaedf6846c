"""``cwsdiag fit``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import PATH, format_options, json_option, read_options, read_project, resampling_options
from cwsdiag.cli.output import show, warn
from cwsdiag.cli.studying import project_argument, project_normalise_option, read_oddly, without_training
from cwsdiag.errors import SettingError
from cwsdiag.progress import counting, working

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@click.command()
@project_argument
@click.argument("file", type=PATH)
@project_normalise_option
@format_options("FILE; detected")
@resampling_options
@json_option
def fit(
    project: Path,
    file: Path,
    normalise: Sequence[str] | None,
    resamples: int,
    seed: int,
    as_json: bool,
    **reading: Any,
) -> None:
    """Which criterion does a segmented text follow? Its Ψ under every dataset, the nearest first."""
    from cwsdiag.exhibits.criteria import fit_of
    from cwsdiag.inputs import FileSet
    from cwsdiag.report.criteria import fit_document, fit_lines, text_doubts
    from cwsdiag.resampling import check_settings
    from cwsdiag.study import fit as run
    from cwsdiag.study import psi_matrix, read_corpora
    from cwsdiag.study.transfer import Criteria

    check_settings(resamples=resamples, seed=seed)
    spec = read_project(project)
    # Read together, so that its words are counted in the one pass over all training data.
    files = [FileSet.alike(read_options(**reading), gold=file), *spec.datasets]
    wanted = tuple(spec.study.normalise if normalise is None else normalise)
    with counting("reading") as progress:
        text, *corpora = read_corpora(files, normalise=wanted, progress=progress)
    warnings = [*text.warnings, *read_oddly(corpora), *without_training(corpora), *text_doubts(text.test)]
    warn(warnings)
    with working("comparing"):
        fits = run(text.test, corpora, resamples=resamples, seed=seed)
    if not fits:
        raise SettingError(f"{project}: no dataset has segmented training text, so there is nothing to compare with.")
    settings = {"resamples": resamples, "seed": seed}
    document = fit_document(text.test, corpora, fits, settings=settings, warnings=warnings)
    criteria = Criteria(tuple(corpora), psi_matrix(corpora), (), {}, wanted)
    content = fit_of(criteria, fits, text.test.name, len(text.test), settings)
    show(document, fit_lines(document, content), as_json=as_json)
