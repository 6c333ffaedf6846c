"""What stands over every page: the line of links, dataset, A and B as chips, and the settings of all pages behind ⋯."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag import buckets
from cwsdiag.baselines import clash
from cwsdiag.charts.layout import short_by_name
from cwsdiag.errors import SettingError
from cwsdiag.languages import _, language, translated
from cwsdiag.resampling import AUTO
from cwsdiag.ui.data import boards, project_data
from cwsdiag.ui.host import who
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import navigation, state, widgets
from cwsdiag.ui.shell.in_place import if_chosen_anew, stands
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import BUCKET_WAYS, OWN_BUCKETS, SWITCH, select
from cwsdiag.views.wording import UNITS_DRAWN, units_offered, units_resampled

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View

# Of a system, in a chip.
_LONGEST_NAME = 22
_PROBLEM = "problem of the edited edges"
_OFFERED = [OWN_BUCKETS, "classes", *(f"equal:{number}" for number in range(1, 21))]


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
    systems = view.look.systems
    short = short_by_name(systems, _LONGEST_NAME)
    colours = "".join(f".st-key-chip-{role} {{ --c: {view.colours[name]} }}" for role, name in view.roles.items())
    st.html(f"<style>{colours}</style>")
    chips = (("a", Key.SYSTEM, _("System A"), "A ●"), ("b", Key.OTHER, _("System B"), "B ■"))
    for role, key, label, mark in chips:
        if (name := view.roles.get(role)) is None:
            continue
        with st.container(key=f"chip {role}", width=200):
            state.bind(
                key,
                st.selectbox,
                value=name,
                label=label,
                label_visibility="collapsed",
                options=[system for system in systems if role == "a" or system != view.a],
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
    state.speak_language()
    if_chosen_anew()
    popover = st.popover("⋯", type="tertiary", key="settings", on_change="rerun", help=_("Settings of all pages"))
    if not popover.open:
        return
    with popover:
        state.language_button()
        look, entry = view.found, view.entry
        if look is None or entry is None:
            return
        complaint = clash(file.name for file in entry.files.systems)
        state.bind(
            Key.BASELINES,
            st.toggle,
            value=view.where.baselines,
            to_text=SWITCH.__getitem__,
            default=entry.files.baselines,
            label=_("BASE and TOP"),
            help=_("Not here: {complaint}", complaint=translated(complaint))
            if complaint
            else _(
                "More systems on all pages: maximum matching with the words of the training data (BASE), and with "
                "those of gold (TOP); the majority of three systems or more at each boundary (VOTE)."
            ),
            disabled=bool(complaint),
        )
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
        _bucket_editor(view)
        st.caption(_("Provenance"))
        st.code(look.diagnosis.signed(units_resampled(look.diagnosis, look.systems)), language=None, wrap_lines=True)


def _bucket_editor(view: View) -> None:
    """Draw the choice of an attribute and of how it is cut: their number, three classes, or edges of one's own.

    What is chosen goes into the selection at once, in the notation of ``cwsdiag.buckets``, and every page follows.
    """
    defined = {
        one.attribute.key: one
        for one in view.look.diagnosis.attributes
        if not one.undefined and not one.attribute.categorical
    }
    key = st.selectbox(
        _("Attribute"),
        list(defined),
        format_func=lambda k: translated(defined[k].attribute.label),
        # The browser holds what the choice is called.
        key=f"edited attribute {language()}",
    )
    notation = state.get(Key.BUCKETS) or ""
    named = [name for name, sign, _way in (part.partition("=") for part in notation.split(";")) if sign]
    way = (buckets.ways(notation, [key, *named]).get(key) if notation else None) or OWN_BUCKETS
    # Edges of one's own could single out a word, which a private gold must not show.
    own_edges = not view.withholds_gold
    # What was typed and cannot be used stays to be mended.
    shown, problem = st.session_state.pop(_PROBLEM, (way, ""))

    def choose(chosen: str) -> None:
        cut = None if chosen == OWN_BUCKETS else chosen
        if chosen not in (*_OFFERED, way):
            cut = f"edges:{chosen.replace(' ', '').replace('，', ',')}"
            try:
                buckets.ways(f"{key}={cut}", [key])
            except SettingError as error:
                st.session_state[_PROBLEM] = chosen, error.problem
                return
        # Indices mean other buckets now.
        for stale in (Key.BUCKET, Key.WHERE):
            state.put(stale, None)
        state.put(Key.BUCKETS, with_way(state.get(Key.BUCKETS), key, cut))

    state.draw_input(
        "edited way",
        st.selectbox,
        value=shown,
        changed=choose,
        label=_("Cut into"),
        options=_OFFERED if shown in _OFFERED else [*_OFFERED, shown],
        format_func=lambda one: one if problem and one == shown else _way_text(one),
        accept_new_options=own_edges,
        help=_(
            "Or type edges of your own: increasing numbers, separated by commas, such as 0.1, 0.5. A bucket holds "
            "values above its lower edge, up to and including its upper one."
        )
        if own_edges
        else None,
    )
    if problem:
        widgets.box("error", problem)


def with_way(notation: str | None, key: str, way: str | None) -> str | None:
    """Return a notation in which an attribute is cut this way; None for its own way, and for nothing left to say."""
    parts = [part for part in (notation or "").split(";") if part and not part.startswith(f"{key}=")]
    return ";".join([*parts, *([] if way is None else [f"{key}={way}"])]) or None


def _way_text(way: str) -> str:
    name, _colon, argument = way.partition(":")
    if way in BUCKET_WAYS:
        return translated(BUCKET_WAYS[way])
    return _("{n} of equal count", n=argument) if name == "equal" else argument or way
