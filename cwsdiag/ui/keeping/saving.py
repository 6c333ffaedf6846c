"""Save: an element of a page as a file for paper or a slide, its numbers as a table, its caption for the clipboard.

Charts are drawn by the Plotly of the browser, from what ``figures.paper`` makes of them; PDF and PNG are made here from
that drawing. Ribbons and rows are drawings of our own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag import __version__
from cwsdiag.charts.drawn import sheets
from cwsdiag.charts.kept import stamp
from cwsdiag.charts.paper import SIZES, on_paper
from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits.exhibit import slug
from cwsdiag.languages import _, language, lazy, speaking, translated
from cwsdiag.report.files.pictures import pdf_of, png_of
from cwsdiag.ui.keeping.drawings import accepted
from cwsdiag.ui.shell import state, tongue, widgets
from cwsdiag.ui.shell.view import current
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.exhibits import Exhibit, Table
    from cwsdiag.ui.keeping.offers import Offer

_WIDGET = "what is saved"
# What was chosen last: a size, and a format for what can be drawn and for what cannot.
_SIZE, _FORMAT = "size of what is saved", "format of what is saved"
_SIZE_NAMES = {"column": lazy("one column, 85 mm"), "wide": lazy("two columns, 178 mm"), "slide": lazy("slide, 16:9")}
_SHEETS = {"column": sheets.COLUMN, "wide": sheets.WIDE, "slide": sheets.slide(1280, 720, filled=True)}
PICTURES = {
    "SVG": ("svg", "image/svg+xml"),
    "PDF": ("pdf", "application/pdf"),
    "PNG": ("png", "image/png"),
}
TEXTS = {
    "CSV": ("csv", "text/csv"),
    "LaTeX": ("tex", "application/x-tex"),
    "Markdown": ("md", "text/markdown"),
}
# Of a table in the dialog; the file has all of it.
_SHOWN = 6_000
_HERE = Path(__file__).parent
_draw = st.components.v2.component(
    "cwsdiag_saving",
    html='<div class="saving"><img hidden><p></p><button type="button"></button><span role="status"></span></div>',
    css=(_HERE / "saving.css").read_text("utf-8"),
    js=(_HERE / "saving.js").read_text("utf-8"),
)


@dataclass(frozen=True, eq=False)
class Saved:
    """What can be saved of an element.

    Attributes:
        stem: of its files, without size and ending.
        caption: what stands under it in print.
        signature: where its numbers come from.
        drawing: draws it ourselves on a sheet; None where a browser draws it, or nothing does.
        chart: gives it, for a size, as traces and layout for paper; None where it is no chart.
        table: its numbers; None where there are none to be had.
    """

    stem: str
    caption: str
    signature: str
    drawing: Callable[[Sheet], str] | None = None
    chart: Callable[[str], dict[str, Any]] | None = None
    table: Table | None = None

    @property
    def formats(self) -> list[str]:
        """What it can be saved as."""
        pictures = list(PICTURES) if self.drawing or self.chart else []
        if self.table is None:
            return pictures
        # Cells that are written one by one have no format for another place: their numbers have.
        written = any(column.format == "styled" for column in self.table.columns.values())
        return [*pictures, *([name for name in TEXTS if name == "CSV"] if written else TEXTS)]


def saved(offer: Offer) -> Saved:
    """Return what can be saved of an element of a page.

    Raises:
        CwsdiagError: it cannot be made any more.
    """
    exhibit, title = offer.exhibit, translated(offer.title)
    chart = partial(_on_paper, offer) if offer.figure is not None else None
    drawing = offer.drawing
    if exhibit is not None and offer.show == "ribbon":
        drawing = partial(_ribbon, exhibit)
    table = offer.table() if offer.table is not None else None
    if exhibit is None:
        view = current()
        stem = "-".join(filter(None, (slug(view.where.dataset), slug(offer.key))))
        signature = "" if view.results is None else view.results.diagnosis.signature
        return Saved(stem, f"{title}. cwsdiag {__version__}.", signature, drawing, chart, table)
    if table is None and offer.show == "figure":
        table = exhibit.table()
    return Saved(exhibit.stem, exhibit.caption(), exhibit.signature, drawing, chart, table)


def _on_paper(offer: Offer, size: str) -> dict[str, Any]:
    """Return a chart as it is drawn for a size: with as many panels side by side as there is room for."""
    made_for, exhibit = SIZES[size], offer.exhibit
    figure = (offer.redrawn and offer.redrawn(across=made_for.across)) or offer.figure
    legend = None if exhibit is None else [*exhibit.legend(), *offer.also] or None
    title = translated(offer.title) if exhibit is None else exhibit.title
    # Arrays and undefined values as the browser has them.
    spec: dict[str, Any] = json.loads(on_paper(figure, made_for, title=title, legend=legend).to_json())
    return spec


def _ribbon(exhibit: Exhibit, sheet: Sheet) -> str:
    return exhibit.sentence_drawing(sheet, "light") or ""


def dialog(offer: Offer) -> None:
    """Open the dialog that saves an element."""
    st.dialog(_("Save"), width="large", icon=":material/download:")(_body)(offer)


def _body(offer: Offer) -> None:
    # A run of the dialog alone has not begun as one of the page.
    tongue.begin()
    try:
        found = saved(offer)
        formats = found.formats
        size, format = _chosen(formats)
        # Above what it saves, which may be long; drawn behind it, as it waits for a drawing.
        above = st.container(horizontal=True, vertical_alignment="center")
        svg = _shown(found, offer, size, format)
        if format:
            with above:
                _button(found, size, format, svg)
    except CwsdiagError as error:
        widgets.box("error", on_page(error))


def _chosen(formats: list[str]) -> tuple[str, str]:
    """Draw the choice of size and format; return both, no format where there is none."""
    if not formats:
        return "column", ""
    last: dict[str, str] = st.session_state.setdefault(_FORMAT, {})
    # Who saves figures as PDF wants tables as what they were saved as last.
    kind = "pictures" if formats[0] in PICTURES else "texts"
    format = last.get(kind, "")
    format = format if format in formats else formats[0]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        state.draw_input(
            "format to save",
            st.segmented_control,
            value=format,
            changed=lambda given: last.update({kind: given}),
            label=_("Format"),
            options=formats,
            required=True,
        )
        size = st.session_state.get(_SIZE, "column")
        if format in PICTURES:
            state.draw_input(
                f"size to save {language()}",
                st.segmented_control,
                value=size,
                changed=lambda given: st.session_state.update({_SIZE: given}),
                label=_("Made for"),
                options=list(_SIZE_NAMES),
                format_func=lambda name: translated(_SIZE_NAMES[name]),
                required=True,
            )
    return size, format


def _shown(found: Saved, offer: Offer, size: str, format: str) -> str:
    """Draw what is saved, with its caption; return the drawing, empty where there is none, or none yet."""
    picture = format in PICTURES
    spec = found.chart(size) if picture and found.chart is not None else None
    svg = found.drawing(_SHEETS[size]) if picture and found.drawing is not None else ""
    mark = "" if spec is None else stamp(spec).hex()
    if format in TEXTS:
        st.code(_text(found, format)[:_SHOWN], language=None, height=220)
    _draw(
        key=_WIDGET,
        data={
            "spec": spec,
            "stamp": mark,
            "svg": svg,
            "alt": translated(offer.title),
            "caption": found.caption,
            "says": {
                "copy": _("Copy caption"),
                "copied": _("copied"),
                "selected": _("selected: copy it with Ctrl+C or ⌘C"),
            },
        },
        on_drawn_change=lambda: None,
    )
    return svg or (drawn(st.session_state.get(_WIDGET), mark) if spec is not None else "")


def drawn(given: Any, mark: str) -> str:
    """Return the drawing that the browser made of a chart; empty as long as it has made another one, or none.

    Args:
        given: what the component gives.
        mark: of the chart.

    Raises:
        DrawingError: it could not be drawn, or is not taken.
    """
    made = (given or {}).get("drawn") or {}
    if made.get("stamp") != mark:
        return ""
    return accepted(made.get("svg"))


def _button(found: Saved, size: str, format: str, svg: str) -> None:
    """Draw the button that saves; it waits until there is a drawing."""
    ending, mime = (PICTURES | TEXTS)[format]
    name = f"{found.stem}-{size}.{ending}" if format in PICTURES else f"{found.stem}.{ending}"
    if format in PICTURES and not svg:
        st.button(_("Drawing …"), disabled=True, key="save waits")
        return
    # What makes the file runs beside the session, which knows in which language.
    data = partial(_spoken, language(), file_of, svg, format)
    if format in TEXTS:
        data = partial(_spoken, language(), _text, found, format)
    widgets.download(_("Save as {format}", format=format), data=data, name=name, mime=mime, key="save file")
    widgets.note(name)


def _spoken(code: str, make: Callable[..., str | bytes], *given: Any) -> str | bytes:
    with speaking(code):
        return make(*given)


def file_of(svg: str, format: str) -> str | bytes:
    """Return a drawing as a file.

    Args:
        svg: the drawing.
        format: of ``PICTURES``.

    Raises:
        DrawingError: it cannot be made here.
    """
    if format == "SVG":
        return svg
    return pdf_of(svg) if format == "PDF" else png_of(svg)


def _text(found: Saved, format: str) -> str:
    """Return the numbers of an element as a file."""
    table = found.table
    if table is None:
        return ""
    if format == "LaTeX":
        return replace(table, caption=found.caption).latex(found.stem, found.signature)
    return table.csv() if format == "CSV" else table.markdown()
