"""Bakeoff: the scores this field has used for twenty years, to stand beside published ones."""

from cwsdiag.report.bakeoff_text import OFFICIAL_SCRIPT
from cwsdiag.ui import bakeoff, standings, widgets

view = widgets.view_with_systems("Bakeoff")
if view is not None:
    ranked = standings.of_view(view)
    pairs = standings.pairs(view.known, ranked)
    widgets.lead(*bakeoff.headline(view, ranked, pairs))
    bakeoff.table(ranked)
    bakeoff.controls(view)
    widgets.note(OFFICIAL_SCRIPT)
    bakeoff.significance(view, ranked, pairs)
    bakeoff.chart(view)
    bakeoff.signature_line(view)
