"""Exhibits on a page: their sentence, chart and table, each with one ⋯ to pin, save and copy it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from cwsdiag.charts.layout import Spec, inked
from cwsdiag.charts.theme import PAGE, Ground, Size
from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits.exhibit import KINDS, Content, Exhibit, Kind
from cwsdiag.findings import Finding, Shown, Standing, kept
from cwsdiag.languages import _, language, lazy, speaking, translated
from cwsdiag.report.files import PICTURES, TABLES, draws, file_of, size_named
from cwsdiag.ui import state
from cwsdiag.ui.shell import leads, navigation, pins, tables, widgets
from cwsdiag.ui.shell.stage import FORMS, stage
from cwsdiag.ui.state import Key
from cwsdiag.views.look import Look, LookKey, PrivateLook
from cwsdiag.views.wording import in_turn, on_page

Click = Callable[[Sequence[Any]], None]

_FORMAT, _SIZE, _TOLD = "format to save", "size to save", "what is told of findings"
_SIZES = {"column": lazy("one column, 85 mm"), "wide": lazy("two columns, 178 mm"), "slide": lazy("slide, 16:9")}
# What is presented from a ⋯, by the key of that, and on which page.
_PRESENTED = "presented"
_CALLED = {"svg": "SVG", "pdf": "PDF", "png": "PNG", "csv": "CSV", "tex": "LaTeX", "md": "Markdown"}

_HERE = Path(__file__).parent
_drawing = st.components.v2.component(
    "cwsdiag_drawing",
    html='<div class="drawing"></div>',
    css=(_HERE / "drawing.css").read_text("utf-8"),
    js=(_HERE / "drawing.js").read_text("utf-8"),
)


class _Checked(go.Figure):  # type: ignore[misc]
    """A chart as it is: Plotly checks each part of what it is given, which takes longer than laying it out."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec

    def to_dict(self) -> Spec:
        return self._spec


def exhibit(look: PrivateLook, kind: str, content: Content | None = None, /, **options: str) -> Exhibit:
    """Return an exhibit whose options a page has checked.

    Args:
        look: what is shown.
        kind: of the registry.
        content: what there is to show, where the page has it already, as before a test is there.
        options: of that kind.
    """
    return Exhibit(KINDS[kind], look, options, content)


def alone(page: str, name: str, content: Content, look: PrivateLook | None = None) -> Exhibit:
    """Return what only a page shows, as it rests on more than a look: it can be saved, not pinned.

    Args:
        page: where it is shown.
        name: what its files are called.
        content: what there is to show; with source and signature where there is no look.
        look: of the dataset that it is about, if it is about one.
    """
    kind = Kind(name, content.title, page, lambda *_look: content, of_project=look is None)
    return Exhibit(kind, cast("Look", look), {}, content)


def lead(exhibit: Exhibit, *, apart: bool = False) -> None:
    """Draw what an exhibit says, and the one remark on it, with its ⋯; see ``menu``."""
    content = exhibit.content
    with beside(exhibit, "lead", apart=apart):
        widgets.lead(content.sentence, content.remark)


def chart(
    exhibit: Exhibit,
    *,
    key: str,
    title: str = "",
    about: str = "",
    click: Click | None = None,
    size: Size = PAGE,
) -> None:
    """Draw the chart of an exhibit.

    Args:
        exhibit: one that has a chart.
        key: of the chart on its page.
        title: a heading over it, beside which is its ⋯, and behind an i what the exhibit says; without it, the ⋯ is at
            the sentence of the page.
        about: behind its i as well.
        click: what a click on a mark does, with the data behind it; without it, it leads where the exhibit says.
        size: of the place on the page, where that is not all its width.
    """
    content = exhibit.content
    if content.chart is None:
        return
    if title:
        heading(exhibit, key=key, title=title, about=in_turn(content.sentence, content.remark, about))

    def clicked() -> None:
        points = st.session_state[key]["selection"]["points"]
        if not points:
            return
        mark = points[0]["customdata"]
        if click is not None:
            click(mark)
        elif content.click is not None and (target := content.click(mark)) is not None:
            leads.to_target(exhibit.look, target)

    camera = {"format": "svg", "filename": exhibit.stem}
    st.plotly_chart(
        _Checked(inked(content.chart(size), ground())),
        theme=None,
        key=key,
        on_select=clicked,
        selection_mode="points",
        config={"displaylogo": False, "modeBarButtons": [["toImage"]], "toImageButtonOptions": camera},
        alt=content.title,
    )


def table(
    exhibit: Exhibit,
    *,
    key: str,
    lead: Callable[[int], None] | None = None,
    height: int | None = None,
    **widths: int | str,
) -> None:
    """Draw the table of an exhibit.

    Args:
        exhibit: one that has a table.
        key: of the table on its page.
        lead: what a click on a row does, with its number.
        height: in pixels, beyond which it scrolls.
        widths: of columns, by their keys.
    """
    if (rows := exhibit.table) is not None:
        tables.table(
            pd.DataFrame(rows.frame),
            tables.columns(rows.columns, **widths),
            key=key,
            lead=lead,
            height=height,
            alt=exhibit.content.title,
        )


