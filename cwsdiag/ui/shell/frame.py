"""What stands over every page: the line of links, dataset, A and B as chips, and the settings of all pages behind ⋯."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.names import short_by_name
from cwsdiag.languages import _, language, translated
from cwsdiag.resampling import AUTO
from cwsdiag.ui.data import boards, project_data
from cwsdiag.ui.host import who
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import bucket_editor, navigation, state, tongue, widgets
from cwsdiag.ui.shell.in_place import if_chosen_anew, stands
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import BUCKET_WAYS, OWN_BUCKETS, select
from cwsdiag.views.units import UNITS_DRAWN, drawn_for, units_offered

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View

# Of a system, in a chip.
_LONGEST_NAME = 22


def top(current: str) -> None:
    """Draw it, once what is selected was checked.

    Args:
        current: the page that is shown.
    """
    view = select()
    stands()
    navigation.links(_more(view), len(tray.findings()))
    with st.container(key="chips", horizontal=True, gap="small", vertical_alignment="center"):
        _dataset(view)
        if view.a is not None and navigation.PAGES[current].names_systems:
            _systems(view)
        _settings(view)


def _more(view: View) -> list[str]:
    """Return the pages behind More: those that have something to show here."""
    several = len(view.siblings) > 1 or view.catalogue.alone is not None or project_data.studied(view) is not None
    lab = who.is_owner() or any(one is not None and one.is_there for one in (*boards.board(), *boards.judgements()))
    return ["scores", "difficulty", *["datasets"] * several, *["lab"] * lab]


def _dataset(view: View) -> None:
    entries = view.catalogue.entries
    if entries:
        state.bind(
            Key.DATASET,
            st.selectbox,
            value=view.entry.id if view.entry else None,
            label=_("Dataset"),
            label_visibility="collapsed",
            options=list(entries),
            format_func=lambda id: translated(entries[id].label),
            placeholder=_("Choose a dataset"),
            width=210,
        )


def _systems(view: View) -> None:
    """Draw the chips of A and B, in their colours, and what swaps them."""
    look, colours = view.look, view.role_colours
    short = short_by_name(look.systems, _LONGEST_NAME)
    st.html(f"<style>{''.join(f'.st-key-chip-{role} {{ --c: {colour} }}' for role, colour in colours.items())}</style>")
    for role, key, mark in (("a", Key.SYSTEM, "A ●"), ("b", Key.OTHER, "B ■")):
        if (name := view.roles.get(role)) is None:
            continue
        with st.container(key=f"chip {role}", width=200):
            state.bind(
                key,
                st.selectbox,
                value=name,
                label=_("System A") if role == "a" else _("System B"),
                label_visibility="collapsed",
                options=[system for system in look.systems if role == "a" or system != view.a],
                format_func=lambda system, mark=mark: f"{mark} {short[system]}",
            )

    def swap() -> None:
        state.put(Key.SYSTEM, view.b)
        state.put(Key.OTHER, view.a)

    if view.b is not None:
        help = _("A and B change places, and differences their sign.")
        st.button("", icon=":material/swap_horiz:", key="swap", type="tertiary", help=help, on_click=swap)


@st.fragment
def _settings(view: View) -> None:
    """Draw the ⋯ of all pages; what it holds is made when it is opened."""
    tongue.begin()
    if_chosen_anew()
    popover = st.popover("⋯", type="tertiary", key="settings", on_change="rerun", help=_("Settings of all pages"))
    if not popover.open:
        return
    with popover:
        tongue.switch()
        look = view.found
        if look is None:
            return
        widgets.baselines_toggle(view)
        state.draw_input(
            # The browser holds what the choices are called: another language is another widget.
            f"unit {language()}",
            st.segmented_control,
            value=look.unit,
            changed=lambda chosen: state.put(Key.UNIT, None if chosen == AUTO else chosen),
            label=_("Intervals and tests draw"),
            options=units_offered(look.dataset),
            format_func=lambda one: translated(UNITS_DRAWN[one]),
            required=True,
            help=_(
                "Automatic: sentences, but documents or blocks of 25 where neighbouring sentences are right and "
                "wrong together."
            ),
        )
        if view.a is None:
            return
        chosen = state.get(Key.BUCKETS) or OWN_BUCKETS
        state.bind(
            Key.BUCKETS,
            st.selectbox,
            value=chosen,
            default=OWN_BUCKETS,
            label=_("Buckets of all attributes"),
            options=list(BUCKET_WAYS) if chosen in BUCKET_WAYS else [*BUCKET_WAYS, chosen],
            format_func=lambda way: translated(BUCKET_WAYS[way]) if way in BUCKET_WAYS else _("edited: {way}", way=way),
            help=_("Edges are set on the gold words; ties are never split."),
        )
        bucket_editor.editor(view)
        st.caption(_("Provenance"))
        st.code(look.diagnosis.signed(drawn_for(look.diagnosis, look.systems)), language=None, wrap_lines=True)
