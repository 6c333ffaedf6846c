"""Findings: all that was pinned, in order; one of them large, to be titled, noted, moved, opened and removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits.registry import made
from cwsdiag.findings import changed_files, kept, standing
from cwsdiag.findings.proposals import proposed
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.ui.judging.session import judged_now
from cwsdiag.ui.keeping import report_button, tray
from cwsdiag.ui.shell import navigation, show, state, tables, tongue, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import SWITCH, current
from cwsdiag.ui.talk import stage
from cwsdiag.views.columns import Column
from cwsdiag.views.wording import listed, number, on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.exhibits.exhibit import Exhibit
    from cwsdiag.findings import Finding, Standing
    from cwsdiag.ui.keeping.looks import SessionLooks

_LONGEST_TITLE, _LONGEST_NOTE = 300, 5_000
# Characters of a title in the list, and on the button that brings it back.
_LISTED, _CUT = 400, 40
_EMPTY = (
    ("summary", lazy("Summary: which system is best")),
    ("diagnosis", lazy("Diagnosis: where systems fail and differ")),
)
# What the files are called that a finding rests on; a prediction by its system.
_FILES = {"gold": lazy("gold"), "training": lazy("training data"), "weights": lazy("difficulties")}
# What the numbers of headlines are called; an end of an interval has that of its number.
_NUMBERS = {
    "f1": lazy("F1"),
    "ahead": lazy("lead"),
    "cost": lazy("cost"),
    "difference": lazy("difference"),
    "p": lazy("p"),
    "f_b": lazy("balanced F (f_b)"),
    "mean_f1": lazy("mean F1"),
    "swaps": lazy("pairs of systems that change places"),
    "missed": lazy("missed words"),
    "most": lazy("of the most frequent kind"),
    "wrong": lazy("places that are wrong"),
    "words": lazy("words"),
    "wrong_a": lazy("words that A gets wrong"),
    "wrong_b": lazy("words that B gets wrong"),
}
_ENDS = {"low": lazy("lower end of the interval"), "high": lazy("upper end of the interval")}


def page() -> None:
    """Draw the page."""
    if state.get(Key.SLIDE) is not None:
        stage.page()
        return
    findings = tray.findings()
    if problem := tray.problem():
        widgets.box("warning", problem, title=_("Not kept for another time") if findings else "")
    if not findings:
        widgets.lead(
            _("Nothing is pinned yet."),
            _(
                "The pin in the corner of a figure, a table, a sentence or a headline keeps it here, with what it says "
                "now: for the next talk, a report, or another day."
            ),
        )
        with widgets.controls("where to begin"), st.container(horizontal=True, vertical_alignment="center"):
            if current().found is not None:
                _propose_button(first=True)
            for name, label in _EMPTY:
                widgets.next_page(name, label)
        _undo()
        return
    ids = [one.id for one in findings]
    chosen = ids.index(state.choose(Key.FINDING, ids, default=ids[0]) or ids[0])
    looks = tray.looks()
    with st.container(horizontal=True, vertical_alignment="center"):
        count = n_("{n:,} finding.", "{n:,} findings.", len(findings))
        widgets.note(f"{count} {tray.where_kept()}".strip())
        with widgets.controls("all findings", in_a_row=True, beside=True):
            _undo()
            _propose_button()
            widgets.next_page("talk", _("Present them"), icon=":material/slideshow:", slide="1")
            report_button.report_button(findings, looks)
    report_button.remarks(findings)
    left, right = st.columns([0.4, 0.6], gap="medium")
    with left:
        _list(findings, chosen, looks)
    with right:
        _finding(findings, chosen, looks)


def _propose_button(*, first: bool = False) -> None:
    """Draw what adds the findings that the rules give and that are not there yet; the ``first`` is what one presses."""
    help = _(
        "Who is best and whether that is real, what costs most, where the runner-up wins, what all get wrong: by "
        "rules. Nothing that is not significant is proposed as a difference."
    )
    manner: Any = "primary" if first else "tertiary"
    if not st.button(_("Propose findings"), key="propose", icon=":material/lightbulb:", type=manner, help=help):
        return
    try:
        with st.spinner(_("Looking for findings …")):
            every = proposed(tray.looks())
    except CwsdiagError as error:
        widgets.box("error", on_page(error))
        return
    there = tray.findings()
    new = [one for one in every if not any(one.is_twin(other) for other in there)]
    tray.keep([*there, *new])
    if new:
        show.tell(n_("{n:,} finding was added.", "{n:,} findings were added.", len(new)))
    elif every:
        show.tell(_("All that the rules give is there already."))
    else:
        show.tell(_("The rules give nothing here: no system can be compared with gold."))
    # How many there are stands above already.
    st.rerun()


def _undo() -> None:
    """Draw what brings back the finding that was removed last, if there is one."""
    if (gone := tray.removed()) is not None:
        st.button(
            _("Bring back “{title}”", title=widgets.plain(_cut(gone.title, _CUT))),
            key="bring back",
            icon=":material/undo:",
            type="tertiary",
            on_click=tray.restore,
        )


def _cut(title: str, longest: int) -> str:
    return title if len(title) <= longest else f"{title[: longest - 1]}…"


def _list(findings: Sequence[Finding], chosen: int, looks: SessionLooks) -> None:
    now = lazy("Whether the files it rests on are the same as when it was pinned.")
    columns = {
        "number": tables.Shown(Column("", format="count"), width=34),
        "standing": tables.Shown(Column(lazy("now"), now), width=76),
        "title": tables.Shown(Column(lazy("title")), width="large"),
        "dataset": tables.Shown(Column(lazy("dataset")), width=90),
    }
    rows = pd.DataFrame(
        [
            (place, _standing(one, looks), _cut(one.title, _LISTED), one.where.dataset)
            for place, one in enumerate(findings, start=1)
        ],
        columns=list(columns),
    )
    telling = {"standing": rows["standing"].any(), "dataset": rows["dataset"].nunique() > 1}
    tables.choosing_table(
        rows,
        {key: column for key, column in columns.items() if telling.get(key, True)},
        key="findings",
        chosen=chosen,
        lead=lambda row: state.put(Key.FINDING, findings[row].id),
        alt=_("Findings in their order"),
    )


def _standing(finding: Finding, looks: SessionLooks) -> str:
    """Say whether a finding says something else because its files are others now; empty where it does not."""
    try:
        exhibit = made(looks.look(finding.where), finding.kind, finding.options)
        # Its numbers may take a test: they are asked for only where a file is another one.
        changed = changed_files(finding, exhibit) and not standing(finding, exhibit).is_same
    except CwsdiagError:
        return _("cannot be shown")
    return _("changed") if changed else ""


def _finding(findings: Sequence[Finding], place: int, looks: SessionLooks) -> None:
    """Draw one finding: what it shows, what it said when it was pinned and says now, and what is done with it."""
    one = findings[place]
    state.draw_input(
        f"title of {one.id}",
        st.text_input,
        value=one.title,
        changed=lambda given: tray.change(one.id, title=given),
        label=_("Title"),
        max_chars=max(_LONGEST_TITLE, len(one.title)),
    )
    try:
        exhibit = made(looks.look(one.where), one.kind, one.options)
        with st.spinner(_("Reading what it rests on …")):
            now, sentence = standing(one, exhibit), exhibit.content.sentence
    except CwsdiagError as error:
        widgets.box("warning", on_page(error), title=_("This finding cannot be shown now"))
        # Who judges a study must not see what it says, nor what it said.
        if one.headline and one.options.get("study") != judged_now():
            widgets.said(_("As pinned: {headline}", headline=one.headline))
        _acts(findings, place, None, looks)
        return
    _acts(findings, place, exhibit, looks)
    content = exhibit.content
    if one.show == "table" and content.table is not None:
        show.table(exhibit, key="finding table")
    elif one.show != "headline" and content.chart is not None:
        show.chart(exhibit, key="finding figure", size=HALF)
    elif one.show == "ribbon" or (content.chart is None and content.table is None):
        show.sentence(exhibit, key="finding ribbon")
    widgets.said(sentence)
    if not now.is_same:
        _changed(one, exhibit, now)
    state.draw_input(
        f"note of {one.id}",
        st.text_area,
        value=one.note,
        changed=lambda given: tray.change(one.id, note=given),
        label=_("Note"),
        max_chars=max(_LONGEST_NOTE, len(one.note)),
        height=90,
        placeholder=_("what to say about it"),
    )


def _acts(findings: Sequence[Finding], place: int, exhibit: Exhibit | None, looks: SessionLooks) -> None:
    """Draw what moves a finding, opens where it stands, and removes it."""
    one = findings[place]

    def move(by: int) -> None:
        # It stays the one that is shown: the first is that without being chosen.
        state.put(Key.FINDING, one.id)
        tray.move(one.id, by)

    def remove() -> None:
        left = [other.id for other in findings if other.id != one.id]
        state.put(Key.FINDING, left[min(place, len(left) - 1)] if left else None)
        tray.remove(one.id)

    with widgets.controls("finding"), st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if exhibit is not None and (entry := looks.entry(one.where.dataset)) is not None:
            spec = navigation.PAGES[exhibit.kind.page]
            # With what was selected there; whatever was selected since has no part in it.
            stays = {Key.RECENT, Key.LANGUAGE, Key.SUBMISSIONS}
            changes: dict[str, str | None] = {str(key): None for key in spec.keys if key not in stays}
            changes |= {key: value for key, value in {**one.address, **exhibit.address}.items() if key in changes}
            usual = one.where.baselines == entry.files.baselines
            changes |= {Key.BASELINES: None if usual else SWITCH[one.where.baselines], Key.DATASET: entry.id}
            widgets.next_page(exhibit.kind.page, _("Open on {page}", page=translated(spec.title)), **changes)
        acts = (
            ("up", _("Up"), ":material/arrow_upward:", place > 0, lambda: move(-1)),
            ("down", _("Down"), ":material/arrow_downward:", place + 1 < len(findings), lambda: move(1)),
            ("remove", _("Remove"), ":material/delete:", True, remove),
        )
        for key, label, icon, there, act in acts:
            st.button(label, key=f"finding {key}", icon=icon, type="tertiary", disabled=not there, on_click=act)


def _changed(one: Finding, exhibit: Exhibit, now: Standing) -> None:
    """Say that a finding says something else now, with both numbers, and offer to keep what it says now."""

    @tongue.spoken
    def renew() -> None:
        renewed = kept(exhibit, title=one.title, note=one.note, show=one.show, address=one.address, id=one.id)
        tray.keep([renewed if other.id == one.id else other for other in tray.findings()])

    def written(value: float) -> str:
        return f"{value:,.0f}" if value > 1 and value.is_integer() else number(value, 4)

    def called(name: str) -> str:
        stem, _between, end = name.rpartition("_")
        if name not in _NUMBERS and end in _ENDS and stem in _NUMBERS:
            return _("{number}, {end}", number=translated(_NUMBERS[stem]), end=translated(_ENDS[end]))
        return translated({**_NUMBERS, **_ENDS}.get(name, name.replace("_", " ")))

    with st.container(key="finding changed"):
        sentence = _("It rests on the same files, and says something else.")
        if now.changed:
            names = [translated(_FILES.get(name, name.removeprefix("system "))) for name in now.changed]
            sentence = _("The files it rests on have changed: {names}.", names=listed(names))
        if one.headline:
            sentence = f"{sentence}\n{_('As pinned: {headline}', headline=one.headline)}"
        widgets.box("warning", sentence, title=_("Not as it was pinned"))
        if now.numbers:
            rows = {called(name): [*map(written, pair)] for name, pair in now.numbers.items()}
            st.table(pd.DataFrame.from_dict(rows, orient="index", columns=[_("as pinned"), _("now")]))
        label = _("Keep what it says now")
        st.button(label, key="finding renew", icon=":material/update:", type="tertiary", on_click=renew)