def names_table(exhibit: Exhibit, *, key: str, lead: Callable[..., None]) -> None:
    """Draw the table of an exhibit with the name of a system, or of two, in each row; what stands out is bold.

    Args:
        exhibit: one that has a table.
        key: of the table on its page.
        lead: what a click on a row does, with its names.
    """
    if (rows := exhibit.table) is not None:
        names = tables.OF_PAIR if "first" in rows.columns else tables.OF_SYSTEM
        tables.names_table(
            pd.DataFrame(rows.frame),
            tables.columns(rows.columns, [key for key in rows.columns if key not in names]),
            names,
            key=key,
            lead=lead,
            alt=exhibit.content.title,
            styled=partial(tables.bold, emphasis=rows.emphasis),
        )


def drawing(svg: str, *, key: str, on_word: Callable[[int], None] | None = None) -> None:
    """Draw an SVG of ours.

    Args:
        svg: its texts escaped.
        key: of the drawing on its page.
        on_word: what a click on a word of gold does, with its place in its sentence, from 1.
    """

    def clicked() -> None:
        # What was clicked while the page was left is no longer known.
        if on_word is not None and (word := st.session_state.get(key, {}).get("word")):
            on_word(int(word))

    _drawing(key=key, data={"svg": svg, "alive": on_word is not None}, on_word_change=clicked)


def ground() -> Ground:
    """Return what the page is drawn on."""
    return "dark" if st.context.theme.type == "dark" else "light"


def heading(exhibit: Exhibit, *, key: str, title: str, about: str = "") -> None:
    """Draw a heading, with the ⋯ of what stands under it."""
    with beside(exhibit, key):
        widgets.heading(title, about=about)


def beside(exhibit: Exhibit, key: str, *, apart: bool = False) -> Any:
    """Draw the ⋯ of an exhibit at the right, see ``menu``; return the place beside it, for what it belongs to."""
    with st.container(horizontal=True, key=f"{key} beside"):
        left = st.container()
        menu(exhibit, key=key, apart=apart)
    return left


def menu(exhibit: Exhibit, *, key: str, apart: bool = False) -> None:
    """Draw the ⋯ of an exhibit; what it holds is made when it is opened.

    Args:
        exhibit: what is pinned, presented and saved.
        key: of what it belongs to.
        apart: whether it runs apart when something in it is clicked. Not in a part that is ``in_place``: when a
            fragment runs again before its messages are sent, they are dropped, but those of a fragment within it are
            sent and have nothing to stand in. Two clicks in quick succession would leave a blank page.
    """
    (_menu_apart if apart else _menu)(exhibit, key)


def _menu(exhibit: Exhibit, key: str) -> None:
    state.speak_language()
    presented = st.session_state.get(_PRESENTED, {})
    slide: Finding | None = presented.get(key)
    if presented.get("page") != state.page():
        # Back led away from it.
        presented.clear()
    elif slide is not None and slide.kind == exhibit.kind.name:
        content = exhibit.content if slide.options == exhibit.options else None
        one = Shown(slide, Exhibit(exhibit.kind, exhibit.look, slide.options, content), Standing())
        stage([one], 0, ground(), key=f"{key} stage", presenting=True, on_leave=presented.clear)
    help = _("Pin, present, save or copy")
    popover = st.popover("⋯", type="tertiary", key=f"{key} menu", on_change="rerun", help=help)
    if not popover.open:
        return
    with popover:
        try:
            exhibit = _panel(exhibit, key)
            _slide(exhibit, key)
            _save(exhibit, key)
        except CwsdiagError as error:
            widgets.box("error", on_page(error))
        if exhibit.signature:
            st.caption(_("Provenance"))
            st.code(f"{exhibit.caption}\n{exhibit.signature}", language=None, wrap_lines=True)


_menu_apart = st.fragment(_menu)


def _panel(exhibit: Exhibit, key: str) -> Exhibit:
    """Draw what chooses one of the panels that an exhibit has for its attributes; return what is chosen, or all.

    The one that is looked at comes first, else the costliest.
    """
    if not exhibit.is_of_all_attributes:
        return exhibit
    every = {one.attribute.key: translated(one.attribute.label) for one in exhibit.look.diagnosis.attributes}
    first = state.get(Key.ATTRIBUTE)
    if first not in every and (costliest := exhibit.look.costliest(exhibit.options["system"])) is not None:
        first = costliest.panel.key
    names = sorted(["", *every], key=lambda name: name != first)
    label = _("Panel")
    chosen = st.selectbox(label, names, format_func=lambda name: every.get(name, _("all panels")), key=f"{key} panel")
    if not chosen:
        return exhibit
    return Exhibit(exhibit.kind, exhibit.look, {**exhibit.options, "attribute": chosen})


