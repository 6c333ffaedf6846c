"""What was read from one file, as text."""

from __future__ import annotations

from collections.abc import Mapping

from cwsdiag.errors import brief
from cwsdiag.formats import READERS, Facts, wrappers
from cwsdiag.languages import _, lazy, n_, translated

_LONGEST_NAME = 200
_SEPARATORS: dict[str, str] = {
    one: one for one in (lazy("blank"), lazy("tab"), lazy("two or more blanks"), lazy("other"))
}


def content_of(facts: Facts) -> str:
    """Return how much is in a file, in the language of the moment."""
    sizes = [n_("{n:,} sentence", "{n:,} sentences", facts.sentences)] if facts.sentences else []
    sizes.append(n_("{n:,} word", "{n:,} words", facts.words))
    sizes.append(n_("{n:,} character", "{n:,} characters", facts.characters))
    sizes += [n_("{n:,} part of speech", "{n:,} parts of speech", facts.tagged)] if facts.tagged else []
    return ", ".join(sizes)


def fact_rows(facts: Facts) -> list[tuple[str, str]]:
    """Return how a file was taken and what is in it, as rows of label and text, in the language of the moment."""
    encoding, separators = facts.encoding, _counted(facts.separators)
    around = (f"{translated(wrappers.said(key, count))} (strip: {key})" for key, count in facts.wrapped.items())
    if facts.separator is not None:
        reason = translated(facts.separator.reason)
        separators = _("{separators}, because {reason}", separators=separators, reason=reason)
    rows = [
        (_("format"), translated(READERS[facts.format].label) + (f", {facts.packed}" if facts.packed else "")),
        (
            _("encoding"),
            _("{encoding}, because {reason}", encoding=translated(encoding.label), reason=translated(encoding.reason)),
        ),
        (_("frequencies"), _("in place of counts: only their ratios mean something") if facts.decimals else ""),
        (
            _("lines"),
            _(
                "{lines:,}, {blank:,} of them blank; longest {longest:,} characters",
                lines=facts.lines,
                blank=facts.blank_lines,
                longest=facts.longest_line,
            ),
        ),
        (_("line ends"), _counted(facts.newlines)),
        (_("separators"), separators),
        (_("left out"), _counted(facts.stripped)),
        (_("around"), ", ".join(around)),
    ]
    return [(label, text) for label, text in rows if text]


def report_lines(facts: Facts) -> list[str]:
    """Return the import report of a file, line by line, without invisible characters."""
    rows = [
        ("content", content_of(facts)),
        *fact_rows(facts),
        *(("" if n else "begins", "  ".join(words)) for n, words in enumerate(facts.preview)),
    ]
    return [
        f"{brief(facts.name, _LONGEST_NAME)}, read as {facts.role}",
        *(f"  {label:<11} {text}" for label, text in rows),
        *(f"  warning: {warning}" for warning in facts.warnings),
    ]


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {translated(_SEPARATORS.get(what, what))}" for what, count in counts.items() if count)
