"""What is shown of places in the text: words of a selection, one sentence, and places of gold worth a look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import Any

import numpy as np

from cwsdiag.arguments import Whole, bounds
from cwsdiag.baselines import LINES
from cwsdiag.charts.ribbon import ribbon_svg
from cwsdiag.charts.theme import Ground
from cwsdiag.diagnosis import sentence_ranking
from cwsdiag.diagnosis.audit import Proposal, Suspect
from cwsdiag.diagnosis.word_types import JOINT, SHOWS
from cwsdiag.diagnosis.words import Missed
from cwsdiag.errors import SettingError, brief
from cwsdiag.exhibits.exhibit import GLANCED, Content, RibbonExample, example_of, exhibit, roles_of
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.output import Table
from cwsdiag.text import Segmentation
from cwsdiag.views.buckets import bucket_names
from cwsdiag.views.columns import CONVENTIONS, WORDS, Column, column
from cwsdiag.views.look import Look
from cwsdiag.views.patterns import WHOSE_LABELS, of_system
from cwsdiag.views.ribbons import around, ribbon_of
from cwsdiag.views.sentence import AUDIT, says, weights_of, word_at
from cwsdiag.views.wording import in_turn, kind_name, points

_WRONG = lazy("Places where the system is wrong.")
# Of a sentence so many systems are named.
_NAMED = 6
# What is chosen, by the keys of ``SHOWS``.
_CHOSEN = {
    "wrong": lazy("What {system} gets wrong"),
    "all": lazy("What {a} makes of all words"),
    "right": lazy("What {a} gets right"),
    "all_wrong": lazy("What all systems get wrong"),
    "only_a": lazy("What {a} gets right and {b} does not"),
    "only_b": lazy("What {b} gets right and {a} does not"),
    "both_right": lazy("What {a} and {b} get right"),
    "both_wrong_alike": lazy("What {a} and {b} get wrong alike"),
    "both_wrong_differently": lazy("What {a} and {b} get wrong, each in its own way"),
}

# Characters of the sentence on either side of a place.
_AROUND = 8
AUDIT_COLUMNS = {
    "rank": column(
        "rank", "How likely it is an error, beside the other places: from 0 to 1, no probability.", format="score"
    ),
    "gold": column("gold"),
    "proposal": column("other cut", "How the same characters are cut elsewhere, or by the systems."),
    "why": column("why"),
    "context": column("context"),
    "sentence": column("sentence", format="count"),
}


@exhibit(
    "words",
    "the words that a system gets wrong, those with the most errors first",
    page="diagnosis",
    missed=True,
    place={"show": "wrong"},
    address={key: key for key in ("attribute", "bucket", "where", "shape", "cause")} | {"which": "show"},
)
def words(
    look: Look,
    system: str,
    other: str | None = None,
    attribute: str | None = None,
    bucket: str | None = None,
    where: str = "",
    which: str = "wrong",
    shape: str | None = None,
    cause: str | None = None,
) -> Content:
    """Return the word types of a bucket, of a kind of error, or of all, with what the systems make of them.

    ``where`` are further conditions that words must meet, as the address of Words has them: ``wFre:0,sLen:3``.

    Raises:
        SettingError: a bucket is no number or not there, or which words is not known.
    """
    if which not in SHOWS:
        raise SettingError(lazy("which {given!r}: one of {names}.", given=brief(which), names=", ".join(SHOWS)))
    place = None if bucket is None else bounds.BUCKET.read(bucket)
    if bucket is not None and place is None:
        raise SettingError(lazy("bucket {bucket!r}: give its number, from 0.", bucket=brief(bucket)))
    roles = roles_of(system, other)
    missed = Missed(system, shape=shape, cause=cause) if shape or cause else None
    parted = [part.rpartition(":") for part in where.split(",") if part]
    further = [(key, bounds.BUCKET.read(index)) for key, _colon, index in parted]
    met = [(key, index) for key, index in further if index is not None]
    if len(met) < len(further):
        raise SettingError(lazy("where {where!r}: write wFre:0 for the first bucket of wFre.", where=brief(where)))
    types = look.words(attribute, place, roles, where=met, missed=missed)
    frame, places = types.frame(show=which), types.number(which)
    if attribute is not None and place is not None:
        met.insert(0, (attribute, place))
    buckets = bucket_names(look.diagnosis, met) if met else ""
    inside = _(", ").join(filter(None, (buckets, kind_name(shape, cause))))
    # Where a role that it needs is not there, all words are shown.
    chosen = _CHOSEN[which if set(SHOWS[which]) <= roles.keys() else "all"]
    named = translated(chosen).format(a=system, b=other, system=system)
    who = _("{first}, {second}", first=named, second=inside) if inside else named
    most = frame.sort_values("count", ascending=False, kind="stable")
    if frame.empty:
        sentence = _("{who}: nothing.", who=who)
    else:
        first = most.iloc[0]
        sentence = _("{who}: {n:,} places, each of another word.", who=who, n=places)
        if places == 1 or first["count"] > 1:
            sentence = n_(
                "{who}: {n:,} place, “{word}” most often ({times:,}).",
                "{who}: {n:,} places, “{word}” most often ({times:,}).",
                places,
                who=who,
                word=first["word"],
                times=int(first["count"]),
            )

    def table() -> Table:
        columns = {key: WORDS[key] for key in ("word", "count")}
        for role, name in roles.items():
            # A system that is right in all of them made nothing else.
            if not frame[f"wrong_{role}"].any():
                continue
            columns[f"wrong_{role}"] = Column(lazy("wrong, {name}", name=name), _WRONG, format="count")
            columns[f"made_{role}"] = Column(lazy("made by {name}", name=name))
        return Table(frame, columns)

    return Content(
        _("{who} on {dataset}", who=who, dataset=look.name),
        sentence,
        numbers={"places": float(places), "words": float(len(types.units))},
        table=table,
        example=lambda: example_of(look, types.units.words[types.chosen(which)], roles),
        glance=[f"{one.word} {one.count:,}×" for one in most[:GLANCED].itertuples()],
    )


@exhibit(
    "conventions",
    "what one system does otherwise than gold in nearly all places, and its points of F1",
    page="diagnosis",
    place={"list": "patterns"},
    address={"pattern": "pattern"},
)
def conventions(look: Look, system: str, pattern: str | None = None) -> Content:
    """Return the conventions of a system, and its frequent patterns that are none.

    Raises:
        SettingError: it has no such pattern.
    """
    of = of_system(look, system)
    if pattern is not None and pattern not in of.numbers:
        raise SettingError(lazy("{system} has no pattern {given!r}.", system=system, given=brief(pattern)))
    numbers = [*of.conventions.listed.tolist()]
    chosen = of.numbers[pattern] if pattern is not None else numbers[0] if numbers else None
    f1 = next(one.f1 for one in look.scores if one.name == system)
    won, sentence, remark = of.won(numbers), _("{system} has no convention.", system=system), ""
    if numbers:
        sentence = of.convention(numbers[0])
        remark = n_(
            "{won:.1f} of {lost} that its F1 lacks are {n:,} convention.",
            "{won:.1f} of {lost} that its F1 lacks are {n:,} conventions.",
            len(numbers),
            won=100 * won,
            lost=points(1 - f1),
        )

    def table() -> Table:
        return Table(
            [row | {"whose": row["whose"] and translated(WHOSE_LABELS[row["whose"]])} for row in of.regular_rows()],
            CONVENTIONS,
        )

    def example() -> RibbonExample | None:
        return None if chosen is None else example_of(look, of.places(chosen, every), {"a": system})

    every = np.arange(len(look.dataset.gold))
    return Content(
        _("Conventions of {system} on {dataset}", system=system, dataset=look.name),
        sentence,
        remark,
        numbers={"conventions": float(len(numbers)), "points": 100 * won},
        table=table,
        example=example,
        click=lambda mark: ("conventions", {"system": system, "pattern": of.names[int(mark[0])]}),
        glance=[f"{of.names[one]} {of.conventions.same[one]:,}×" for one in numbers[:GLANCED]],
    )


@exhibit(
    "sentence",
    "one sentence as gold and the systems cut it",
    page="sentences",
    address={"sentence": "sentence", "place": "place"},
    of_all=True,
)
def sentence(
    look: Look,
    system: str,
    sentence: str,
    other: str | None = None,
    place: str | None = None,
    *,
    more: Mapping[str, str] = MappingProxyType({}),
    wanted: str = "",
    suspects: Sequence[Sequence[Suspect]] = (),
    short: bool = False,
) -> Content:
    """Return one sentence.

    Args:
        look: of the dataset.
        system: A.
        sentence: its number, from 1.
        other: B.
        place: of the word that is marked, as ``12.3``: number of the sentence, and of the word in it.
        more: further systems, by role.
        wanted: characters that were searched for.
        suspects: places of gold that are worth a look, each with all its reasons; those of the sentence are marked.
        short: whether it is said of A and B alone what they get wrong, and not of the other systems.

    Raises:
        SettingError: there is no such sentence, or no such word in it.
    """
    gold = look.dataset.gold
    count = len(gold.text.sentence_ends)
    given = Whole(1, count).read(sentence)
    if given is None:
        raise SettingError(
            lazy(
                "sentence {given!r}: {dataset} has sentences 1 to {n}.",
                given=brief(sentence),
                dataset=look.name,
                n=count,
            )
        )
    word = None if place is None else word_at(gold, place)
    if place is not None and (word is None or gold.sentence_ids[word] != given - 1):
        raise SettingError(
            lazy(
                "place {place!r}: sentence {n} has no such word. Write {n}.1 for its first.",
                place=brief(place),
                n=given,
            )
        )
    roles = roles_of(system, other)
    others = [name for name in look.systems if name not in LINES]
    names = dict.fromkeys([*roles.values(), *others])
    figures = {name: sentence_ranking.figures(look.diagnosis, name, given - 1) for name in names}
    title = _("Sentence {number:,} of {dataset}", number=given, dataset=look.name)
    parts = [
        n_(
            "{name} gets {wrong:,} of {n:,} word wrong",
            "{name} gets {wrong:,} of {n:,} words wrong",
            figures[name].gold,
            name=name,
            wrong=figures[name].wrong,
        )
        for name in (roles.values() if short or len(names) > _NAMED else names)
    ]
    missed = sum(one.wrong for one in figures.values())
    if len(names) > _NAMED and not short:
        parts.append(_("the {n:,} systems together {wrong:,}", n=len(names), wrong=missed))
    here = [alike for alike in suspects if alike[0].sentence == given - 1]
    aim = None if word is None else (int(gold.word_starts[word]), int(gold.word_ends[word]))
    # Of what is worth a look all words are meant.
    aim = next(((one.start, one.end) for one, *_more in here if aim is not None and one.start == aim[0]), aim)

    def drawn(width: float, type: float, ground: Ground, height: float | None) -> str:
        systems = {role: look.dataset.system(name) for role, name in (roles | dict(more)).items()}
        weights, known = weights_of(look), look.dataset.difficulty is not None
        ribbon = ribbon_of(
            gold,
            systems,
            given - 1,
            aim=aim,
            hits=sentence_ranking.hits_of(gold.text, wanted),
            colours={role: look.colours[one.name] for role, one in systems.items()},
            says=says(look.diagnosis),
            weights=weights,
            bars="" if known else _("share of systems that fail"),
            doubts={one.start + at for one, *_more in here for at in _ends(one.gold) ^ _ends(one.proposal)},
            notes=[_place_text(row) for row in audit_rows(gold, here)],
        )
        return ribbon_svg([ribbon], width=width, type=type, ground=ground, title=title, height=height)

    return Content(
        title,
        _("{title}: {told}.", title=title, told=_("; ").join(parts)),
        numbers={f"wrong_{role}": float(figures[name].wrong) for role, name in roles.items()}
        | {"wrong": float(missed)},
        svg=drawn,
        example=lambda: RibbonExample(given - 1, roles, aim),
        glance=["|".join(look.dataset.gold.sentence_words(given - 1))],
    )


def _ends(words: Sequence[str]) -> set[int]:
    """Return where words end, from the beginning of the first, but for the last."""
    return set(accumulate(map(len, words[:-1])))


@exhibit(
    "audit",
    "places of gold that are worth a look, by how likely each is an error",
    page="sentences",
    place={"order": AUDIT},
    of_all=True,
)
def audit(look: Look, *, marks: Mapping[Proposal, str] = MappingProxyType({})) -> Content:
    """Return the places of gold that the rest of gold, all systems or training cut otherwise, by rank.

    Args:
        look: whose gold it is.
        marks: what somebody says of places: a column of its own, where there are any.
    """
    suspects, gold = look.audit, look.dataset.gold
    remark = [_("A rank says where to look first, not that gold is wrong.")]
    if suspects.agreed is None:
        remark.append(_("What systems agree on is looked at from three on."))
    if suspects.training is None:
        remark.append(_("There is no segmented training text to compare with."))
    title = _("Places of gold that are worth a look: {dataset}", dataset=look.name)
    if not suspects.places:
        return Content(title, _("No place of gold is worth a look."), in_turn(*remark), {"places": 0.0})
    first = suspects.places[0][0]

    def rows() -> Table:
        return Table(
            audit_rows(gold, suspects.places, marks), AUDIT_COLUMNS | ({"mark": column("mark")} if marks else {})
        )

    def example() -> RibbonExample:
        roles = look.roles or dict(zip("ab", look.contenders, strict=False))
        return RibbonExample(first.sentence, roles, (first.start, first.end))

    return Content(
        title,
        n_(
            "{n:,} place of gold is worth a look: {first}.",
            "{n:,} places of gold are worth a look, first {first}.",
            len(suspects.places),
            first=_place_text(audit_rows(gold, suspects.places[:1])[0]),
        ),
        in_turn(*remark),
        numbers={"places": float(len(suspects.places)), "rank": first.rank},
        table=rows,
        example=example,
        glance=[f"{JOINT.join(one.gold)} → {JOINT.join(one.proposal)}" for one, *_same in suspects.places[:GLANCED]],
    )


def audit_rows(
    gold: Segmentation, places: Sequence[Sequence[Suspect]], marks: Mapping[Proposal, str] = MappingProxyType({})
) -> list[dict[str, Any]]:
    """Return a row for each place of gold that is worth a look, with all reasons: the columns of ``AUDIT_COLUMNS``."""
    rows = []
    for alike in places:
        one = alike[0]
        before, behind = around(gold.text, one.sentence, (one.start, one.end), _AROUND)
        rows.append(
            {
                "rank": one.rank,
                "gold": JOINT.join(one.gold),
                "proposal": JOINT.join(one.proposal),
                "why": _("; ").join(map(_why, alike)),
                "context": f"{before} {' '.join(one.gold)} {behind}".strip(),
                "sentence": one.sentence + 1,
                "mark": marks.get(one.key, ""),
            }
        )
    return rows


def _place_text(row: Mapping[str, Any]) -> str:
    return _("{gold}, other cut {proposal} ({why})", **row)


def _why(one: Suspect) -> str:
    if one.kind == "agreed":
        return n_("all {n} system", "all {n} systems", one.systems)
    cuts = one.ways if one.kind == "strings" else one.training
    said = _(", ").join(f"{JOINT.join(words)} {count:,}×" for words, count in cuts)
    return _("gold: {ways}", ways=said) if one.kind == "strings" else _("training: {ways}", ways=said)
