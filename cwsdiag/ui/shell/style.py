"""The style sheet of what the dashboard draws itself; colours of results come from the figures' theme.

Neutral parts are mixed from the text's own colour, so that they fit the light theme, the dark one, and paper.
"""

from __future__ import annotations

from cwsdiag.charts import theme

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
.cw-facts {{ display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; font-size: .88rem; margin: 0; }}
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

# The list, what pages it, what is said of the sentence, and its drawing.
_SENTENCES = """
.st-key-said-of-the-sentence { flex-wrap: nowrap; }
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
