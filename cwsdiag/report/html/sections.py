"""What the page of a report shows, as plain parts: texts, tables, drawings, and what its program needs."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from cwsdiag.charts import theme
from cwsdiag.charts.sizes import PAGE
from cwsdiag.exhibits import made
from cwsdiag.languages import _, translated
from cwsdiag.report.bundle.words import bucket_words, opens_words
from cwsdiag.report.documents import to_json
from cwsdiag.views.fidelity import left_out_sentence
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.exhibits import Exhibit, PrivateLook
    from cwsdiag.output.table import Table
    from cwsdiag.report.bundle.contents import Contents, Entry

# Rows of a table; of longer ones the rest is in its file. One of more than so many is folded up.
MOST_ROWS, UNFOLDED = 60, 12
# A ribbon in the page: as wide as its text, in type that is read without leaning forward.
_WIDTH = 860
_SIZE = replace(PAGE, width=_WIDTH)
# SVG in HTML needs no name of its language, and the name looks like another host.
_NAMESPACE = re.compile(r' xmlns="[^"]*"')
# Decimals of a number that a finding says.
_DIGITS = 4


@dataclass(frozen=True)
class Grid:
    """A table of the page.

    Attributes:
        heads: of its columns: what each is called and means, and whether it has numbers.
        rows: a cell a column: what people read, what it is sorted by, its classes (``n`` for a number, ``strong`` or
            ``weak`` for what it is beside the others), and the bucket whose words a click opens, empty for none.
        more: rows that are not shown.
    """

    heads: Sequence[tuple[str, str, bool]]
    rows: Sequence[Sequence[tuple[str, str, str, str]]]
    more: int = 0

    @property
    def is_long(self) -> bool:
        """Whether it is folded up at first."""
        return len(self.rows) > UNFOLDED


@dataclass(frozen=True)
class Section:
    """A finding as the page shows it; ``parts`` are in the order they stand in.

    Attributes:
        id: of its place in the page.
        entry: the finding.
        headline, remark, source: sentences, about what is shown and where it comes from.
        seen: what the figure and the table are called.
        parts: of ``figure``, ``ribbon``, ``table``: those that there are, what was kept first.
        chart: its number among those of the page.
        chart_json: traces and layout of the chart; empty where there is none.
        height: of the chart, in pixels; 0 where there is none.
        opens: whether a click on a bucket opens its words.
        ribbons: the sentence on light and on dark.
        grid: the numbers.
        changed: what has changed since it was kept, as sentences.
        file: where all its numbers are, beside the page.
        origin: the id of the place that says where its numbers come from.
    """

    id: str
    entry: Entry
    headline: str
    remark: str
    source: str
    seen: str
    parts: Sequence[str]
    chart: int
    chart_json: str
    height: int
    opens: bool
    ribbons: Mapping[str, Markup]
    grid: Grid | None
    changed: Sequence[str]
    file: str
    origin: str


@dataclass(frozen=True)
class Standings:
    """A dataset with the scores of all its systems, and what is left out of them; empty where nothing is."""

    name: str
    headline: str
    left_out: str
    scores: Grid | None


def section(entry: Entry, origin: str, number: int) -> Section:
    """Return a finding as the page shows it.

    Args:
        entry: the finding.
        origin: the id of the place that says where its numbers come from.
        number: of its chart among those of the page.
    """
    exhibit = entry.exhibit
    content, table, ribbons = exhibit.content, exhibit.table, _ribbons(exhibit)
    chart = None if content.chart is None else content.chart(_SIZE)
    there = {"figure": chart is not None, "ribbon": bool(ribbons), "table": table is not None}
    first = entry.shown.finding.show
    parts = sorted((name for name, is_there in there.items() if is_there), key=lambda name: name != first)
    return Section(
        id=f"finding-{entry.number}",
        entry=entry,
        headline=content.sentence,
        remark=content.remark,
        source=exhibit.source,
        seen=content.title,
        parts=parts,
        chart=number,
        chart_json="" if chart is None else to_json(chart, compact=True),
        height=0 if chart is None else int(chart["layout"]["height"]),
        opens=opens_words(exhibit),
        ribbons=ribbons,
        grid=None if table is None else grid(table),
        changed=_changed(entry),
        file=f"tables/{entry.stem}.csv",
        origin=origin,
    )


def _ribbons(exhibit: Exhibit) -> dict[str, Markup]:
    """Return the example sentence on both grounds; what a corpus says in it is escaped where it is drawn."""
    light, dark = (exhibit.sentence_svg(_WIDTH, theme.FONT_SIZE, ground) for ground in ("light", "dark"))
    if light is None or dark is None:
        return {}
    return {"light": Markup(_NAMESPACE.sub("", light)), "dark": Markup(_NAMESPACE.sub("", dark))}


def _changed(entry: Entry) -> list[str]:
    """Say what is not as it was when a finding was kept."""
    standing = entry.shown.standing
    said = []
    if standing.changed:
        said.append(_("Changed since it was kept: {files}.", files=", ".join(standing.changed)))
    for name, (before, now) in standing.numbers.items():
        values = {"before": f"{before:.{_DIGITS}g}", "now": f"{now:.{_DIGITS}g}"}
        said.append(_("{name}: {before} when it was kept, {now} now.", name=name, **values))
    return said


def grid(table: Table) -> Grid:
    """Return a table of numbers as the page shows it; rows that say which bucket they are of open its words."""
    values, cells, numbers = table.rows(MOST_ROWS), table.cells(MOST_ROWS), table.numbers
    columns = list(table.columns)
    frame = table.frame[:MOST_ROWS]
    named = {"attribute", "bucket"} <= set(frame)
    opens = (
        [f"{a}:{b}" for a, b in zip(frame["attribute"], frame["bucket"], strict=True)] if named else [""] * len(cells)
    )
    # The label of a bucket, else the first cell, opens its words.
    opener = "label" if "label" in columns else columns[0]
    rows = [
        [
            (
                text,
                "" if row[key] is None else str(row[key]),
                " ".join(filter(None, ["n" if is_number else "", table.emphasis.get((place, key), "")])),
                bucket if key == opener else "",
            )
            for key, text, is_number in zip(columns, texts, numbers, strict=True)
        ]
        for place, (row, texts, bucket) in enumerate(zip(values, cells, opens, strict=True))
    ]
    meanings = [translated(column.meaning) for column in table.columns.values()]
    return Grid(list(zip(table.heads, meanings, numbers, strict=True)), rows, len(table) - len(rows))


def standings(look: PrivateLook) -> Standings:
    """Return a dataset with the scores of all its systems."""
    scores = made(look, "scores", {})
    table = scores.table
    left_out = left_out_sentence(look.scores)
    return Standings(look.name, scores.content.sentence, left_out, None if not table else grid(table))


def data(entries: Sequence[Entry]) -> dict[str, Any]:
    """Return what the program of the page needs beside the charts: the words behind their buckets."""
    words: dict[str, Any] = {}
    keys: dict[tuple[object, ...], str] = {}
    sections = {}
    for entry in entries:
        exhibit = entry.exhibit
        asked = (exhibit.look.where, *exhibit.roles.items(), exhibit.options.get("attribute"))
        key = keys.setdefault(asked, str(len(keys)))
        if key not in words:
            words[key] = {
                f"{one.attribute}:{one.bucket}": {"label": one.label, "types": one.types, "rows": one.rows}
                for one in bucket_words(exhibit)
            }
        heads = [_("gold word"), _("count")]
        for name in exhibit.roles.values():
            heads += [_("wrong, {name}", name=name), _("made by {name}", name=name)]
        sections[f"finding-{entry.number}"] = {"words": key, "heads": heads, "titles": _titles(exhibit)}
    return {"words": words, "sections": sections}


def _titles(exhibit: Exhibit) -> dict[str, str]:
    attributes = exhibit.look.diagnosis.attributes
    return {one.attribute.key: translated(one.attribute.label) for one in attributes}


def problems(contents: Contents) -> list[tuple[str, str]]:
    """Return what could not be shown, and why."""
    return [(name, on_page(error)) for name, error in (*contents.missing, *contents.unread)]
