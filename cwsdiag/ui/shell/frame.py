"""What stands over every page, and the style sheet of what the dashboard draws itself.

Neutral parts are mixed from the text's own colour, so that they fit the light theme, the dark one, and paper.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from cwsdiag import buckets
from cwsdiag.baselines import clash
from cwsdiag.charts import theme
from cwsdiag.charts.layout import short_by_name
from cwsdiag.errors import SettingError
from cwsdiag.languages import _, language, translated
from cwsdiag.resampling import AUTO
from cwsdiag.ui import state
from cwsdiag.ui.data import boards, project_data
from cwsdiag.ui.host import who
from cwsdiag.ui.shell import navigation, pins, widgets
from cwsdiag.ui.shell.in_place import if_chosen_anew, stands
from cwsdiag.ui.shell.view import BUCKET_WAYS, OWN_BUCKETS, SWITCH, View, select
from cwsdiag.ui.state import Key
from cwsdiag.views.wording import UNITS_DRAWN, units_offered, units_resampled

# Pages are drawn into the container "page": by its name rules reach what is theirs.
_FRAME = """
.stMainBlockContainer {
  padding: .4rem 2.2rem 0; max-width: 160rem;
  @media (max-width: 768px) { padding: .4rem 1.2rem 0; }
}
.st-key-page { padding-bottom: 3rem; }
.st-key-page h1 { font-size: 1.7rem; padding: 0 0 .35rem; }
.st-key-page h2 { font-size: 1.2rem; padding: .6rem 0 .2rem; }
/* As high as the inputs it stands beside. */
.st-key-choose-show button, .st-key-choose-order [role=radiogroup] button { min-height: 2.5rem; }
/* What the first page shows of the sample, behind what one does there. */
.st-key-living { opacity: .5; }
:is(.st-key-controls-views, .st-key-controls-lab) [role=radiogroup] button { min-height: 2.5rem; }
"""

# From a projector at 1024 pixels, or 2048 at a zoom of 200 %, to large screens: figures grow, lines of text less.
_WIDTHS = """
:is(.cw-lead, .cw-said, .cw-note, .cw-box) { max-width: 88rem; }
/* What is chosen and pressed goes to the next line where it has no room: no choice hidden, no word cut. */
.st-key-page :is([role=radiogroup], [role=group]:not(:has(input))) { flex-wrap: wrap; }
.st-key-page button[kind] :is(p, div) {
  white-space: normal; overflow: visible; text-overflow: clip; overflow-wrap: normal; word-break: keep-all;
}
/* Charts beside each other follow each other where their texts would overlap. */
@media screen and (max-width: 1000px) {
  .st-key-page [data-testid=stHorizontalBlock]:has(.js-plotly-plot) { flex-wrap: wrap; > div { min-width: 100%; } }
}
/* The accent, in which Streamlit writes what is chosen, is too dark to be read on the dark ground. */
[role=radiogroup] > button[aria-checked=true] { color: inherit !important; }
"""

# On paper: nothing that is operated, and all of the page, not only what fits the screen. Figures keep the
# width that they have on the screen, so all is made smaller: those of a window of 1600 pixels fit A4.
_PRINT = """
@page { margin: 1cm; }
@media print {
  .st-key-navigation, .st-key-chips, header, [class*="st-key-controls"] { display: none; }
  /* All that the page stands in. */
  :has(.st-key-page) { position: static; overflow: visible; height: auto; display: block; }
  .stMainBlockContainer { padding: 0; max-width: none; zoom: .55; }
  h2.cw-word { break-after: avoid; }
  .js-plotly-plot { break-inside: avoid; }
}
/* Texts of the dark theme are light, on paper too: there they are turned. */
@media print and (prefers-color-scheme: dark) {
  #root { filter: invert(1) hue-rotate(180deg); }
  #root :has(.st-key-page) { background: #000 !important; }
}
"""

# The line of links and that of chips are low: a figure stands on the first screen.
_TOP = """
.st-key-navigation { border-bottom: 1px solid color-mix(in srgb, currentColor 16%, transparent); }
.st-key-navigation, .st-key-chips { margin-bottom: -.5rem; }
.st-key-navigation a { padding: .1rem .5rem; }
.st-key-chips [role=group] { min-height: 0; height: 2rem; font-size: .9rem; }
.st-key-navigation a[aria-current] p { font-weight: 600; }
.st-key-settings { margin-left: auto; }
/* The ⋯ of an exhibit takes no more than it needs. */
[class*="-beside"] { flex-wrap: nowrap; > :last-child { flex: none; width: auto; } }
:is(.st-key-chip-a, .st-key-chip-b) { border-left: 4px solid var(--c); border-radius: .3rem; padding-left: .3rem; }
"""

_TEXTS = f"""
.cw-lead {{ font-size: 1.12rem; line-height: 1.4; margin: 0; overflow-wrap: anywhere; text-wrap: pretty; }}
:is(.cw-lead, .cw-word) details {{ display: inline; font-size: .86rem; font-weight: 400; }}
:is(.cw-lead, .cw-word) summary {{ display: inline; cursor: pointer; opacity: .7; list-style: none; padding: 0 .4rem; }}
.cw-said {{ margin: 0; overflow-wrap: anywhere; }}
.cw-note {{ font-size: .86rem; opacity: .78; margin: 0; overflow-wrap: anywhere; }}
.cw-box {{
  border-left: 4px solid var(--c); border-radius: .3rem; padding: .45rem .8rem; white-space: pre-line;
  overflow-wrap: anywhere; background: color-mix(in srgb, var(--c) 9%, transparent);
}}
.cw-box b {{ display: block; }}
.cw-error {{ --c: {theme.WORST}; }}
.cw-warning {{ --c: {theme.WARNING}; }}
.cw-info {{ --c: {theme.ACCENT}; }}
[class*=st-key-card] button {{ text-align: left; min-height: 0; padding: 0; }}
.cw-glance {{ display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: 0; font-size: 1.1rem; }}
.cw-glance span {{ max-height: 3.2em; overflow: hidden; overflow-wrap: anywhere; }}
.cw-said code {{ font-size: .86em; }}
.cw-preview {{ margin: .2rem 0 0; line-height: 2; }}
.cw-preview span {{
  display: inline-block; line-height: 1.5; padding: 0 .32em; margin-right: .1em; border-radius: .35em;
  border: 1px solid color-mix(in srgb, currentColor 32%, transparent);
}}
.cw-preview mark {{
  color: inherit; font-weight: 700; border-radius: .2em;
  background: color-mix(in srgb, {theme.WARNING} 38%, transparent);
}}
.st-key-page p.cw-example {{ margin: 0 0 .15rem; line-height: 1.75; }}
.st-key-page p.cw-side {{
  margin: .2rem 0 0; border-bottom: 1px solid {theme.FAINT}; overflow-wrap: anywhere;
}}
.st-key-page p.cw-cut {{ margin: .5rem 0 0; font-size: .92rem; overflow-wrap: anywhere; }}
.cw-side small, .cw-cut small {{ font-size: .8rem; opacity: .78; margin-left: .5rem; white-space: nowrap; }}
.st-key-page h2.cw-word {{ padding: 0; margin: 0; overflow-wrap: anywhere; }}
h2.cw-word small {{ font-size: .86rem; font-weight: 400; opacity: .78; margin-left: .6rem; }}
"""

# The list, what pages it, and the drawing of the sentence.
_SENTENCES = """
@media screen and (min-width: 60rem) {
  .st-key-sentences {
    display: grid; gap: .3rem 1.6rem; grid-template: auto auto 1fr / minmax(0, 2fr) minmax(0, 3fr);
    align-items: start;
    > :nth-child(1) { grid-area: 1 / 1 / 3 / 2; }
    > :nth-child(2) { grid-area: 3 / 1; }
    > :nth-child(n + 3) { grid-column: 2; }
    > :nth-child(4) { grid-row: 2 / 4; }
  }
}
"""

SHEET = f"<style>{_FRAME}{_WIDTHS}{_TOP}{_TEXTS}{_SENTENCES}{_PRINT}</style>"

# Of a system, in a chip.
_LONGEST_NAME = 18
_PROBLEM = "problem of the edited edges"


def top(current: str, home: Any = None) -> None:
    """Draw it, once what is selected was checked.

    Args:
        current: the page that is shown.
        home: the page at /, where that is shown: the link to the screen that stands there is marked.
    """
    view = select()
    stands()
    at_home = {} if home is None else {"files" if view.entry is None else "summary": home}
    navigation.links(_more(view), len(pins.findings()), at_home)
    with st.container(key="chips", horizontal=True, gap="small", vertical_alignment="center"):
        _dataset(view)
        if view.a is not None and navigation.PAGES[current].names_systems:
            _systems(view)
        _settings(view)


def _more(view: View) -> list[str]:
    """Return the pages behind More: those that have something to show here."""
    several = project_data.studied(view.catalogue, view.entry) is not None
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
    chips = ((Key.SYSTEM, _("System A"), "A ●"), (Key.OTHER, _("System B"), "B ■"))
    for (role, name), (key, label, mark) in zip(view.roles.items(), chips, strict=False):
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
            options=list(dict.fromkeys([*BUCKET_WAYS, chosen])),
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
        if chosen not in (*BUCKET_WAYS, way):
            cut = f"edges:{chosen.replace(' ', '').replace('，', ',')}"
            try:
                buckets.ways(f"{key}={cut}", [key])
            except SettingError as error:
                st.session_state[_PROBLEM] = chosen, error.problem
                return
        # Indices mean other buckets now.
        for stale in (Key.BUCKET, Key.WHERE):
            state.put(stale, None)
        state.put(Key.BUCKETS, with_way(notation, key, cut))

    state.draw_input(
        "edited way",
        st.selectbox,
        value=shown,
        changed=choose,
        label=_("Cut into"),
        options=list(dict.fromkeys([*BUCKET_WAYS, shown])),
        format_func=lambda one: translated(BUCKET_WAYS.get(one, one.removeprefix("edges:"))),
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


def with_way(notation: str, key: str, way: str | None) -> str | None:
    """Return a notation in which an attribute is cut this way; None for its own way, and for nothing left to say."""
    parts = [part for part in notation.split(";") if part and not part.startswith(f"{key}=")]
    return ";".join([*parts, *([] if way is None else [f"{key}={way}"])]) or None
