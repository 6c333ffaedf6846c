"""The style sheet of what the dashboard draws itself; colours of results come from the figures' theme.

Neutral parts are mixed from the text's own colour, so that they fit the light theme, the dark one, and paper.
"""

from __future__ import annotations

from cwsdiag.charts import theme

# Pages are drawn into the container "page": by its name rules reach what is theirs.
_FRAME = """
.stMainBlockContainer {
  padding: 2.6rem 2.2rem 0; max-width: 160rem;
  @media (max-width: 768px) { padding: 4rem 1.2rem 0; }
}
.st-key-page { padding-bottom: 3rem; }
.st-key-page h1 { font-size: 1.7rem; padding: 0 0 .35rem; }
.st-key-page h2 { font-size: 1.2rem; padding: .6rem 0 .2rem; }
/* As high as the inputs it stands beside. */
.st-key-choose-show button, .st-key-choose-order [role=radiogroup] button { min-height: 2.5rem; }
/* Prose beside a button far right: as wide as it would be, it would open over the side bar. */
.st-key-beginning, .st-key-leaving { width: 28rem; }
"""

# From a projector at 1024 pixels, or 2048 at a zoom of 200 %, to large screens: figures grow, lines of text less.
_WIDTHS = """
:is(.cw-lead, .cw-said, .cw-note, .cw-box) { max-width: 88rem; }
/* What is chosen and pressed goes to the next line where it has no room: no choice hidden, no word cut. */
.st-key-page :is([role=radiogroup], [role=group]) { flex-wrap: wrap; }
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

# On paper: no side bar, nothing that is operated, and all of the page, not only what fits the screen. Figures keep the
# width that they have on the screen, so all is made smaller: those of a window of 1600 pixels fit A4.
_PRINT = """
@page { margin: 1cm; }
@media print {
  section:has(.st-key-doors), header, [class*="st-key-controls"] { display: none; }
  /* All that the page stands in. */
  :has(.st-key-page) { position: static; overflow: visible; height: auto; display: block; }
  .stMainBlockContainer { padding: 0; max-width: none; zoom: .55; }
  .st-key-signature :is(pre, code) { white-space: pre-wrap !important; overflow-wrap: anywhere; overflow: visible; }
  h2.cw-word { break-after: avoid; }
  .js-plotly-plot, .cw-ribbon, .cw-hard { break-inside: avoid; }
}
/* Texts of the dark theme are light, on paper too: there they are turned. */
@media print and (prefers-color-scheme: dark) {
  #root { filter: invert(1) hue-rotate(180deg); }
  #root :has(.st-key-page) { background: #000 !important; }
}
"""

# All links and four choices fit a projector's 720 pixels without scrolling.
_SIDEBAR = """
[data-testid=stSidebarHeader] { height: 1.9rem; padding-block: .15rem; margin-bottom: 0; }
[data-testid=stSidebarUserContent] { padding: 0 0 .6rem; }
.st-key-doors > div { margin-block: 0 !important; }
.st-key-doors a { padding-block: 0; margin-block: 0; min-height: 0; height: 1.32rem; }
.cw-group { font-size: .78rem; line-height: 1; opacity: .75; margin: .3rem 0 .1rem .5rem; }
"""

_TEXTS = f"""
.cw-lead {{ font-size: 1.18rem; line-height: 1.45; margin: 0; overflow-wrap: anywhere; text-wrap: pretty; }}
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
.cw-facts {{ display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; font-size: .88rem; margin: 0; }}
.cw-file {{ display: flex; gap: .6rem; align-items: baseline; flex-wrap: wrap; overflow-wrap: anywhere; }}
.cw-file b {{ font-size: 1.02rem; }}
.cw-role {{
  font-size: .74rem; border-radius: .3rem; padding: .05rem .45rem; color: #fff; background: {theme.LABEL};
}}
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

