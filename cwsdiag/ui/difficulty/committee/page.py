"""Committee: how hard is each word, are there members enough to say so, and how does a segmenter learn?"""

from __future__ import annotations

from cwsdiag.ui.difficulty.committee import bench, curve, results


def page() -> None:
    """Draw the page."""
    found = bench.bench("Committee")
    if found is None:
        return
    results.lead(found)
    bench.controls(found)
    bench.state_of(found)
    results.results(found)
    curve.part(found)
    results.signature_line(found)
