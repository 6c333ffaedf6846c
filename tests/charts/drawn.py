"""A chart as Plotly takes it, and what is read from it."""

import re

import plotly.graph_objects as go

from cwsdiag.charts.theme import PAGE


def on_page(chart, *data, **options):
    """The chart laid out for a page."""
    spec = chart(*data, size=PAGE, **options)
    # Entries of the legend are traces without a place.
    return go.Figure(spec | {"data": [one for one in spec["data"] if not one["showlegend"]]})


def written(figure):
    """The texts of a table by row and column."""
    return {
        (y, x): re.sub("</?span.*?>", "", text)
        for trace in figure.data
        if trace.type == "scatter" and trace.mode == "text"
        for x, y, text in zip(trace.x, trace.y, trace.text, strict=True)
    }


def opacities(colours):
    """How much of each colour, which is written ``rgba(…)``, there is."""
    return [float(colour[5:-1].rpartition(", ")[2]) for colour in colours]
