"""The cards of the page: what each file was taken for and why, what looks wrong, and what can be done about it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial, reduce
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.doctor import PLACES
from cwsdiag.errors import shown
from cwsdiag.formats import READERS, WRAPPERS
from cwsdiag.formats.wrappers import chosen, said
from cwsdiag.languages import _, language, lazy, n_, translated
from cwsdiag.languages.visible import escape
from cwsdiag.project import FileSet
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.own import uploads
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.view import current
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.align import Mismatch
    from cwsdiag.doctor import Proposal
    from cwsdiag.formats import Facts
    from cwsdiag.project import File
    from cwsdiag.ui.data.cached import LoadedFiles

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
WITHHELD = lazy("The task keeps its gold private: no word of this file is shown.")
# Encodings one may ask for by a click; any other that Python knows can be typed.
ENCODINGS = ("utf-8", "gb18030", "cp950", "big5hkscs", "utf-16", "utf-16-le", "utf-16-be")
DETECTED = "detected"
# Separators one may ask for by a click; any other can be typed.
SEPARATORS = ("/", "|", "_", "U+200B")
WRAPPED_BY = {"markdown": lazy("Markdown"), "numbers": lazy("numbers"), "quotes": lazy("quotes")}
_A_ROW = 2
# Labels are Markdown, in which a name could be more than words.
_NO_WORD = re.compile(r"[^\w. -]")
# Characters of a file that is not used, as its card shows them.
_BEGINNING = 60
# What is found where a prediction has other characters than gold: the problem says it already, with the places.
_SAID_BY_PROBLEM = frozenset({"characters"})
# With what is found where characters differ there is the choice of what is done then.
_CHOSEN_BESIDE = frozenset({"characters", "lines-shifted"})


def cards(id: str, files: FileSet, loaded: LoadedFiles) -> None:
    """Draw a card for each file of a dataset, two in a row; uploads can be placed and mended here."""
    entry = current().entry
    withheld = entry is not None and entry.id == id and entry.withholds_gold
    own = id == catalogue.UPLOAD
    proposals = uploads.proposals(files) if own else {}
    drawn = files.everything if own else files.read
    for start in range(0, len(drawn), _A_ROW):
        for column, file in zip(st.columns(_A_ROW), drawn[start : start + _A_ROW], strict=False):
            with column, st.container(border=True, height="stretch"):
                _head(file, proposals.get(file.key))
                _card(file, loaded, withheld=withheld and file.role != "training")
                # Over private gold nothing is said but how large files are; what was wrong was said when they came.
                if not withheld and file.role not in ("out", "weights"):
                    _findings(files, file, loaded, own=own)
                if own or file.role == "system":
                    _actions(id, files, file)
    if not own and files.weights is not None and (problem := loaded.problems.get(files.weights.stamp)):
        widgets.box("error", problem, title=_("Difficulties are not known"))
    documents = files.one("documents")
    if documents is not None and (problem := loaded.problems.get(documents.stamp)):
        widgets.box("error", problem, title=_("Documents are not known"))


def _head(file: File, proposal: Proposal | None) -> None:
    """Draw the name of a file and its role, which can be chosen where one is proposed, with the reason."""
    chip = '<span class="cw-role">{}</span>'
    hidden = chip.format(escape(_("hidden"))) if file.hidden else ""
    own_name = "" if file.name == file.file_name else f'<span class="cw-note">{escape(file.file_name)}</span>'
    role = chip.format(escape(translated(PLACES[file.role]))) if proposal is None else ""
    head = f'<div class="cw-file">{role}<b>{escape(file.name)}</b>{own_name}{hidden}</div>'
    if proposal is None:
        st.html(head)
        return
    name, selector = st.columns([0.66, 0.34], vertical_alignment="top")
    name.html(head)
    with selector, widgets.controls(f"role {file.stamp}"):
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
    unsure = "" if proposal.sure or file.chosen else _("Unsure.")
    doubt = f"<b>{escape(unsure)}</b> " if unsure else ""
    st.html(f'<p class="cw-note">{doubt}{escape(translated(proposal.reason))}</p>')


def _card(file: File, loaded: LoadedFiles, *, withheld: bool) -> None:
    """Draw what a file was taken for, or why it cannot be used; of one that is left out how it begins."""
    facts, problem = loaded.facts.get(file.stamp), loaded.problems.get(file.stamp, "")
    if file.role == "out":
        glimpse = uploads.glimpse_of(file)
        if glimpse.problem is not None:
            widgets.box("error", on_page(glimpse.problem), title=_("This file cannot be used"))
        elif glimpse.sample:
            st.html(f'<p class="cw-preview">{escape(shown(glimpse.sample, _BEGINNING))}</p>')
        return
    if facts is None:
        if problem:
            widgets.box("error", problem, title=_("This file cannot be used"))
        elif file.role == "weights":
            waiting = "" if loaded.dataset else _("They are read once there is a gold file.")
            widgets.note(waiting or _("How hard each gold word is: see Difficulty."))
        return
    seen = ' style="opacity:.55"' if file.hidden else ""
    words = "".join(f"<span>{escape(word)}</span> " for sentence in facts.preview[:1] for word in sentence)
    preview = f'<p class="cw-preview">{words.rstrip()}</p>' if facts.preview else ""
    if withheld:
        preview = f'<p class="cw-note">{escape(translated(WITHHELD))}</p>'
    st.html(f"<div{seen}>{_facts(facts)}{preview}</div>")
    swapped = any(finding.code == "swapped-training" for finding in loaded.findings)
    if problem and swapped and file.role == "system" and not loaded.about(file):
        # Of one that has a cause of its own something is found.
        widgets.box("warning", _("Not compared: gold and training data are swapped."))
    elif problem:
        # What was found is the cause of what went wrong, and said with it: one error, one box.
        causes = [translated(finding.message) for finding in loaded.about(file) if finding.code not in _SAID_BY_PROBLEM]
        widgets.box("error", "\n".join([*causes, problem]), title=_("This file is not compared"))
    for warning in () if withheld else facts.warnings:
        widgets.box("warning", translated(warning))


def _facts(facts: Facts) -> str:
    sizes = [n_("{n:,} sentence", "{n:,} sentences", facts.sentences)] if facts.sentences else []
    sizes.append(n_("{n:,} word", "{n:,} words", facts.words))
    sizes.append(n_("{n:,} character", "{n:,} characters", facts.characters))
    newlines = [kind for kind, count in facts.newlines.items() if count]
    ends = reduce(lambda before, kind: _("{one} and {other}", one=before, other=kind), newlines) if newlines else ""
    encoding = translated(facts.encoding.label)
    taken_for = [translated(READERS[facts.format].label), encoding, ends or _("no line end")]
    reason = _("Read as {encoding} because {reason}.", encoding=encoding, reason=translated(facts.encoding.reason))
    if facts.separator is not None:
        between = facts.separator.label
        taken_for.insert(1, _("between words: {separator}", separator=between))
        because = translated(facts.separator.reason)
        reason += "\n" + _("Words end at {separator} because {reason}.", separator=between, reason=because)
    details = ["gzip"] if facts.gzip else []
    details += [_("frequencies in place of counts")] if facts.decimals else []
    details += [n_("{n:,} blank line", "{n:,} blank lines", facts.blank_lines)] if facts.blank_lines else []
    if facts.full_width:
        details.append(_("full width: {full:,}, half width: {half:,}", full=facts.full_width, half=facts.half_width))
    for what, count in facts.stripped.items():
        details.append(_("left out: {count:,} {what}", count=count, what=translated(what)))
    details += [translated(said(key, count)) for key, count in facts.wrapped.items()]
    return "".join(
        f'<p class="cw-facts" title="{escape(reason)}">{"".join(f"<span>{escape(fact)}</span>" for fact in line)}</p>'
        for line in (sizes, taken_for, details)
        if line
    )


def _findings(files: FileSet, file: File, loaded: LoadedFiles, *, own: bool) -> None:
    """Draw what was found about a file, each with the button that mends it where there is one."""
    for finding in loaded.about(file):
        if not loaded.problems.get(file.stamp):
            widgets.box("warning" if finding.severity == "warning" else "info", translated(finding.message))
        if not own:
            continue
        if finding.code in _CHOSEN_BESIDE:
            _mismatch(files, file)
        elif finding.fix is not None:
            st.button(
                translated(FIXES[finding.fix]),
                key=f"fix {finding.fix} {finding.code} {file.stamp}",
                icon=":material/healing:",
                on_click=uploads.strip if finding.fix in WRAPPERS else uploads.change,
                args=(file if finding.fix in WRAPPERS else FileSet.fixed, finding.fix),
            )
        other = None
        if finding.code in ("swapped-training", "swapped-training-doubt"):
            other = files.training
        elif finding.code == "swapped":
            other = next((system for system in files.systems if system.name == finding.system), None)
        if other is not None and files.gold is not None:
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


def _actions(id: str, files: FileSet, file: File) -> None:
    """Draw what can be done with a file: anything with uploads; systems of a project are renamed and hidden."""
    own = id == catalogue.UPLOAD
    with widgets.controls(f"card {file.stamp}"), st.container(horizontal=True):
        if own and file.role != "weights":
            with st.popover(_("Read it differently"), type="tertiary"):
                _reading(file)
        if file.role == "system":
            key = f"name {file.stamp}"
            with st.popover(_("Rename"), type="tertiary"):
                name = st.text_input(
                    _("Name of the system"),
                    value=file.name,
                    key=key,
                    on_change=lambda: catalogue.rename(id, files, file, st.session_state[key]),
                    max_chars=80,
                )
                problem = catalogue.name_problem(files, file, name)
                if problem:
                    widgets.box("error", problem)
            st.button(
                _("Show") if file.hidden else _("Hide"),
                key=f"hide {file.stamp}",
                type="tertiary",
                on_click=catalogue.edit,
                args=(id, file),
                kwargs={"hidden": not file.hidden},
                help=_("Back onto all pages.")
                if file.hidden
                else _("Kept, but left out of all pages until it is shown again."),
            )
        if own:
            st.button(
                _("Remove"),
                key=f"remove {file.stamp}",
                type="tertiary",
                on_click=uploads.change,
                args=(FileSet.without, file),
            )


def _reading(file: File) -> None:
    """Draw what changes how a file is read."""
    options = file.options
    separators = _("What stands between words where that is not white space. Any other than these can be typed.")
    for what, label, asked, known, help in (
        ("encoding", _("Encoding"), options.encoding, ENCODINGS, None),
        ("format", _("Format"), options.format, tuple(READERS), None),
        ("separator", _("Between words"), options.separator, SEPARATORS, separators),
    ):
        labels = {DETECTED: _("detected")}
        if what == "format":
            labels |= {key: translated(reader.label) for key, reader in READERS.items()}
        state.draw_input(
            f"{what} {file.stamp}",
            st.selectbox,
            value=asked or DETECTED,
            changed=partial(_read_as, file, what),
            label=label,
            options=list(dict.fromkeys([DETECTED, *known, asked or DETECTED])),
            format_func=partial(_label, labels),
            accept_new_options=what != "format",
            help=help,
        )
    state.draw_input(
        # The browser holds what a choice is called: in another language it begins anew.
        f"strip {language()} {file.stamp}",
        st.pills,
        value=list(options.strip),
        changed=lambda keys: uploads.read_as(file, strip=chosen(keys)),
        label=_("Left out around lines"),
        options=list(WRAPPED_BY),
        format_func=lambda name: translated(WRAPPED_BY[name]),
        selection_mode="multi",
    )


def _read_as(file: File, what: str, asked: str) -> None:
    uploads.read_as(file, **{what: None if asked == DETECTED else asked})


def _label(labels: Mapping[str, str], value: str) -> str:
    return labels.get(value, value)
