"""A row for each file: what it was taken for and why, what looks wrong, and what can be done about it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.doctor import PLACES, content_of, fact_rows
from cwsdiag.errors import shown
from cwsdiag.formats import READERS, WRAPPERS
from cwsdiag.formats.wrappers import chosen
from cwsdiag.languages import _, language, lazy, translated
from cwsdiag.languages.visible import escape, visible
from cwsdiag.project import FileSet
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.own import uploads
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.view import current
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.align import Mismatch
    from cwsdiag.doctor import Finding, Proposal
    from cwsdiag.formats import Facts
    from cwsdiag.loading import Loaded
    from cwsdiag.project import File
    from cwsdiag.ui.data.catalogue import Entry

FIXES: dict[str, str] = {
    "nfkc": lazy("Normalise all files by NFKC"),
    "t2s": lazy("Convert all files to simplified characters"),
    "underscores": lazy("Delete every _ in all files"),
    "markdown": lazy("Strip Markdown marks"),
    "numbers": lazy("Strip numbers before lines"),
    "quotes": lazy("Strip quotes around lines"),
}
# What can be done where a system has other characters than gold.
MISMATCHES: dict[Mismatch, str] = {
    "error": lazy("do not compare"),
    "skip": lazy("leave it out on both sides"),
    "count": lazy("count it against the system"),
}
# Encodings and separators one may ask for by a click; any other can be typed.
ENCODINGS = ("utf-8", "gb18030", "cp950", "big5hkscs", "utf-16", "utf-16-le", "utf-16-be")
SEPARATORS = ("/", "|", "_", "U+200B")
DETECTED = "detected"
_TRACKS = {"": lazy("not said"), "closed": lazy("closed"), "open": lazy("open")}
# Labels are Markdown, in which a name could be more than words.
_NO_WORD = re.compile(r"[^\w. -]")
# Characters of a file that is not used.
_BEGINNING = 60


def cards(id: str, files: FileSet, loaded: Loaded) -> None:
    """Draw a row for each file of a dataset; uploads can be placed and mended here."""
    entry = current().entry
    entry = entry if entry is not None and entry.id == id else None
    own = id == catalogue.UPLOAD
    proposals = uploads.proposals(files) if own else {}
    for file in files.everything if own else files.read:
        withheld = entry is not None and entry.withholds_gold
        with st.container(border=True):
            left, right = st.columns([0.68, 0.32])
            with left:
                _head(file, proposals.get(file.key))
                _content(file, loaded, withheld=withheld and file.role != "training")
                # Over private gold nothing is said but how large files are; what was wrong was said when they came.
                if not withheld:
                    _findings(files, file, loaded, own=own)
            if own or file.role == "system":
                with right, widgets.controls(f"card {file.stamp}"):
                    _actions(id, entry, files, file)
    for file in files.of("documents", *(() if own else ("weights", "labels"))):
        if problem := loaded.problems.get(file.part):
            widgets.box("error", on_page(problem), title=_("{file} cannot be used", file=file.file_name))


def _head(file: File, proposal: Proposal | None) -> None:
    """Draw the name of a file, and its role with the reason."""
    chips = [] if proposal is not None else [PLACES[file.role]]
    chips += [lazy("hidden")] if file.hidden else []
    roles = "".join(f'<span class="cw-role">{escape(translated(chip))}</span>' for chip in chips)
    own_name = "" if file.name == file.file_name else f'<span class="cw-note">{escape(file.file_name)}</span>'
    reason = ""
    if proposal is not None:
        unsure = "" if proposal.sure or file.chosen else _("Unsure.")
        reason = f'<p class="cw-note"><b>{escape(unsure)}</b> {escape(translated(proposal.reason))}</p>'
    st.html(f'<div class="cw-file"><b>{escape(file.name)}</b>{own_name}{roles}</div>{reason}')


def _content(file: File, loaded: Loaded, *, withheld: bool) -> None:
    """Draw what a file was taken for, or why it cannot be used; of one that is left out how it begins."""
    facts, error = loaded.facts.get(file.part), loaded.problems.get(file.part)
    if file.role == "out":
        glimpse = uploads.glimpse_of(file)
        facts, error = None, glimpse.problem
        if glimpse.sample:
            st.html(f'<p class="cw-preview">{escape(shown(glimpse.sample, _BEGINNING))}</p>')
    if facts is None:
        if error is not None:
            widgets.box("error", on_page(error), title=_("This file cannot be used"))
        elif file.role in ("weights", "labels") and loaded.dataset is None:
            widgets.note(_("They are read once there is a gold file."))
        return
    rows = "".join(f"<p>{escape(label)}: {escape(text)}</p>" for label, text in fact_rows(facts))
    words = "".join(f"<span>{escape(word)}</span> " for sentence in facts.preview[:1] for word in sentence)
    preview = f'<p class="cw-preview">{words}</p>'
    if withheld:
        private = _("The task keeps its gold private: no word of this file is shown.")
        preview = f'<p class="cw-note">{escape(private)}</p>'
    st.html(f'<details class="cw-note"><summary>{escape(content_of(facts))}</summary>{rows}</details>{preview}')
    about = _about(file, facts, loaded)
    if error is not None and not about and any(one.code == "swapped-training" for one in loaded.findings):
        widgets.box("warning", _("Not compared: gold and training data are swapped."))
    elif error is not None:
        # What was found is the cause of what went wrong, and said with it; other characters the problem says itself.
        causes = [translated(finding.message) for finding in about if finding.code != "characters"]
        widgets.box("error", "\n".join([*causes, on_page(error)]), title=_("This file is not compared"))
    for warning in () if withheld else facts.warnings:
        widgets.box("warning", translated(warning))


def _about(file: File, facts: Facts, loaded: Loaded) -> list[Finding]:
    """Return what was found about one file."""
    if file.role == "system":
        return [finding for finding in loaded.findings if finding.system == file.name]
    return [finding for finding in loaded.findings if finding.system is None and finding.file == facts.name]


def _findings(files: FileSet, file: File, loaded: Loaded, *, own: bool) -> None:
    """Draw what was found about a file, each with the button that mends it where there is one."""
    facts = loaded.facts.get(file.part)
    for finding in [] if facts is None else _about(file, facts, loaded):
        if file.part not in loaded.problems:
            widgets.box("warning" if finding.severity == "warning" else "info", translated(finding.message))
        if not own:
            continue
        if finding.code in ("characters", "lines-shifted"):
            _mismatch(files, file)
        elif finding.fix is not None:
            mend = partial(uploads.change, FileSet.fixed, finding.fix)
            if finding.fix in WRAPPERS:
                mend = partial(uploads.read_as, file, strip=chosen((*file.options.strip, finding.fix)))
            key = f"fix {finding.fix} {finding.code} {file.stamp}"
            st.button(translated(FIXES[finding.fix]), key=key, icon=":material/healing:", on_click=mend)
        elif finding.code.startswith("swapped") and files.gold is not None:
            systems = (system for system in files.systems if system.name == finding.system)
            other = next(systems, files.training)
            if other is not None:
                one, two = translated(PLACES[files.gold.role]), translated(PLACES[other.role])
                st.button(
                    _("Swap {one} and {other}", one=one, other=two),
                    key=f"swap {file.stamp}",
                    icon=":material/swap_horiz:",
                    on_click=uploads.place,
                    args=({files.gold: other.role, other: files.gold.role},),
                )


def _mismatch(files: FileSet, file: File) -> None:
    """Draw what is done where characters differ, for all files of the dataset."""
    state.draw_input(
        f"mismatch {file.stamp} {language()}",
        st.segmented_control,
        value=files.mismatch,
        changed=lambda mismatch: uploads.change(lambda now: replace(now, mismatch=mismatch)),
        label=_("Where characters differ from gold"),
        options=list(MISMATCHES),
        format_func=lambda mismatch: translated(MISMATCHES[mismatch]),
        required=True,
        help=_(
            "It holds for all systems of this dataset. What is counted against a system are the words that it adds, "
            "and those of gold that it lacks or changes."
        ),
    )


def _actions(id: str, entry: Entry | None, files: FileSet, file: File) -> None:
    """Draw what can be done with a file: anything with uploads; systems of a project are renamed and hidden."""
    own = id == catalogue.UPLOAD
    if own:
        state.draw_input(
            f"role {file.stamp}",
            st.selectbox,
            value=file.role,
            changed=lambda role: uploads.place({file: role}),
            label=_("Role of {file}", file=_NO_WORD.sub("_", file.file_name)),
            options=list(PLACES),
            format_func=lambda place: translated(PLACES[place]),
            label_visibility="collapsed",
        )
    with st.container(horizontal=True):
        if file.role not in ("weights", "labels"):
            with st.popover(_("Change"), type="tertiary"):
                if file.role == "system":
                    _system(id, entry, files, file)
                if own:
                    _reading(file)
        if file.role == "system":
            label, key = _("Show") if file.hidden else _("Hide"), f"hide {file.stamp}"
            hide = partial(catalogue.edit, id, file, hidden=not file.hidden)
            st.button(
                label, key=key, type="tertiary", on_click=hide, help=_("A hidden system is left out of all pages.")
            )
        if own:
            remove = partial(uploads.change, FileSet.without, file)
            st.button(_("Remove"), key=f"remove {file.stamp}", type="tertiary", on_click=remove)


def _system(id: str, entry: Entry | None, files: FileSet, file: File) -> None:
    """Draw what is known of a system beside its prediction, and what it is made of on all datasets."""
    key = f"name {file.stamp}"
    name = st.text_input(
        _("Name of the system"),
        value=file.name,
        key=key,
        on_change=lambda: catalogue.rename(id, files, file, st.session_state[key]),
        max_chars=80,
    )
    if problem := catalogue.name_problem(files, file, name):
        widgets.box("error", problem)
    if entry is None:
        return
    origins = {"": lazy("not said"), files.called: lazy("the training data of this dataset")}
    for what, label, value, names, help in (
        ("track", _("Track"), file.track, _TRACKS, _("closed: trained on the training data of this dataset alone.")),
        ("trained_on", _("Trained on"), file.trained_on, origins, _("It says whose criterion a system follows.")),
    ):
        state.draw_input(
            f"{what} {file.stamp}",
            st.selectbox,
            value=value if value in names else "",
            changed=partial(_know, id, file, what),
            label=label,
            options=list(names),
            format_func=partial(_label, names),
            help=help,
        )
    beside = current().catalogue.beside(entry)

    def say_parts(text: str) -> None:
        # Lines that name none, or no value, are passed over.
        pieces = ([visible(piece.strip()) for piece in line.partition("=")] for line in text.split("\n"))
        catalogue.say_parts(beside, file, {part: value for part, _sign, value in pieces if part and value})

    parts = catalogue.parts_of(beside).get(file.model_name, {})
    state.draw_input(
        f"parts {file.stamp}",
        st.text_area,
        value="\n".join(f"{part} = {value}" for part, value in parts.items()),
        changed=say_parts,
        label=_("Made of"),
        height="content",
        placeholder=_("decoder = crf"),
        help=_("One part a line, the same on all datasets. Systems compares those that differ in one part alone."),
    )


def _reading(file: File) -> None:
    """Draw what changes how a file is read."""
    labels = {DETECTED: lazy("detected"), **{key: reader.label for key, reader in READERS.items()}}
    for what, label, known in (
        ("encoding", _("Encoding"), ENCODINGS),
        ("format", _("Format"), tuple(READERS)),
        ("separator", _("Between words"), SEPARATORS),
    ):
        asked = getattr(file.options, what) or DETECTED
        state.draw_input(
            f"{what} {file.stamp}",
            st.selectbox,
            value=asked,
            changed=partial(_read_as, file, what),
            label=label,
            options=list(dict.fromkeys([DETECTED, *known, asked])),
            format_func=partial(_label, labels),
            accept_new_options=what != "format",
        )
    state.draw_input(
        # The browser holds what a choice is called: in another language it begins anew.
        f"strip {language()} {file.stamp}",
        st.pills,
        value=list(file.options.strip),
        changed=lambda keys: uploads.read_as(file, strip=chosen(keys)),
        label=_("Left out around lines"),
        options=list(WRAPPERS),
        format_func=lambda key: translated(FIXES[key]),
        selection_mode="multi",
    )


def _know(id: str, file: File, what: str, value: str) -> None:
    catalogue.edit(id, file, **{what: value or None})


def _read_as(file: File, what: str, asked: str) -> None:
    uploads.read_as(file, **{what: None if asked == DETECTED else asked})


def _label(labels: Mapping[str, str], value: str) -> str:
    return translated(labels.get(value, value))
