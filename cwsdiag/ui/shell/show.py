"""Exhibits on a page: their sentence, chart and table, each with one ⋯ to pin, save and copy it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import plotly.graph_objects as go
import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.charts.layout import inked
from cwsdiag.charts.sizes import PAGE
from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits.exhibit import KINDS, Content, Exhibit, Kind, slug
from cwsdiag.findings import kept
from cwsdiag.languages import _, language, lazy, speaking, translated
from cwsdiag.report.files.saving import PICTURES, TABLES, draws, file_of, size_named
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import leads, navigation, state, tongue, widgets
from cwsdiag.ui.shell.tables import columns as columns_of
from cwsdiag.ui.shell.tables import leading_table
from cwsdiag.ui.shell.tables import table as plain_table
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.theme import Ground
    from cwsdiag.exhibits import Scene, Table
    from cwsdiag.findings import Finding

    Click = Callable[[Sequence[Any]], None]

_FORMAT, _SIZE = "format to save", "size to save"
_SIZES = {"column": lazy("one column, 85 mm"), "wide": lazy("two columns, 178 mm"), "slide": lazy("slide, 16:9")}
_CALLED = {"svg": "SVG", "pdf": "PDF", "png": "PNG", "csv": "CSV", "tex": "LaTeX", "md": "Markdown"}


class _Checked(go.Figure):  # type: ignore[misc]
    """A chart as it is: Plotly checks each part of what it is given, which takes longer than laying it out."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec

    def to_dict(self) -> Spec:
        return self._spec


def exhibit(scene: Scene, kind: str, content: Content | None = None, **options: str) -> Exhibit:
    """Return an exhibit whose options a page has checked.

    Args:
        scene: what is shown.
        kind: of the registry.
        content: what there is to show, where the page has it already, as before a test is there.
        options: of that kind.
    """
    return Exhibit(KINDS[kind], scene, options, content)


def rows(scene: Scene, page: str, title: str, table: Callable[[], Table]) -> Exhibit:
    """Return what only a page shows: it can be saved, not pinned.

    Args:
        scene: whose numbers they are.
        page: where it is shown.
        title: what is seen.
        table: all its rows.
    """
    content = Content(title, title, table=table)
    return Exhibit(Kind(slug(title), title, page, lambda *_scene: content), scene, {}, content)


def lead(exhibit: Exhibit) -> None:
    """Draw what an exhibit says, and the one remark on it."""
    content = exhibit.content
    with st.container(key="lead", horizontal=True, vertical_alignment="top"):
        widgets.lead(content.sentence, content.remark)
        menu(exhibit, key="lead", show="headline")


def chart(
    exhibit: Exhibit, *, key: str, alt: str = "", title: str = "", remark: str = "", click: Click | None = None
) -> None:
    """Draw the chart of an exhibit.

    Args:
        exhibit: one that has a chart.
        key: of the chart on its page.
        alt: what a screen reader says; its title without it.
        title: a heading over it; any text.
        remark: beside the heading.
        click: what a click on a mark does, with the data behind it; without it, it leads where the exhibit says.
    """
    content = exhibit.content
    if content.chart is None:
        return
    heading(exhibit, key=key, title=title, remark=remark)

    def clicked() -> None:
        points = st.session_state[key]["selection"]["points"]
        if not points:
            return
        mark = points[0]["customdata"]
        if click is not None:
            click(mark)
        elif content.click is not None and (target := content.click(mark)) is not None:
            leads.to_target(exhibit.scene, target)

    ground: Ground = "dark" if st.context.theme.type == "dark" else "light"
    camera = {"format": "svg", "filename": exhibit.stem}
    st.plotly_chart(
        _Checked(inked(content.chart(PAGE), ground)),
        theme=None,
        key=key,
        on_select=clicked,
        selection_mode="points",
        config={"displaylogo": False, "modeBarButtons": [["toImage"]], "toImageButtonOptions": camera},
        alt=alt or content.title,
    )


def table(
    exhibit: Exhibit, *, key: str, lead: Callable[[int], None] | None = None, alt: str = "", **widths: int | str
) -> None:
    """Draw the table of an exhibit.

    Args:
        exhibit: one that has a table.
        key: of the table on its page.
        lead: what a click on a row does, with its number.
        alt: what a screen reader says; the title of the exhibit without it.
        widths: of columns, by their keys.
    """
    rows = exhibit.table
    if rows is None:
        return
    heading(exhibit, key=key, show="table")
    shown = columns_of(rows.columns, **widths)
    if lead is None:
        plain_table(rows.frame, shown, key=key, alt=alt or exhibit.content.title)
    else:
        leading_table(rows.frame, shown, key=key, lead=lead, alt=alt or exhibit.content.title)


