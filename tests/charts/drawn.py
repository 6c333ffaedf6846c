"""A chart as Plotly takes it."""

import plotly.graph_objects as go

from cwsdiag.charts.theme import PAGE


def on_page(chart, *data, **options):
    """The chart laid out for a page."""
    spec = chart(*data, size=PAGE, **options)
    # Entries of the legend are traces without a place.
    return go.Figure(spec | {"data": [one for one in spec["data"] if not one["showlegend"]]})
