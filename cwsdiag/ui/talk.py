"""Talk: all that was pinned, a slide each: in their order, with title and note; presented, and as a report."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from cwsdiag.errors import brief
from cwsdiag.exhibits.looks import Looks
from cwsdiag.findings import Finding, Lost, Shown, kept, shown, slides, to_text
from cwsdiag.languages import _, language, lazy, speaking, translated
from cwsdiag.ui import state
from cwsdiag.ui.lab.session import judged_now
from cwsdiag.ui.looks import SessionLooks
from cwsdiag.ui.shell import navigation, pins, show, widgets
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.progress import watch, why
from cwsdiag.ui.shell.stage import stage
from cwsdiag.ui.shell.view import SWITCH
from cwsdiag.ui.state import Key
from cwsdiag.ui.work.results import Job, aside
from cwsdiag.views.wording import listed, number

# The zip, and what could not be drawn.
Report = tuple[bytes, Sequence[str]]

_LONGEST_TITLE, _LONGEST_NOTE = 300, 5_000
# The folder in the zip, and the name of that.
_FOLDER = "report"
_ASKED = "report that was asked for"
# Characters of a title on the button that brings it back.
_CUT = 24
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
    "low": lazy("lower end of the interval"),
    "high": lazy("upper end of the interval"),
}


@in_place
def page() -> None:
    """Draw the page."""
    findings = pins.findings()
    if problem := pins.problem():
        widgets.box("warning", problem, title=_("Not kept for another time") if findings else "")
    if not findings:
        widgets.lead(_("Nothing is pinned yet: Pin is behind the ⋯ of every figure."))
        widgets.next_page("summary", navigation.PAGES["summary"].title)
        _undo()
        return
    looks = SessionLooks()
    with st.spinner(_("Reading what it rests on …")):
        every = shown(findings, looks)
    ready = slides(every)
    if ready and state.get(Key.SLIDE) is not None:
        _present(ready)
        return
    ids = [one.id for one in findings]
    place = ids.index(state.choose(Key.FINDING, ids) or ids[0])

    def move(at: int, to: int) -> None:
        state.put(Key.FINDING, ids[at])
        pins.move(ids[at], to)

    left, right = st.columns([0.76, 0.24], gap="medium")
    with left:
        stage(
            every,
            place,
            show.ground(),
            key="stage",
            presenting=False,
            on_turn=lambda at: state.put(Key.FINDING, ids[at]),
            on_move=move,
        )
    with right:
        with widgets.controls("talk", in_a_row=True):
            slide = next((str(at) for at, one in enumerate(ready, start=1) if one.finding.id == ids[place]), "1")
            st.button(
                _("Present"),
                key="present",
                type="primary",
                icon=":material/slideshow:",
                disabled=not ready,
                on_click=lambda: state.put(Key.SLIDE, slide),
            )
            job = report_button(findings, looks)
        _edited(findings, every[place], looks)
        remarks(job)
        _undo()
        widgets.note(pins.where_kept())


def _present(ready: Sequence[Shown]) -> None:
    """Draw the slides over the whole window; in the address they count from 1."""
    places = [str(number) for number in range(1, len(ready) + 1)]
    at = int(state.choose(Key.SLIDE, places) or 1) - 1

    def leave() -> None:
        state.put(Key.SLIDE, None)
        state.put(Key.FINDING, ready[at].finding.id)

    stage(
        ready,
        at,
        show.ground(),
        key="stage",
        presenting=True,
        on_leave=leave,
        on_turn=lambda place: state.follow(Key.SLIDE, str(place + 1)),
    )


def _undo() -> None:
    """Draw what brings back the finding that was removed last, if there is one."""
    if (gone := pins.removed()) is not None:
        label = _("Bring back “{title}”", title=widgets.plain(brief(gone.title, _CUT)))
        if st.button(label, key="bring back", icon=":material/undo:", type="tertiary"):
            pins.restore()
            # How many there are stands over the page.
            st.rerun()


def _edited(findings: Sequence[Finding], slide: Shown | Lost, looks: SessionLooks) -> None:
    """Draw title and note of a slide, what it said when it was pinned if that has changed, and what is done with it."""
    one = slide.finding
    state.draw_input(
        f"title of {one.id}",
        st.text_input,
        value=one.title,
        changed=lambda given: pins.change(one.id, title=given),
        label=_("Title"),
        max_chars=max(_LONGEST_TITLE, len(one.title)),
    )
    state.draw_input(
        f"note of {one.id}",
        st.text_area,
        value=one.note,
        changed=lambda given: pins.change(one.id, note=given),
        label=_("Note"),
        max_chars=max(_LONGEST_NOTE, len(one.note)),
        height=120,
        placeholder=_("what to say about it"),
    )
    if not isinstance(slide, Shown):
        # Who judges a study must not see what it says, nor what it said.
        if one.headline and one.options.get("study") != judged_now():
            widgets.said(_("As pinned: {headline}", headline=one.headline))
    elif not slide.standing.is_same:
        _changed(slide)
    with widgets.controls("finding", in_a_row=True):
        if isinstance(slide, Shown):
            _link(slide, looks)
        if st.button(_("Remove"), key="finding remove", icon=":material/delete:", type="tertiary"):
            ids = [other.id for other in findings]
            place = ids.index(one.id)
            beside = ids[place + 1 :] or ids[:place][-1:]
            state.put(Key.FINDING, next(iter(beside), None))
            pins.remove(one.id)
            # How many there are stands over the page.
            st.rerun()


def _link(slide: Shown, looks: SessionLooks) -> None:
    """Draw what opens a finding where it stands, with what was selected there and nothing of what was since."""
    one, exhibit = slide.finding, slide.exhibit
    if (entry := looks.entry(one.where.dataset)) is None:
        return
    spec = navigation.PAGES[exhibit.kind.page]
    stays = {Key.RECENT, Key.LANG, Key.SUBMISSIONS}
    changes: dict[str, str | None] = {str(key): None for key in spec.keys if key not in stays}
    changes |= {key: value for key, value in {**one.address, **exhibit.address}.items() if key in changes}
    usual = one.where.baselines == entry.files.baselines
    changes |= {Key.BASELINES: None if usual else SWITCH[one.where.baselines], Key.DATASET: entry.id}
    widgets.next_page(exhibit.kind.page, _("Open on {page}", page=translated(spec.title)), **changes)


def _changed(slide: Shown) -> None:
    """Say that a finding says something else now, with both numbers, and offer to keep what it says now."""
    one, now = slide.finding, slide.standing

    @state.spoken
    def renew() -> None:
        renewed = kept(slide.exhibit, title=one.title, note=one.note, show=one.show, address=one.address, id=one.id)
        pins.keep([renewed if other.id == one.id else other for other in pins.findings()])

    def written(value: float) -> str:
        return f"{value:,.0f}" if value > 1 and value.is_integer() else number(value, 4)

    def called(name: str) -> str:
        stem, _between, end = name.rpartition("_")
        if stem and end in ("low", "high"):
            return _("{number}, {end}", number=called(stem), end=called(end))
        return translated(_NUMBERS.get(name, name.replace("_", " ")))

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
    st.button(
        _("Keep what it says now"), key="finding renew", icon=":material/update:", type="tertiary", on_click=renew
    )


def report_button(findings: Sequence[Finding], looks: Looks) -> Job[Report] | None:
    """Draw what makes a report of the findings in the language of the page: a button, how far it is, the download.

    Return the work on it; None where nobody asked for it.

    Args:
        findings: in order; at least one.
        looks: where their datasets come from; gold that they withhold is in no report.
    """

    @state.spoken
    def ask() -> None:
        # What it is made of is read here, where the session is known.
        from cwsdiag.report.contents import contents_of
        from cwsdiag.report.writing import report_of

        spoken, contents = language(), contents_of(_("Findings"), findings, looks)
        asked: Job[Report] = Job()
        st.session_state[_ASKED] = spoken, to_text(findings), asked

        def make(job: Job[Report]) -> Report:
            with speaking(spoken):
                written = report_of(contents, progress=job.tell)
                return written.zipped(_FOLDER), written.problems

        aside(asked, make)

    # A report of other findings, or in another language, is another report.
    spoken, text, asked = st.session_state.get(_ASKED, ("", "", None))
    job: Job[Report] | None = asked if (spoken, text) == (language(), to_text(findings)) else None
    if job is None or job.state == "failed":
        st.button(
            _("Make a report"),
            key="make a report",
            icon=":material/description:",
            help=_("A page, slides, figures, tables and all numbers, in one zip."),
            on_click=ask,
        )
    elif job.state != "done":
        watch(job, lambda: st.progress(job.share, text=_("The report is made …")))
    else:
        widgets.download(
            _("Download the report"),
            data=job.result()[0],
            name=f"{_FOLDER}.zip",
            key="download the report",
        )
    return job


def remarks(job: Job[Report] | None) -> None:
    """Say why the report that was asked for could not be made, or what is missing in it; nothing where all is well."""
    if job is None or not job.done():
        return
    if job.state == "failed":
        widgets.box("error", why(job), title=_("The report could not be made"))
    elif problems := job.result()[1]:
        widgets.box("info", "\n".join(problems), title=_("Some figures are missing in the report"))