_LEGEND = f"""
.cw-legend {{
  display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; font-size: .84rem; margin: .1rem 0 .3rem; align-items: center;
}}
.cw-key {{ display: inline-block; width: 1.3em; height: .95em; vertical-align: -.12em; margin-right: .2em; }}
.cw-key.bad {{
  border: 1.5px solid; border-radius: .3em; background: repeating-linear-gradient(
    135deg, color-mix(in srgb, currentColor 34%, transparent) 0 3px, transparent 3px 7px);
}}
.cw-key.extra {{ width: 4px; background: currentColor; border-radius: 2px; margin: 0 .5em; }}
.cw-key.missing {{ width: 0; border-left: 2px dashed; margin: 0 .5em; }}
.cw-key.mark {{ width: auto; height: auto; vertical-align: 0; }}
.cw-key.worst {{ color: {theme.WORST}; font-size: 1.3em; line-height: 0; }}
.cw-key.share {{ background: {theme.SHARE}; }}
.st-key-agreement {{
  display: grid; grid-template-columns: max-content minmax(0, 2fr) minmax(0, 3fr); gap: .5rem .8rem;
  align-items: center;
  > :first-child {{ grid-column: 2; }}
  > :nth-child(-n + 2) {{ text-align: center; }}
  > * {{ width: 100%; min-width: 0; }}
  button {{ padding-inline: .3rem; }}
}}
.cw-key.strip {{ background: {theme.STRIP}; }}
.cw-gold, .cw-name-gold {{ --c: {theme.GOLD}; }}
.cw-system, .cw-name-gold {{ border-left: 4px solid var(--c); padding-left: .4em; overflow-wrap: anywhere; }}
/* A and B bear their marks, as in figures; what has a colour of its own is told it where it stands. */
.cw-name-a, .cw-name-b {{ border-left: 0; padding-left: 0; }}
.cw-name-a::before, .cw-name-b::before {{
  content: ""; display: inline-block; flex: none; width: .72em; height: .72em; margin-right: .4em;
  background: var(--c); print-color-adjust: exact;
}}
.cw-name-a::before {{ border-radius: 50%; }}
"""

