"""A row for each file: what it is, or why it is not used; opened, what stands in it and all that can be changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from cwsdiag.doctor import FileFinding
from cwsdiag.doctor.examine import content_of, fact_rows
from cwsdiag.doctor.roles import PLACES, Place
from cwsdiag.errors import brief
from cwsdiag.formats import READERS
from cwsdiag.formats.wrappers import chosen
from cwsdiag.inputs import PLACED
from cwsdiag.languages import _, language, lazy, translated
from cwsdiag.languages.visible import escape, visible
from cwsdiag.loading import Loaded
from cwsdiag.project import File
from cwsdiag.ui import commands, state
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.data.catalogue import DatasetEntry
from cwsdiag.ui.files import uploads
from cwsdiag.ui.shell import widgets
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.view import current
from cwsdiag.views.wording import number, on_page

# What is done to all files, and what is left out around the lines of one.
FIXES: dict[str, str] = {
    "nfkc": lazy("normalise (NFKC)"),
    "t2s": lazy("to simplified characters"),
    "underscores": lazy("delete every _"),
}
STRIPS: dict[str, str] = {
    "markdown": lazy("Markdown marks"),
    "numbers": lazy("numbers before lines"),
    "quotes": lazy("quotes around lines"),
}
MISMATCHES = {
    "error": lazy("do not compare"),
    "skip": lazy("leave it out on both sides"),
    "count": lazy("count it against the system"),
}
# Encodings and separators one may ask for by a click; any other can be typed.
_ENCODINGS = ("utf-8", "gb18030", "cp950", "big5hkscs", "utf-16", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
_SEPARATORS = ("/", "|", "_", "U+200B")
_TRACKS = {"": lazy("not said"), "closed": lazy("closed"), "open": lazy("open")}
# What a text may be that nothing tells.
_ASKED: tuple[Place, ...] = ("training", "dev", "gold", "system", "out")
# Labels are Markdown, in which a name could be more than words.
_NO_WORD = re.compile(r"[^\w. -]")
# Characters of a file that is not used.
_BEGINNING = 60


def rows(entry: DatasetEntry, loaded: Loaded) -> None:
    """Draw a row for each file of a dataset, which may have no gold file yet, first those that are not used, and open.

    Args:
        entry: the dataset.
        loaded: what came of its files.
    """
    files = entry.files
    proposals = uploads.proposals(files) if entry.id == catalogue.UPLOAD else {}
    look = current().found if files.gold is not None else None
    scores = {} if look is None else {score.name: f"F1 {number(score.f1)}" for score in look.scores}
    about = {file: _about(file, loaded) for file in files.everything}
    urgent = {
        file
        for file, findings in about.items()
        if file.part in loaded.problems
        or (file.role == "out" and not file.chosen)
        or any(finding.fix is not None for finding in findings)
    }
    hidden = _("hidden")
    with st.container(gap="xsmall"):
        for file in sorted(files.everything, key=lambda file: file not in urgent):
            facts, proposal = loaded.facts.get(file.part), proposals.get(file.key)
            doubt = "" if proposal is None or file.chosen else translated(proposal.reason)
            odd = bool(facts is not None and facts.warnings) or any(one.severity == "warning" for one in about[file])
            colour, role = "orange" if file in urgent else "gray", translated(PLACES[file.role])
            parts = [
                f":{colour}-badge[{role}] **{widgets.plain(file.name)}**",
                scores.get(file.name, "") if file.role == "system" else "",
                "" if file.name == file.file_name else widgets.plain(file.file_name),
                "" if facts is None else f"{content_of(facts)} · {translated(facts.encoding.label)}",
                f":gray-badge[{hidden}]" if file.hidden else "",
            ]
            icon = ":material/error:" if file in urgent else ":material/warning:" if odd or doubt else None
            label = " · ".join(filter(None, parts))
            _row(entry, file, loaded, about[file], doubt, label, icon, urgent=file in urgent)


@in_place
def _row(
    entry: DatasetEntry,
    file: File,
    loaded: Loaded,
    about: Sequence[FileFinding],
    doubt: str,
    label: str,
    icon: str | None,
    *,
    urgent: bool,
) -> None:
    if catalogue.changed():
        st.rerun()
    key = f"row {file.part} {file.key}"
    # What is in its line may change: it stays as open as it is. Above is what runs a system that has no output.
    is_open = st.session_state.get(f"open {key}", urgent and not (file.run and commands.may_run()))
    row = st.expander(label, expanded=is_open, key=key, icon=icon, on_change="rerun")
    st.session_state[f"open {key}"] = row.open
    if row.open:
        left, right = row.columns(2, gap="medium")
        with left:
            _content(entry, file, loaded, about, doubt)
        with right, widgets.controls(f"row {file.part} {file.stamp}"):
            _controls(entry, file, about, asked=bool(doubt) and file.role == "out")


def _about(file: File, loaded: Loaded) -> list[FileFinding]:
    """Return what was found about one file."""
    if file.role == "system":
        return [finding for finding in loaded.findings if finding.system == file.name]
    facts = loaded.facts.get(file.part)
    return [one for one in loaded.findings if facts is not None and one.system is None and one.file == facts.name]


def _content(entry: DatasetEntry, file: File, loaded: Loaded, about: Sequence[FileFinding], doubt: str) -> None:
    """Draw why a file is not used, what is odd about it, its first lines, and how it was taken."""
    facts, error = loaded.facts.get(file.part), loaded.problems.get(file.part)
    lines: list[str] = []
    if file.role == "out":
        glimpse = uploads.glimpse_of(file)
        error, lines = glimpse.problem, [escape(brief(glimpse.sample, _BEGINNING))]
    if doubt:
        widgets.said(doubt)
    # Over private gold nothing is said but how large files are.
    findings = [] if entry.withholds_gold else about
    if (
        error is not None
        and facts is not None
        and not about
        and any(one.code == "swapped-training" for one in loaded.findings)
    ):
        widgets.box("warning", _("Not compared: gold and training data are swapped."))
    elif error is not None:
        # What was found is the cause of what went wrong, and said with it; other characters the problem says itself.
        causes = [translated(finding.message) for finding in findings if finding.code != "characters"]
        widgets.box("error", "\n".join([*causes, on_page(error)]), title=_("This file cannot be used"))
    else:
        for finding in findings:
            widgets.box("warning" if finding.severity == "warning" else "info", translated(finding.message))
    table: list[tuple[str, str]] = []
    if facts is not None:
        lines = ["".join(f"<span>{escape(word)}</span> " for word in sentence) for sentence in facts.preview]
        table = fact_rows(facts)
    if entry.withholds_gold and file.role != "training":
        lines = [escape(_("The task keeps its gold private: no word of this file is shown."))]
    elif facts is not None:
        for warning in facts.warnings:
            widgets.box("warning", translated(warning))
    drawn = [f'<p class="cw-preview">{line}</p>' for line in lines]
    drawn += [f'<p class="cw-note">{escape(label)}: {escape(text)}</p>' for label, text in table]
    if drawn:
        st.html("".join(drawn))


def _controls(entry: DatasetEntry, file: File, about: Sequence[FileFinding], *, asked: bool) -> None:
    """Draw all that can be changed of a file."""
    id, files, of = entry.id, entry.files, f"{file.part} {file.stamp}"

    def choose(
        what: str,
        label: str,
        names: Mapping[str, str],
        value: Any,
        changed: Any,
        pick: Any = st.selectbox,
        **options: Any,
    ) -> None:
        state.draw_input(
            # The browser holds what a choice is called: in another language it begins anew.
            f"{what} {of} {language()}",
            pick,
            value=value,
            changed=changed,
            label=label,
            options=list(names),
            format_func=lambda name: translated(names.get(name) or name),
            **options,
        )

    def read_as(what: str, value: Any) -> None:
        uploads.read_as(id, file, **{what: None if value == "" else value})

    def normalise(names: Sequence[str]) -> None:
        catalogue.change(id, lambda now: now.normalised(names))

    if entry.origin != "board":
        places: dict[str, str] = {place: PLACES[place] for place in (_ASKED if asked else PLACED)}
        called = _("Role of {file}", file=_NO_WORD.sub("_", file.file_name))
        pick = st.pills if asked else st.selectbox
        choose("role", called, places, file.role, lambda role: uploads.place(id, {file: role or "out"}), pick)
        if any(finding.code in ("characters", "lines-shifted") for finding in about):
            choose(
                "mismatch",
                _("Where characters differ from gold"),
                MISMATCHES,
                files.mismatch,
                lambda mismatch: catalogue.change(id, lambda now: replace(now, mismatch=mismatch)),
                help=_(
                    "It holds for all systems of this dataset. What is counted against a system are the words that "
                    "it adds, and those of gold that it lacks or changes."
                ),
            )
        if any(finding.code.startswith("swapped") for finding in about) and files.gold is not None:
            other = file if file.role == "system" else files.training
            if other is not None:
                one, two = translated(PLACES["gold"]), translated(PLACES[other.role])
                st.button(
                    _("Swap {one} and {other}", one=one, other=two),
                    key=f"swap {of}",
                    icon=":material/swap_horiz:",
                    on_click=uploads.place,
                    args=(id, {files.gold: other.role, other: "gold"}),
                )
        if file.role in ("gold", "training", "system", "raw", "dev", "out"):
            read: Iterable[tuple[str, str, Mapping[str, str]]] = (
                ("encoding", _("Encoding"), dict.fromkeys(_ENCODINGS, "")),
                ("format", _("Format"), {key: reader.label for key, reader in READERS.items()}),
                ("separator", _("Between words"), dict.fromkeys(_SEPARATORS, "")),
            )
            with st.container(horizontal=True):
                for what, label, known in read:
                    value = getattr(file.options, what) or ""
                    names, is_free = {value: "", "": lazy("detected"), **known}, what != "format"
                    choose(what, label, names, value, partial(read_as, what), accept_new_options=is_free)
        if file.role in ("gold", "training", "system", "raw", "dev"):
            strip, normalised = list(file.options.strip), list(file.options.normalise)
            several = partial(choose, pick=st.pills, selection_mode="multi")
            several("strip", _("Left out"), STRIPS, strip, lambda keys: read_as("strip", chosen(keys)))
            several("normalise", _("Done to all files"), FIXES, normalised, normalise)
    if file.role == "system":
        key = f"name {of}"

        def know(what: str, value: str) -> None:
            catalogue.edit(id, file, **{what: value or None})

        with st.container(horizontal=True):
            name = st.text_input(
                _("Name of the system"),
                value=file.name,
                key=key,
                on_change=lambda: catalogue.rename(id, files, file, st.session_state[key]),
                max_chars=80,
            )
            if files.gold is not None:
                closed = _("closed: trained on the training data of this dataset alone.")
                whose = _("It says whose criterion a system follows.")
                origins = {"": lazy("not said"), files.called: lazy("the training data of this dataset")}
                origin = file.trained_on if file.trained_on in origins else ""
                choose("track", _("Track"), _TRACKS, file.track or "", partial(know, "track"), help=closed)
                choose("trained_on", _("Trained on"), origins, origin, partial(know, "trained_on"), help=whose)
        if problem := catalogue.name_problem(files, file, name):
            widgets.box("error", problem)
        if files.gold is not None:
            _parts(file, entry)
    with st.container(horizontal=True):
        if file.role == "system":
            st.button(
                _("Show") if file.hidden else _("Hide"),
                key=f"hide {of}",
                type="tertiary",
                on_click=partial(catalogue.edit, id, file, hidden=not file.hidden),
                help=_("A hidden system is left out of all pages."),
            )
        if entry.origin == "upload":
            remove = partial(catalogue.change, id, lambda now: now.without(file))
            st.button(_("Remove"), key=f"remove {of}", type="tertiary", on_click=remove)


def _parts(file: File, entry: DatasetEntry) -> None:
    """Draw what a system is made of, on all datasets."""
    beside = current().catalogue.beside(entry)

    def say(text: str) -> None:
        # Lines that name none, or no value, are passed over.
        pieces = ([visible(piece.strip()) for piece in line.partition("=")] for line in text.split("\n"))
        said = {part: value for part, _sign, value in pieces if part and value}
        # On every dataset that it is on: no two may contradict each other.
        for one in beside:
            for other in one.files.systems:
                if other.model_name == file.model_name:
                    catalogue.edit(one.id, other, parts=tuple(said.items()))

    parts = catalogue.parts_of(beside).get(file.model_name, {})
    state.draw_input(
        f"parts {file.part} {file.stamp}",
        st.text_area,
        value="\n".join(f"{part} = {value}" for part, value in parts.items()),
        changed=say,
        label=_("Made of"),
        height="content",
        placeholder=_("decoder = crf"),
        help=_("One part a line, the same on all datasets. Datasets compares those that differ in one part alone."),
    )