def sentence(exhibit: Exhibit, *, key: str) -> None:
    """Draw the example of an exhibit, as gold and systems cut it."""
    ground: Ground = "dark" if st.context.theme.type == "dark" else "light"
    drawing = exhibit.sentence_svg(PAGE.width, theme.FONT_SIZE, ground)
    if drawing is not None:
        heading(exhibit, key=key, show="ribbon")
        st.html(drawing)


def heading(exhibit: Exhibit, *, key: str, title: str = "", remark: str = "", show: str = "figure") -> None:
    """Draw a heading, if there is one, with the ⋯ of what stands under it."""
    across: Literal["distribute", "right"] = "distribute" if title else "right"
    with st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment=across):
        if title:
            widgets.heading(title, remark)
        menu(exhibit, key=key, show=show)


@st.fragment
def menu(exhibit: Exhibit, *, key: str, show: str) -> None:
    """Draw the ⋯ of what is shown; what it holds is made when it is opened.

    Args:
        exhibit: what is pinned and saved.
        key: of what it belongs to.
        show: which part of it is pinned: ``figure``, ``table``, ``ribbon`` or ``headline``.
    """
    tongue.begin()
    popover = st.popover("⋯", type="tertiary", key=f"{key} menu", on_change="rerun", help=_("Pin, save or copy"))
    if not popover.open:
        return
    with popover:
        try:
            _pin(exhibit, key, show)
            _save(exhibit, key, show)
        except CwsdiagError as error:
            widgets.box("error", on_page(error))
        if exhibit.signature:
            st.caption(_("Provenance"))
            st.code(f"{exhibit.caption}\n{exhibit.signature}", language=None, wrap_lines=True)


def _pin(exhibit: Exhibit, key: str, show: str) -> None:
    if exhibit.kind.name not in KINDS or not exhibit.may_tell:
        return
    label = _("Unpin") if _pinned(exhibit, show) else _("Pin")
    st.button(label, key=f"{key} pin", icon=":material/push_pin:", on_click=_toggle, args=(exhibit, show))


@tongue.spoken
def _toggle(exhibit: Exhibit, show: str) -> None:
    """In a callback: pin what is shown, or take it out again."""
    pinned = _pinned(exhibit, show)
    for one in pinned:
        tray.remove(one.id)
    if pinned:
        return
    if tray.is_full():
        tell(_("There are as many findings as can be kept. Remove some first."))
        return
    finding = kept(exhibit, show=show, address=_beside(exhibit))
    tray.add(finding)
    tell(_("Pinned: {title}", title=widgets.plain(finding.title)))


def _pinned(exhibit: Exhibit, show: str) -> list[Finding]:
    finding = kept(exhibit, show=show)
    return [one for one in tray.findings() if one.is_twin(finding)]


def _beside(exhibit: Exhibit) -> dict[str, str]:
    """Return what the address of the page says beyond what the exhibit needs: its filters, its order."""
    keys = set(navigation.PAGES[exhibit.kind.page].keys) - set(navigation.EVERYWHERE)
    return {key: value for key, value in state.address(sorted(keys)).items() if key not in exhibit.address}


def _save(exhibit: Exhibit, key: str, show: str) -> None:
    formats = [*(PICTURES if draws(exhibit, show) else ()), *(TABLES if exhibit.content.table is not None else ())]
    if show == "table":
        formats = [one for one in formats if one in TABLES]
    if not formats or show == "headline":
        return
    chosen = st.session_state.get(_FORMAT)
    ending = st.segmented_control(
        _("Format"),
        formats,
        default=chosen if chosen in formats else formats[0],
        key=f"{key} format",
        format_func=_CALLED.__getitem__,
        required=True,
    )
    st.session_state[_FORMAT] = ending
    size = "column"
    if ending in PICTURES:
        size = st.segmented_control(
            _("Made for"),
            list(_SIZES),
            default=st.session_state.get(_SIZE, "column"),
            key=f"{key} size",
            format_func=lambda name: translated(_SIZES[name]),
            required=True,
        )
        st.session_state[_SIZE] = size
    name = f"{exhibit.stem}-{size}.{ending}" if ending in PICTURES else f"{exhibit.stem}.{ending}"
    data = partial(_file, language(), exhibit, ending, size, show)
    widgets.download(_("Save"), data=data, name=name, mime="application/octet-stream", key=f"{key} save")


def _file(code: str, exhibit: Exhibit, ending: str, size: str, show: str) -> bytes:
    """Return the bytes of a file, made when it is asked for, outside a run of the page."""
    with speaking(code):
        return file_of(exhibit, ending, size_named(size), show=show)


_TOLD = "what is told of findings"


def tell(sentence: str) -> None:
    """Have the next run of the page say something, once."""
    st.session_state[_TOLD] = sentence


def toast() -> None:
    """Say what the last act had to say, if anything."""
    if sentence := st.session_state.pop(_TOLD, ""):
        st.toast(sentence, icon=":material/push_pin:")
