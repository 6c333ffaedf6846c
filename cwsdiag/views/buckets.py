"""Buckets as people read them: what they are called, the panel of an attribute, the table of all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.attributes import ATTRIBUTES
from cwsdiag.frames import Panel, bucket_name
from cwsdiag.languages import _, lazy, translated
from cwsdiag.views.wording import listed

if TYPE_CHECKING:
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.diagnosis.words import Condition

# By the unit of an attribute: what is counted; to be ``translated`` where it is shown.
UNITS = {"word": lazy("words"), "char": lazy("characters")}


@dataclass(frozen=True, eq=False)
class Bucket:
    """A bucket that stands out: of one system (METHODS 11) or in the difference of two.

    Attributes:
        panel: of its attribute.
        row: of the panel.
        gold: how large it is in the gold text, compared or not.
        candidates: of how many buckets that can be named it is the worst.
        low_score: where a low score under the attribute points to; empty for nowhere.
        missed: how many of its gold words the system misses; 0 of characters.
    """

    panel: Panel
    row: Mapping[str, Any]
    gold: int = 0
    candidates: int = 0
    low_score: str = ""
    missed: int = 0

    @property
    def name(self) -> str:
        """Attribute and bucket, where room is short: ``word length 2``."""
        if _of_new_words(self.panel.title, self.row["label"]) or self.panel.title == self.row["label"]:
            return self.where
        return f"{translated(self.panel.title)} {bucket_name(self.row['label'])}"

    @property
    def where(self) -> str:
        """The words, or characters, of the bucket, in the language of the moment."""
        return where_text(self.panel.unit, self.panel.title, self.row["label"])


def of_attribute(panels: Iterable[Panel], attribute: str | None) -> list[Panel]:
    """Return the panel of one attribute; for None those that can hold findings: not what is wrong by definition."""
    return [one for one in panels if (not one.apart if attribute is None else one.key == attribute)]


def left_aside(diagnosis: Diagnosis) -> str:
    """Say which attributes are no findings though panels of them are drawn; empty where there are none."""
    aside = [translated(one.attribute.label) for one in diagnosis.attributes if one.apart and not one.undefined]
    if not aside:
        return ""
    return _(
        " Buckets of {attributes} are left aside: hard words are those that systems get wrong.",
        attributes=listed(aside),
    )


def panel(
    bucketed: BucketedAttribute,
    rows: list[dict[str, Any]],
    *,
    diagnosis: Diagnosis,
    worst: int | None,
    best: int | None,
    costliest: int | None = None,
) -> Panel:
    """Return the panel of an attribute: its buckets, and which of them are the worst, the best and the costliest.

    Rows get ``same_as``, the key of the attribute that has the same words in an earlier bucket, empty without one, and
    ``also``, the later buckets that have them, by key and index.
    """
    attribute = bucketed.attribute
    for place, row in enumerate(rows):
        here = attribute.key, place
        row["same_as"] = diagnosis.same_as.get(here, ("", 0))[0]
        row["also"] = [other for other, first in diagnosis.same_as.items() if first == here]
    return Panel(
        key=attribute.key,
        title=attribute.label,
        unit=UNITS[attribute.unit],
        rows=rows,
        worst=worst,
        best=best,
        undefined=bucketed.undefined,
        meaning=attribute.description + low_score_sentence(attribute.low_score),
        apart=bucketed.apart,
        costliest=costliest,
        by_character=attribute.unit == "char",
    )


def low_score_sentence(low_score: str) -> str:
    """Say how a low score under an attribute is read, to stand behind another sentence; empty where nothing is said."""
    return lazy(" A low score {where}.", where=low_score) if low_score else ""


def where_text(unit: str, attribute: str, bucket: str) -> str:
    """Return the words, or characters, of a bucket: ``words with word length 2``.

    Args:
        unit: of ``UNITS``.
        attribute: the label of the attribute.
        bucket: that of the bucket.
    """
    if _of_new_words(attribute, bucket):
        return _("new words (OOV)")
    if attribute == bucket:  # a slice that a project names
        return bucket
    values = {"attribute": translated(attribute), "bucket": bucket_name(bucket)}
    if unit == UNITS["word"]:
        return _("words with {attribute} {bucket}", **values)
    return _("characters with {attribute} {bucket}", **values)


def _of_new_words(attribute: str, bucket: str) -> bool:
    """Tell whether a bucket has the words that training does not have."""
    return attribute == ATTRIBUTES["wFre"].label and bucket == "0"


def bucket_names(diagnosis: Diagnosis, conditions: Sequence[Condition]) -> str:
    """Return the words, or characters, that are in all of some buckets: ``words with word length 2 and …``."""
    (key, bucket), *further = conditions
    one = diagnosis.attribute(key)
    first = where_text(UNITS[one.attribute.unit], one.attribute.label, one.labels[bucket])
    return listed([first, *(bucket_named(diagnosis.attribute(key), bucket) for key, bucket in further)])


def bucket_named(bucketed: BucketedAttribute, bucket: int) -> str:
    """Return an attribute with one of its buckets: ``word length 2``."""
    label = bucketed.labels[bucket]
    named = translated(bucketed.attribute.label)
    return named if label == bucketed.attribute.label else f"{named} {bucket_name(label)}"


def marked_buckets(panels: Iterable[Panel], *, worst: str, best: str = "") -> list[dict[str, Any]]:
    """Return the buckets of all panels as people read them, with the ``title`` of their attribute and a ``mark``.

    The mark is that of the worst, that of the best, or too few; a bucket that is both has that of the worst. Buckets
    with the same words are one, which the later attributes stand beside.
    """
    rows, panels = [], list(panels)
    titles = {one.key: translated(one.title) for one in panels}
    labels = {one.key: [bucket_name(row["label"]) for row in one.rows] for one in panels}
    for panel in panels:
        marks = {panel.best: best} | {panel.worst: worst}
        title = titles[panel.key]
        for place, row in enumerate(panel.rows):
            mark = marks.get(place, "" if row["named"] else _("too few"))
            if row["same_as"] in titles:
                continue
            also = [f"{titles[key]} {labels[key][at]}" for key, at in row["also"] if key in titles]
            label = labels[panel.key][place]
            label = _("{bucket}, also {others}", bucket=label, others=listed(also)) if also else label
            rows.append({**row, "label": label, "title": title, "mark": mark})
    return rows


def bucket_table(panels: Iterable[Panel]) -> list[dict[str, Any]]:
    """Return the breakdown of one system with ``title``, ``percent`` of gold, and ``mark``: worst, or too few."""
    rows = marked_buckets(panels, worst=_("◆ worst"))
    return [{**row, "percent": 100 * row["share"], "cost_points": 100 * row["cost"]} for row in rows]


def undefined_text(diagnosis: Diagnosis) -> list[str]:
    """Say which attributes are undefined, and why."""
    return [_undefined(one.attribute.label, one.undefined) for one in diagnosis.attributes if one.undefined]


def _undefined(attribute: str, why: str) -> str:
    return _("{attribute} is undefined: it {why}.", attribute=translated(attribute), why=translated(why))


def by_attribute(panel: Panel, sentence: str) -> str:
    """Return what is said of the buckets of one attribute, or why it has none."""
    if panel.undefined:
        return _undefined(panel.title, panel.undefined)
    return _("By {attribute}: {said}", attribute=translated(panel.title), said=sentence)


def bucket_notes(diagnosis: Diagnosis) -> list[str]:
    """Say where attributes have fewer buckets than were asked for, and why."""
    return [
        _(
            "{attribute}: {note}",
            attribute=translated(one.attribute.label),
            note=translated(one.buckets.note),
        )
        for one in diagnosis.attributes
        if one.buckets is not None and one.buckets.note
    ]
