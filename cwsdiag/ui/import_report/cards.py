"""The Data page's cards: what each file was taken for, what looks wrong, and what can be done about it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.formats import READERS
from cwsdiag.ui.data import catalogue, renaming, uploads
from cwsdiag.ui.shell import widgets
from cwsdiag.ui.shell.view import current
from cwsdiag.views.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.doctor import Finding
    from cwsdiag.errors import Fix
    from cwsdiag.formats import Facts, Role
    from cwsdiag.ui.data.files import File, FileSet
    from cwsdiag.ui.data.reading import LoadedFiles
    from cwsdiag.ui.data.uploads import Aside

ROLES: dict[Role, str] = {"gold": "gold", "training": "training", "system": "prediction"}
TAKEN_AS = {**ROLES, "training": "training data"}
FIXES: dict[Fix, str] = {
    "nfkc": "Normalise all files by NFKC",
    "t2s": "Convert all files to simplified characters",
    "skip": "Leave out what differs",
}
WITHHELD = '<p class="cw-note">The task keeps its gold private: no word of this file is shown.</p>'
# Encodings one may ask for by a click; any other that Python knows can be typed.
ENCODINGS = ("utf-8", "gb18030", "cp950", "big5hkscs", "utf-16")
DETECTED = "detected"
_A_ROW = 2


def cards(id: str, files: FileSet, loaded: LoadedFiles) -> None:
    """Draw a card for each file of a dataset, two in a row; uploads can be mended here."""
    entry = current().entry
    withheld = entry is not None and entry.id == id and entry.withholds_gold
    own = id == catalogue.UPLOAD and catalogue.may_edit(id)
    shown = files.files
    for start in range(0, len(shown), _A_ROW):
        for column, file in zip(st.columns(_A_ROW), shown[start : start + _A_ROW], strict=False):
            with column, st.container(border=True, height="stretch"):
                _card(file, loaded, withheld=withheld and file.role != "training")
                # Over private gold nothing is said but how large files are; what was wrong was said when they came.
                found = [] if withheld else loaded.about(file)
                _findings(found, key=file.stamp, mend=uploads.mend if own else None)
                if own or (file.role == "system" and catalogue.may_edit(id)):
                    _actions(id, files, file)
    if files.weights is not None and (problem := loaded.problems.get(files.weights.stamp)):
        widgets.box("error", problem, title="Difficulties are not known")


def aside_card(aside: Aside, number: int) -> None:
    """Draw a file that was put aside: why, and what can be done."""
    file, key = aside.file, f"aside {number}"
    with st.container(border=True, key=key):
        widgets.box("error", aside.reason, title=f"{file.file_name} was not taken as {TAKEN_AS[file.role]}")
        _findings(aside.findings, key=key, mend=lambda fix: uploads.mend_aside(aside, fix))
        with st.container(horizontal=True):
            st.button("Dismiss", key=f"dismiss {number}", on_click=uploads.dismiss, args=(aside,))
            _reading(file, key=key)
            if file.role == "gold" and aside.readable:
                st.button(
                    "Take it all the same",
                    key=f"accept {number}",
                    on_click=uploads.accept_aside,
                    args=(aside,),
                    help="Predictions that do not fit it are kept, but not compared.",
                )


def _card(file: File, loaded: LoadedFiles, *, withheld: bool) -> None:
    facts, problem = loaded.facts.get(file.stamp), loaded.problems.get(file.stamp, "")
    hidden = '<span class="cw-role">hidden</span>' if file.hidden else ""
    own_name = "" if file.name == file.file_name else f'<span class="cw-note">{escape(file.file_name)}</span>'
    head = (
        f'<div class="cw-file"><span class="cw-role">{ROLES[file.role]}</span>'
        f"<b>{escape(file.name)}</b>{own_name}{hidden}</div>"
    )
    if facts is None:
        st.html(head)
        widgets.box("error", problem, title="This file cannot be used")
        return
    seen = ' style="opacity:.55"' if file.hidden else ""
    preview = WITHHELD if withheld else _preview(facts.preview)
    st.html(f"{head}<div{seen}>{_facts(facts)}{preview}</div>")
    if problem:
        widgets.box("error", problem, title="This file is not compared")
    for warning in () if withheld else facts.warnings:
        widgets.box("warning", warning)


def _facts(facts: Facts) -> str:
    sizes = [counted(facts.sentences, "sentences")] if facts.sentences else []
    sizes += [counted(facts.words, "words"), counted(facts.characters, "characters")]
    newlines = [kind for kind, count in facts.newlines.items() if count]
    taken_for = [READERS[facts.format].label, facts.encoding.label, " and ".join(newlines) or "no line end"]
    details = ["gzip"] if facts.gzip else []
    details += [counted(facts.blank_lines, "blank lines")] if facts.blank_lines else []
    details += [f"full width: {facts.full_width:,}, half width: {facts.half_width:,}"] if facts.full_width else []
    details += [f"left out: {count:,} {what}" for what, count in facts.stripped.items()]
    lines = (sizes, taken_for, details)
    reason = escape(f"Read as {facts.encoding.label} because {facts.encoding.reason}.")
    return "".join(
        f'<p class="cw-facts" title="{reason}">{"".join(f"<span>{escape(fact)}</span>" for fact in line)}</p>'
        for line in lines
        if line
    )


def _preview(sentences: Sequence[Sequence[str]]) -> str:
    return "".join(
        f'<p class="cw-preview">{" ".join(f"<span>{escape(word)}</span>" for word in words)}</p>'
        for words in sentences[:1]
    )


def _findings(findings: Sequence[Finding], *, key: str, mend: Callable[[Fix], None] | None) -> None:
    """Draw what was found, each with the button that mends it where there is one."""
    for finding in findings:
        widgets.box("warning" if finding.severity == "warning" else "info", finding.message)
        if finding.fix is not None and mend is not None:
            st.button(
                FIXES[finding.fix],
                key=f"fix {finding.code} {key}",
                icon=":material/healing:",
                on_click=mend,
                args=(finding.fix,),
            )


def _actions(id: str, files: FileSet, file: File) -> None:
    """Draw what can be done with a file: anything with uploads; systems of a project are renamed and hidden."""
    own = id == catalogue.UPLOAD and catalogue.may_edit(id)
    with widgets.controls(f"card {file.stamp}"), st.container(horizontal=True):
        if own:
            _reading(file, key=file.stamp)
        if file.role == "system":
            _naming(id, files, file)
            _hiding(id, file)
        if own:
            st.button("Remove", key=f"remove {file.stamp}", type="tertiary", on_click=uploads.remove, args=(file,))


def _reading(file: File, *, key: str) -> None:
    """Draw what changes how a file is read."""
    encodings = list(dict.fromkeys([DETECTED, *ENCODINGS, file.options.encoding or DETECTED]))
    formats = [DETECTED, *READERS]
    names = f"encoding {key}", f"format {key}"

    def changed() -> None:
        encoding, format = (None if st.session_state[name] == DETECTED else st.session_state[name] for name in names)
        uploads.read_as(file, encoding=encoding, format=format)

    with st.popover("Read it differently", type="tertiary"):
        st.selectbox(
            "Encoding",
            encodings,
            index=encodings.index(file.options.encoding or DETECTED),
            key=names[0],
            on_change=changed,
            accept_new_options=True,
        )
        st.selectbox(
            "Format",
            formats,
            index=formats.index(file.options.format or DETECTED),
            format_func=lambda name: DETECTED if name == DETECTED else READERS[name].label,
            key=names[1],
            on_change=changed,
        )


def _naming(id: str, files: FileSet, file: File) -> None:
    key = f"name {file.stamp}"

    def changed() -> None:
        renaming.rename(id, files, file, st.session_state[key])

    with st.popover("Rename", type="tertiary"):
        name = st.text_input("Name of the system", value=file.name, key=key, on_change=changed, max_chars=80)
        problem = renaming.name_problem(files, file, name)
        if problem:
            widgets.box("error", problem)


def _hiding(id: str, file: File) -> None:
    st.button(
        "Show" if file.hidden else "Hide",
        key=f"hide {file.stamp}",
        type="tertiary",
        on_click=renaming.hide,
        args=(id, file, not file.hidden),
        help="Back onto all pages." if file.hidden else "Kept, but left out of all pages until it is shown again.",
    )