# Rows of a ribbon lie over each other on one cell of the grid. Within a line of text, row k stands k heights lower.
# A word's box is drawn on its characters: f is its first, l its last. x has a boundary that gold lacks before it, at m
# gold has one that is missing here; h was searched for; u cannot be seen. The labels beside are repeated for every
# line, more often than needed: their column is as high as the lanes and cuts the rest off.
_RIBBON = """
.cw-ribbon {
  --h: 1.62em; --w: 1.5em; --line: calc(var(--rows) * var(--h) + .45em);
  display: grid; grid-template-columns: auto minmax(0, 1fr); column-gap: .6em; margin: 0 0 .2em; direction: ltr;
}
.cw-ribbon.cw-large > div { font-size: 1.4em; }
.cw-names { height: 0; min-height: 100%; overflow: hidden; user-select: none; }
.cw-names div { height: var(--line); }
.cw-names span { display: flex; align-items: center; height: calc(var(--h) - 3px); margin-bottom: 3px; }
.cw-names span small { font-size: .72em; line-height: 1; opacity: .8; }
.cw-lanes { display: grid; line-height: var(--line); }
.cw-lane { grid-area: 1 / 1; position: relative; top: calc(var(--row) * var(--h)); pointer-events: none; }
.cw-lane .s { display: inline-block; vertical-align: top; max-width: 100%; }
.cw-lane b { font-size: 0; line-height: 0; }
.cw-lane i {
  display: inline-block; vertical-align: top; box-sizing: border-box; position: relative; font-style: normal;
  width: var(--w); height: calc(var(--h) - 3px); line-height: calc(var(--h) - 6px); text-align: center;
  white-space: pre; overflow: clip; overflow-clip-margin: 6px;
  border: 0 solid color-mix(in srgb, currentColor 45%, transparent); border-width: 1.5px 0; pointer-events: auto;
}
.cw-lane i.f {
  margin-left: 1.5px; width: calc(var(--w) - 1.5px); border-left-width: 1.5px; border-radius: .4em 0 0 .4em;
}
.cw-lane i.l {
  margin-right: 1.5px; width: calc(var(--w) - 1.5px); border-right-width: 1.5px; border-radius: 0 .4em .4em 0;
}
.cw-lane i.f.l { width: calc(var(--w) - 3px); border-radius: .4em; }
.cw-lane .bad i {
  border-color: var(--c); background: repeating-linear-gradient(
    135deg, color-mix(in srgb, var(--c) 36%, transparent) 0 3px, color-mix(in srgb, var(--c) 17%, transparent) 3px 7px);
}
.cw-lane .off i { border-style: dotted; opacity: .45; }
/* One way to cut among several, each a ribbon of its own: what not all of them have stands out, none is wrong. */
.cw-ribbon.cw-alone { grid-template-columns: minmax(0, 1fr); margin: 0; }
.cw-lane .apart i {
  border-color: currentColor; background: color-mix(in srgb, currentColor 12%, transparent);
}
.cw-lane i.x, .cw-lane i.m { overflow: visible; }
.cw-lane i.x::before {
  content: ""; position: absolute; left: -5px; top: -4px; bottom: -4px; width: 4px; border-radius: 2px;
  background: var(--c);
}
.cw-lane i.m::before {
  content: ""; position: absolute; left: -1px; top: 0; bottom: 0; border-left: 2px dashed var(--c);
}
.cw-lane i.h { font-weight: 700; text-decoration: underline; text-decoration-thickness: 2px; }
.cw-lane i.u::after {
  content: ""; position: absolute; inset: 28% 34%; border: 1px dotted; border-radius: 2px; opacity: .75;
}
.cw-lane .aim i { border-color: currentColor; border-top-width: 2.5px; border-bottom-width: 2.5px; font-weight: 700; }
/* The focus is drawn on the characters: the word's own box lies in the middle of the line, whatever its row. */
.cw-lane [tabindex]:focus-visible { outline: none; }
.cw-lane [tabindex]:focus-visible i { border-color: currentColor; border-top-width: 3px; border-bottom-width: 3px; }
.cw-lane [tabindex]:focus-visible i.f { border-left-width: 3px; }
.cw-lane [tabindex]:focus-visible i.l { border-right-width: 3px; }
/* What a word says stands under it, or where there is room; without anchors it hangs from its first character. */
.cw-lane [aria-description] { position: relative; }
:is(.cw-lane, .cw-hard) [aria-description]:is(:hover, :focus)::after {
  content: attr(aria-description); position: absolute; left: 0; top: calc(var(--h, 100%) + 2px); z-index: 1000;
  box-sizing: border-box; width: max-content; max-width: 30rem; padding: .5rem .8rem; border-radius: .5rem;
  background: light-dark(#fff, #1b242e); color: light-dark(#1b2733, #e6edf3); border: 1px solid #7d8894;
  box-shadow: 0 3px 14px rgba(0, 0, 0, .22); font-size: .86rem; font-weight: 400; line-height: 1.5;
  white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 11rem; pointer-events: none;
}
@supports (position-try-fallbacks: flip-inline) and (left: anchor(left)) {
  .cw-lane [aria-description] { position: static; anchor-scope: --word; }
  .cw-hard .w { position: static; anchor-scope: --word; }
  .cw-lane [aria-description]:is(:hover, :focus) i:first-child { anchor-name: --word; }
  .cw-hard .w:is(:hover, :focus) .c { anchor-name: --word; }
  :is(.cw-lane, .cw-hard) [aria-description]:is(:hover, :focus)::after {
    position: fixed; position-anchor: --word; left: anchor(left); top: calc(anchor(bottom) + 2px);
    position-try-fallbacks: flip-inline, flip-block, flip-block flip-inline;
  }
}
.cw-key.off { border: 1.5px dotted; border-radius: .3em; opacity: .6; }
@media print { .cw-ribbon * { print-color-adjust: exact; } .cw-lane :focus::after { display: none; } }
"""

