"""Ψ, U and Û as papers print them, to be saved as LaTeX and CSV (the paper's Table 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.languages import lazy
from cwsdiag.report.across.corpora_rows import psi_rows, transfer_rows
from cwsdiag.report.across.tables import psi_table, transfers_table
from cwsdiag.study.signature import corpora_signature
from cwsdiag.ui.criteria.transfer import models_of, settings_of
from cwsdiag.ui.shell import printing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.ui.criteria.bench import Bench
    from cwsdiag.ui.shell.printing import Made

_PSI = {"psi": "Ψ"}
_TRANSFERS = {"u": lazy("U, F1"), "u_hat": lazy("Û, share of F1 lost")}
_KEYS = {"u": "u", "u_hat": "relative"}


def downloads(bench: Bench, part: str, said: Mapping[str, object]) -> None:
    """Draw the buttons that save the tables of a part of the page; nothing for one without.

    Args:
        bench: what the page works on.
        part: name of the part.
        said: what signatures of the page say beside its corpora.
    """
    if part == "consistency" and len(bench.names) > 1:
        signature = corpora_signature(bench.corpora, said)
        printing.downloads(_PSI, lambda _name: (psi_table(psi_rows(bench.matrix)), signature), key="psi printing")
    models = models_of(bench) if part == "transfer" else []
    if models:
        all_said = corpora_signature(bench.corpora, {**said, **settings_of(bench, models)})

        def made(name: str) -> Made:
            return transfers_table(transfer_rows(models), _KEYS[name]), all_said

        printing.downloads(_TRANSFERS, made, key="transfer printing")