def _slide(exhibit: Exhibit, key: str) -> None:
    """Draw what pins an exhibit, or takes it out again, and what presents it at once."""
    forms = _forms(exhibit)
    if not forms:
        return
    form = forms[0]
    if len(forms) > 1:
        form = st.segmented_control(
            _("What is large on its slide"),
            forms,
            default=form,
            key=f"{key} form",
            format_func=lambda form: translated(FORMS[form]),
            required=True,
            label_visibility="collapsed",
        )

    def present() -> None:
        alone = Finding("alone", exhibit.content.assertion, exhibit.kind.name, LookKey(), exhibit.options, show=form)
        st.session_state[_PRESENTED] = {"page": state.page(), key: alone}
        st.session_state[f"{key} menu"] = False

    with st.container(horizontal=True, gap="xsmall"):
        if KINDS.get(exhibit.kind.name) is exhibit.kind:
            finding = _finding(exhibit, form)
            pinned = [one for one in pins.findings() if one.is_twin(finding)]
            if st.button(_("Unpin") if pinned else _("Pin"), key=f"{key} pin", icon=":material/push_pin:"):
                pin(finding)
                # How many findings there are stands elsewhere on the page.
                st.rerun()
        st.button(_("Present"), key=f"{key} present", icon=":material/slideshow:", on_click=present)


def _forms(exhibit: Exhibit) -> list[str]:
    """Return what can be large on a slide of an exhibit, what is looked at first; nothing where it may not be shown."""
    content = exhibit.content
    there = {
        "figure": content.chart is not None or content.svg is not None,
        "table": content.table is not None,
        "ribbon": content.svg is None and exhibit.example is not None,
        "headline": bool(content.sentence),
    }
    return [form for form in FORMS if there[form]] if exhibit.may_tell else []


def _finding(exhibit: Exhibit, form: str) -> Finding:
    # What the address of the page says beyond what the exhibit needs: its filters, its order.
    own = set(navigation.PAGES[exhibit.kind.page].own) - exhibit.address.keys()
    # Who judges a study must not read in a title what it says.
    title = exhibit.content.title if "study" in exhibit.options else exhibit.content.assertion
    return kept(exhibit, title=title, show=form, address=state.address(sorted(own)))


def pin_by_key(exhibit: Exhibit) -> None:
    """In a callback: pin an exhibit in the form that is looked at first, or take it out again."""
    if KINDS.get(exhibit.kind.name) is exhibit.kind and (forms := _forms(exhibit)):
        pin(_finding(exhibit, forms[0]))


def pin(finding: Finding) -> None:
    """Keep a finding, or remove those that show the same; the next run says so."""
    if pinned := [one for one in pins.findings() if one.is_twin(finding)]:
        for one in pinned:
            pins.remove(one.id)
        sentence = _("Unpinned: {title}", title=widgets.plain(pinned[0].title))
    elif pins.add(finding):
        sentence = _("Pinned: {title}", title=widgets.plain(finding.title))
    else:
        sentence = _("There are as many findings as can be kept. Remove some first.")
    st.session_state[_TOLD] = sentence


def toast() -> None:
    """Say what the last act had to say, if anything."""
    if sentence := st.session_state.pop(_TOLD, ""):
        st.toast(sentence, icon=":material/push_pin:")


def _save(exhibit: Exhibit, key: str) -> None:
    """Draw what saves an exhibit as a file."""
    formats = (PICTURES if draws(exhibit) else ()) + (TABLES if exhibit.content.table is not None else ())
    if not formats:
        return
    ending, size = _asked(_("Format"), {one: _CALLED[one] for one in formats}, f"{key} format", _FORMAT), "column"
    name = f"{exhibit.stem}.{ending}"
    if ending in PICTURES:
        size = _asked(_("Made for"), _SIZES, f"{key} size", _SIZE)
        name = f"{exhibit.stem}-{size}.{ending}"
    data = partial(_file, language(), exhibit, ending, size)
    widgets.download(_("Save"), data=data, name=name, key=f"{key} save")


def _asked(label: str, names: Mapping[str, str], key: str, kept: str) -> Any:
    """Return what is chosen of names, at first what was chosen of the same last, else the first."""
    before = st.session_state.get(kept)
    chosen = st.segmented_control(
        label,
        list(names),
        default=before if before in names else next(iter(names)),
        key=key,
        format_func=lambda name: translated(names[name]),
        required=True,
    )
    st.session_state[kept] = chosen
    return chosen


def _file(code: str, exhibit: Exhibit, ending: str, size: str) -> bytes:
    """Return the bytes of a file, made when it is asked for, outside a run of the page."""
    with speaking(code):
        return file_of(exhibit, ending, size_named(size))
