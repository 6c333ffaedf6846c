"""The page of a report: one file, with all that it needs inside it, that asks no host for anything."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from cwsdiag import __version__
from cwsdiag.charts import theme
from cwsdiag.languages import _, language, lazy, translated
from cwsdiag.languages.visible import visible
from cwsdiag.report.html.program import data_json, packed_plotly, policy, safe_json, text_of
from cwsdiag.report.html.sections import data, problems, section, standings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jinja2 import Template

    from cwsdiag.report.bundle.contents import Contents
    from cwsdiag.report.html.sections import Section

# What a browser calls the language of a page.
_TAGS = {"en": "en", "zh": "zh-Hans"}
# What the page says by itself; places are filled where it is used.
_SAYS = {
    "contents": lazy("Contents"),
    "scores": lazy("Scores of all systems"),
    "sources": lazy("Where the numbers come from"),
    "origin": lazy("Where the numbers come from"),
    "proposed": lazy("Proposed by rules from the results; nobody has chosen them."),
    "note": lazy("Note"),
    "example": lazy("An example"),
    "hint": lazy("A click on a bucket opens its words."),
    "waiting": lazy("The chart is drawn …"),
    "noscript": lazy("Charts need JavaScript. All numbers stand in the tables."),
    "rows": lazy("All numbers: {n:,} rows"),
    "more_rows": lazy("{n:,} further rows are in {file}."),
    "signature": lazy("Which files, settings and version every number rests on; it comes again from the same."),
    "withheld": lazy("{dataset}: its gold is private, so no word and no boundary of it is shown."),
}
# What its program says.
_PROGRAM_SAYS = {
    "close": lazy("Close"),
    "none": lazy("No word of this bucket is wrong."),
    "more": lazy("and {n} further words"),
    "old": lazy("This browser cannot draw the chart. All numbers stand in the tables."),
}


def report_html(contents: Contents) -> str:
    """Return the page of a report, in the language of the moment; the same contents give the same text.

    Args:
        contents: the findings; where there is none, it has the scores of all systems.
    """
    signatures = _signatures(contents)
    sections = [
        section(entry, signatures[entry.exhibit.signature], number) for number, entry in enumerate(contents.entries)
    ]
    inks = {
        ground: {"text": theme.INK[ground], "ground": theme.HOVER_GROUND[ground], "line": theme.GOLD}
        for ground in theme.INK
    }
    needed = {**data(contents.entries), "inks": inks, "say": _said(_PROGRAM_SAYS)}
    made = _("{day}, cwsdiag {version}", day=contents.day, version=__version__)
    has_charts = any(one.height for one in sections)
    return _template().render(
        contents=contents,
        lang=_TAGS.get(language(), language()),
        policy=policy(with_charts=has_charts),
        version=__version__,
        font=Markup(theme.FONT),
        style=Markup(text_of("report.css")),
        made=made,
        say=_said(_SAYS),
        sections=sections,
        problems=problems(contents),
        withheld=contents.withheld,
        standings=[standings(look) for look in contents.looks],
        signatures=[(id, signature) for signature, id in signatures.items()],
        data=Markup(data_json(needed)),
        charts=Markup(_charts(sections)),
        plotly=Markup(packed_plotly()) if has_charts else "",
        program=Markup(text_of("report.js")),
    )


def _charts(sections: Sequence[Section]) -> str:
    return f"[{','.join(safe_json(one.chart_json) or 'null' for one in sections)}]"


def _signatures(contents: Contents) -> dict[str, str]:
    """Return the places that say where numbers come from: an id for each signature."""
    of_entries = [entry.exhibit.signature for entry in contents.entries]
    every = dict.fromkeys([*(look.diagnosis.signature for look in contents.looks), *of_entries])
    return {signature: f"source-{number}" for number, signature in enumerate(every, start=1)}


def _said(texts: Mapping[str, str]) -> dict[str, str]:
    return {name: translated(text) for name, text in texts.items()}


def _all_to_be_seen(value: Any) -> Any:
    # Drawings are no plain texts: they have seen to it themselves.
    return visible(value, keep="\n\t") if type(value) is str else value


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True, finalize=_all_to_be_seen
    )
    return environment.from_string(text_of("report.html.j2"))
