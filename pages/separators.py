"""Separators: how many must be put in and taken out, whichever reference is right?"""

from cwsdiag.ui import separators, widgets

view = widgets.view_with_systems("Separators")
if view is not None:
    found = separators.distances(view)
    widgets.lead(*separators.headline(view, found))
    separators.controls(view, found)
    if found.scores:
        separators.legend(found)
        separators.chart(view, found)
        separators.tables(found)
    separators.meanings()
    separators.signature_line(view, found)
