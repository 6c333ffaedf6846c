"""Committee, a part of the page Difficulty: are there members enough to say how hard each word is?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _
from cwsdiag.ui.difficulty.committee import bench as benches
from cwsdiag.ui.difficulty.committee import curve, results
from cwsdiag.ui.shell import widgets

if TYPE_CHECKING:
    from cwsdiag.ui.difficulty.committee.bench import Bench


def part(bench: Bench) -> None:
    """Draw the part: what the committee is made from, how far that is, what of its difficulties."""
    if bench.material is None:
        widgets.box("info", bench.lacks)
        with st.container(key="to training data"):
            widgets.next_page("data", _("Add training data"))
    else:
        benches.controls(bench)
        benches.state_of(bench)
    results.results(bench)
    if bench.material is not None:
        curve.part(bench, bench.material)
    results.signature_line(bench)
