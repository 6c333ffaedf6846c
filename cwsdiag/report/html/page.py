"""The page of a report: one file, with all that it needs inside it, that asks no host for anything."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from cwsdiag import __version__
from cwsdiag.charts import theme
from cwsdiag.charts.layout import plotly_program
from cwsdiag.charts.theme import PAGE
from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.exhibits.registry import made
from cwsdiag.frames import bucket_name, records
from cwsdiag.languages import _, language, lazy, translated
from cwsdiag.languages.visible import visible
from cwsdiag.output import Table
from cwsdiag.report.documents import Document, to_json
from cwsdiag.views.look import Look
from cwsdiag.views.wording import left_out_sentence, on_page

if TYPE_CHECKING:
    from cwsdiag.findings import Shown
    from cwsdiag.report.contents import Contents

# What a browser calls the language of a page.
_TAGS = {"en": "en", "zh": "zh-Hans"}
# Texts of the page itself; places are filled where they are used.
_SAYS = {
    "contents": lazy("Contents"),
    "scores": lazy("Scores of all systems"),
    "sources": lazy("Where the numbers come from"),
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
# Texts of its program.
_PROGRAM_SAYS = {
    "close": lazy("Close"),
    "none": lazy("No word of this bucket is wrong."),
    "more": lazy("and {n} further words"),
    "old": lazy("This browser cannot draw the chart. All numbers stand in the tables."),
}
_FOLDER = Path(__file__).parent
# What ends a script or begins a comment in HTML, and the ends of lines that JSON allows and old scripts do not.
_UNSAFE = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}
# Rows of a table; of longer ones the rest is in its file. One of more than so many is folded up.
MOST_ROWS, UNFOLDED = 60, 12
# Words of a bucket that are listed: what one reads, and what keeps a report small.
MOST_LISTED = 12
# Kinds whose marks say in their customdata which attribute and bucket they are of.
_OF_BUCKETS = ("self", "compare", "extremes")
# A ribbon in the page: as wide as its text, in type that is read without leaning forward.
_WIDTH = 860
_SIZE = replace(PAGE, width=_WIDTH)
# SVG in HTML needs no name of its language, and the name looks like another host.
_NAMESPACE = re.compile(r' xmlns="[^"]*"')


def report_html(contents: Contents) -> str:
    """Return the page of a report, in the language of the moment; the same contents give the same text.

    Args:
        contents: the findings; where there is none, it has the scores of all systems.
    """
    every = [*(look.diagnosis.signature for look in contents.looks),
             *(entry.exhibit.signature for entry in contents.entries)]  # fmt: skip
    signatures = {signature: f"source-{number}" for number, signature in enumerate(dict.fromkeys(every), start=1)}
    sections = [
        _section(entry, signatures[entry.exhibit.signature], number=number, file=f"tables/{stem}.csv")
        for number, (stem, entry) in enumerate(zip(contents.stems, contents.entries, strict=True), start=1)
    ]
    inks = {
        ground: {"text": theme.INK[ground], "ground": theme.HOVER_GROUND[ground], "line": theme.GOLD}
        for ground in theme.INK
    }
    charts = [one["parts"].get("figure") for one in sections]
    has_charts = any(charts)
    data = {**_words(contents.entries), "inks": inks, "say": _in_language(_PROGRAM_SAYS)}
    return _template().render(
        contents=contents,
        lang=_TAGS.get(language(), language()),
        policy=_policy(with_charts=has_charts),
        version=__version__,
        font=Markup(theme.FONT),
        style=Markup(_file("report.css")),
        made=_("{day}, cwsdiag {version}", day=contents.day, version=__version__),
        say=_in_language(_SAYS),
        sections=sections,
        problems=[(name, on_page(error)) for name, error in (*contents.missing, *contents.unread)],
        scores=[made(look, "scores", {}) for look in contents.looks],
        left_out_sentence=left_out_sentence,
        grid=grid,
        signatures=signatures,
        data=_script(data),
        charts=_script(charts),
        plotly=Markup(_packed_plotly()) if has_charts else "",
        program=Markup(_file("report.js")),
    )


def _in_language(texts: Mapping[str, str]) -> dict[str, str]:
    return {name: translated(text) for name, text in texts.items()}


def _section(entry: Shown, origin: str, *, number: int, file: str) -> Document:
    """Return a finding as the page shows it; its parts are in the order they stand in, what was kept first.

    Args:
        entry: the finding.
        origin: the id of the place that says where its numbers come from.
        number: its place, from 1.
        file: where all its numbers are.
    """
    exhibit, standing = entry.exhibit, entry.standing
    content, table = exhibit.content, exhibit.table
    # What a corpus says in a sentence is escaped where it is drawn.
    drawn = {ground: exhibit.sentence_svg(_WIDTH, theme.FONT_SIZE, ground) for ground in ("light", "dark")}
    parts = {
        "figure": None if content.chart is None else content.chart(_SIZE),
        "ribbon": {ground: Markup(_NAMESPACE.sub("", svg)) for ground, svg in drawn.items() if svg is not None} or None,
        "table": None if table is None else grid(table),
    }
    order = sorted(parts, key=lambda name: name != entry.finding.show)
    changed = []
    if standing.changed:
        changed.append(_("Changed since it was kept: {files}.", files=", ".join(standing.changed)))
    for name, (before, now) in standing.numbers.items():
        values = {"before": f"{before:.4g}", "now": f"{now:.4g}"}
        changed.append(_("{name}: {before} when it was kept, {now} now.", name=name, **values))
    return {
        "number": number,
        "entry": entry,
        "content": content,
        "parts": {name: parts[name] for name in order if parts[name] is not None},
        "opens": _opens_words(exhibit),
        "changed": changed,
        "file": file,
        "origin": origin,
    }


def grid(table: Table) -> Document:
    """Return a table of the page; rows that say which bucket they are of open its words.

    Returns:
        Of each column of ``heads`` its label, what it means, whether it has numbers. Of each cell of ``rows`` its text,
        what it is sorted by, its classes (``n`` for a number, ``strong`` or ``weak`` beside the others), the bucket
        whose words a click opens, empty for none. ``more``: rows that are not shown. ``is_long``: whether it is folded.
    """
    frame = pd.DataFrame(table.frame[:MOST_ROWS])
    opens: Sequence[str] = [""] * len(frame)
    if {"attribute", "bucket"} <= set(frame):
        opens = [f"{a}:{b}" for a, b in zip(frame["attribute"], frame["bucket"], strict=True)]
    # The label of a bucket, else the first cell, opens its words.
    opener = "label" if "label" in table.columns else next(iter(table.columns))
    rows = []
    for values, cells, bucket in zip(table.rows(MOST_ROWS), table.marked(MOST_ROWS), opens, strict=True):
        row = []
        for (key, value), (text, mark), is_number in zip(values.items(), cells, table.numbers, strict=True):
            classes = " ".join(filter(None, ["n" if is_number else "", mark]))
            row.append((text, "" if value is None else str(value), classes, bucket if key == opener else ""))
        rows.append(row)
    meanings = [translated(column.meaning) for column in table.columns.values()]
    return {
        "heads": list(zip(table.heads, meanings, table.numbers, strict=True)),
        "rows": rows,
        "more": len(table) - len(rows),
        "is_long": len(rows) > UNFOLDED,
    }


def _words(entries: Sequence[Shown]) -> Document:
    """Return what the program of the page needs beside the charts: the words behind their buckets."""
    words: dict[str, Document] = {}
    keys: dict[tuple[object, ...], str] = {}
    sections = {}
    for number, entry in enumerate(entries, start=1):
        exhibit = entry.exhibit
        asked = (exhibit.look.where, *exhibit.roles.items(), exhibit.options.get("attribute"))
        if asked not in keys:
            keys[asked] = str(len(keys))
            words[keys[asked]] = bucket_words(exhibit)
        heads = [_("gold word"), _("count")]
        for name in exhibit.roles.values():
            heads += [_("wrong, {name}", name=name), _("made by {name}", name=name)]
        attributes = exhibit.look.diagnosis.attributes
        titles = {one.attribute.key: translated(one.attribute.label) for one in attributes}
        sections[f"finding-{number}"] = {"words": keys[asked], "heads": heads, "titles": titles}
    return {"words": words, "sections": sections}


def _opens_words(exhibit: Exhibit) -> bool:
    """Return whether the words behind the buckets of a chart can be shown: it has buckets, and gold is not private."""
    return exhibit.kind.name in _OF_BUCKETS and isinstance(exhibit.look, Look)


def bucket_words(exhibit: Exhibit) -> Document:
    """Return the words behind the buckets that a chart shows, nothing where it shows none or gold is private.

    Of one system those with the most errors come first, of two those that one of them alone gets right.

    Returns:
        By attribute and bucket, as ``wLen:1``: the ``label`` of the bucket, how many ``types`` of words there are, and
        ``rows`` of the first: gold word, its count in the bucket, and for each system in how many places it is wrong,
        and what it made of it most often.
    """
    look = exhibit.look
    words: Document = {}
    if not _opens_words(exhibit) or not isinstance(look, Look):
        return words
    for bucketed in look.diagnosis.attributes:
        key, buckets = bucketed.attribute.key, bucketed.buckets
        if buckets is None or exhibit.options.get("attribute", key) != key:
            continue
        for bucket in range(bucketed.size):
            types = look.words(key, bucket, exhibit.roles)
            frame = types.frame(order="disagreement")
            wrong = frame[frame[[f"wrong_{role}" for role in types.roles]].sum(axis=1) > 0]
            rows = []
            for row in records(wrong[:MOST_LISTED]):
                cells: list[str | int] = [str(row["word"]), int(row["count"])]
                for role in types.roles:
                    cells += [int(row[f"wrong_{role}"]), str(row[f"made_{role}"])]
                rows.append(cells)
            label = bucket_name(buckets.labels[bucket])
            words[f"{key}:{bucket}"] = {"label": label, "types": len(wrong), "rows": rows}
    return words


def _file(name: str) -> str:
    """Return a file that lies beside this one."""
    return (_FOLDER / name).read_text(encoding="utf-8")


@cache
def _packed_plotly() -> str:
    """Return Plotly's program packed, in base64: less than half of it."""
    # Unlike gzip's, the head does not name the machine's system: the same inputs give the same bytes everywhere.
    return base64.b64encode(zlib.compress(plotly_program().encode("utf-8"), 9)).decode("ascii")


def _policy(*, with_charts: bool) -> str:
    """Return what a browser may do with a report: run our program and Plotly, and ask no host for anything.

    Args:
        with_charts: whether it has any, and with them Plotly.
    """
    programs = [_file("report.js"), *([plotly_program()] if with_charts else [])]
    digests = [base64.b64encode(sha256(program.encode("utf-8")).digest()).decode("ascii") for program in programs]
    sources = " ".join(f"'sha256-{digest}'" for digest in digests)
    # Plotly sets styles of what it draws, and draws cells as a picture.
    shown = "style-src 'unsafe-inline'; img-src data:"
    return f"default-src 'none'; script-src {sources}; {shown}; base-uri 'none'; form-action 'none'"


def _script(value: Any) -> Markup:
    """Return values as JSON that may stand in a script of HTML, whatever texts they hold."""
    return Markup(to_json(value, compact=True).translate(_UNSAFE))


def _all_to_be_seen(value: Any) -> Any:
    # Drawings are no plain texts: they have seen to it themselves.
    return visible(value, keep="\n\t") if type(value) is str else value


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True, finalize=_all_to_be_seen
    )
    return environment.from_string(_file("report.html.j2"))