# A sentence with a bar over each word, as high as the word is hard; below it its characters, then what A and B made of
# it.
_HARD = f"""
.cw-hard, .cw-hard-key {{ --hard: light-dark({theme.HARD["light"]}, {theme.HARD["dark"]}); }}
.cw-hard {{ --bar: 4.6rem; --c-size: 1.55rem; margin: .3rem 0 .2rem; direction: ltr; line-height: 1; }}
.cw-hard-largest {{ --bar: 6rem; --c-size: 2.3rem; }}
.cw-hard-long {{ --bar: 3.6rem; --c-size: 1.2rem; }}
.cw-hard b {{ font-size: 0; line-height: 0; }}
.cw-hard .w {{
  display: inline-flex; flex-direction: column; vertical-align: top; margin: 0 1.5px .7rem; position: relative;
  border-radius: .35em; min-width: 1.9rem;
}}
.cw-hard-long .w {{ min-width: 1.55rem; margin-inline: 1px; }}
.cw-hard .d {{
  display: flex; flex-direction: column; justify-content: flex-end; height: calc(var(--bar) + 1.05rem);
  border-bottom: 2px solid color-mix(in srgb, currentColor 55%, transparent); user-select: none;
}}
.cw-hard .d i {{
  font-style: normal; font-size: .74rem; line-height: 1.05rem; text-align: center; font-variant-numeric: tabular-nums;
  opacity: .85;
}}
.cw-hard .d u {{
  display: block; height: calc(var(--bar) * var(--d) / 100); border-radius: .3rem .3rem 0 0; text-decoration: none;
  background: color-mix(in srgb, var(--hard) calc(25% + .75 * var(--d) * 1%), transparent);
}}
.cw-hard .c {{
  font-size: var(--c-size); line-height: 1.45; text-align: center; padding: 0 .08em; white-space: pre;
  background: color-mix(in srgb, var(--hard) calc(.3 * var(--d) * 1%), transparent);
}}
.cw-hard .m {{ display: flex; flex-direction: column; gap: 1px; user-select: none; }}
.cw-hard .m i {{
  font-style: normal; font-size: .74rem; line-height: 1.05rem; text-align: center; border-radius: .2rem;
}}
.cw-hard .m .right, .cw-hard .m .off {{ opacity: .6; }}
.cw-hard .m .wrong {{
  font-weight: 700; background: color-mix(in srgb, var(--c) 26%, transparent);
  box-shadow: inset 0 0 0 1.5px var(--c);
}}
.cw-hard .w:focus-visible {{ outline: 3px solid var(--hard); outline-offset: 1px; }}
.cw-hard-key {{ background: linear-gradient(90deg, color-mix(in srgb, var(--hard) 25%, transparent), var(--hard)); }}
@media print {{ .cw-hard * {{ print-color-adjust: exact; }} .cw-hard .w:focus::after {{ display: none; }} }}
"""

# Save and Pin, over the corner of what they keep: there for who points at it or comes to it by the keyboard, and where
# nobody can point.
_CORNERS = f"""
.st-key-corners {{ position: absolute; height: 0; overflow: hidden; }}
/* Not by a class of our own: Streamlit writes the classes of what it draws anew, and ours would be gone. */
.st-key-page :has(> .cw-corner) {{ position: relative; }}
.cw-corner {{
  position: absolute; top: 2px; right: 2px; z-index: 90; display: flex; gap: 2px; opacity: 0;
  transition: opacity .12s;
}}
:is(:hover, :focus-within) > .cw-corner {{ opacity: 1; }}
@media (hover: none) {{ .cw-corner {{ opacity: 1; }} }}
.cw-corner button {{
  width: 1.75rem; height: 1.75rem; padding: .25rem; border-radius: .4rem; cursor: pointer;
  border: 1px solid color-mix(in srgb, currentColor 22%, transparent);
  background: light-dark(#fff, #1b242e); color: inherit;
}}
.cw-corner button:hover {{ border-color: {theme.ACCENT}; color: {theme.ACCENT}; }}
.cw-corner button:focus-visible {{ outline: 2px solid {theme.ACCENT}; outline-offset: 1px; }}
.cw-corner svg {{
  display: block; width: 100%; height: 100%; fill: none; stroke: currentColor; stroke-width: 1.8;
  stroke-linecap: round; stroke-linejoin: round;
}}
/* Beside Streamlit's own buttons over a table, and beside a line of text. */
.cw-corner.cw-of-table {{ top: -1.85rem; right: 7rem; }}
.cw-corner.cw-of-headline {{ top: -1.6rem; }}
.cw-both {{ border-collapse: collapse; font-size: .88rem; margin: .2rem 0; }}
.cw-both :is(th, td) {{ padding: .1rem 1rem .1rem 0; text-align: right; font-variant-numeric: tabular-nums; }}
.cw-both :is(th, td):first-child {{ text-align: left; }}
@media print {{ .cw-corner {{ display: none; }} }}
"""

# One long line, which scrolls where it is: what it stands in is not made as wide as it.
_SIGNATURE = """
.st-key-signature { contain: inline-size; }
.st-key-signature pre { font-size: .74rem; padding: .35rem .7rem; opacity: .8; }
"""

SHEET = f"<style>{_SIGNATURE}{_FRAME}{_WIDTHS}{_SIDEBAR}{_TEXTS}{_LEGEND}{_HARD}{_RIBBON}{_CORNERS}{_PRINT}</style>"
