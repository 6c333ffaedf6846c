"""Write the attributes of docs/attributes.md from their registry: ``python -m tools.attributes_doc``.

The page holds the built-in attributes only, whatever is installed beside them. With ``--plugin FILE`` and
``--output FILE`` it makes a page that has attributes of one's own too.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from pathlib import Path

from cwsdiag.attributes import ATTRIBUTES, Attribute, load_plugin

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "attributes.md"
COMMAND = "python -m tools.attributes_doc"
MADE = f"<!-- Made by `{COMMAND}` from the registry of attributes: do not edit. -->"
END = "<!-- End of what is made. -->"

UNITS = {"word": "word", "char": "character with its tag"}
NEEDS = {
    "training": "training data or any word list",
    "training counts": "training data, or a word list with counts",
    "training text": "segmented training text",
    "difficulty": "difficulties of the gold words (`weights`); without them it is not listed",
    "parts of speech": "a gold file with parts of speech; without them it is not listed",
    "other systems": "two systems beside those that are looked at; off unless asked for",
}
WAYS = {
    "equal": "{} of equal count",
    "classes": "small, medium, large: three of equal count",
    "above-zero": "{{0}} and {} of equal count above 0",
    "consistency": "{{0}}, (0, 0.5], (0.5, 1), {{1}}",
    "lengths": "one for each length below {0}, and {0} or more",
    "edges": "cut at {}",
    "categories": "the 12 most frequent values and `(rest)`",
}


def chapters(attributes: Iterable[Attribute]) -> str:
    """Return what describes these attributes, a chapter each."""
    return "\n\n".join([MADE, *map(_chapter, attributes), END])


def with_chapters(page: str) -> str:
    """Return the text of the page with its chapters on the built-in attributes made anew."""
    made = chapters(ATTRIBUTES.values())
    return re.sub(f"{re.escape(MADE)}.*{re.escape(END)}", lambda _: made, page, flags=re.S)


def _chapter(attribute: Attribute) -> str:
    needs = "; ".join(NEEDS[need] for need in sorted(attribute.needs)) or "nothing but gold"
    low = f" A low score {attribute.low_score}." if attribute.low_score else ""
    return (
        f"### {attribute.key}\n\n"
        f"**{attribute.label}**, of each {UNITS[attribute.unit]}: {attribute.description} `{attribute.formula}`\n\n"
        f"Needs {needs}. Buckets: {way(attribute.buckets)}. Mean: {attribute.mean_unit or 'of its values'}.{low}"
        f" ({attribute.source or 'no source'})"
    )


def way(how: str) -> str:
    """Return a way of cutting in its notation and, where it is one of the project's, in words."""
    name, _, argument = how.partition(":")
    words = WAYS[name].format(argument.replace(",", ", ")) if name in WAYS else ""
    return f"`{how}`" + (f" ({words})" if words else "")


def main(arguments: list[str] | None = None) -> None:
    """Write the chapters into their page, or a page of their own."""
    parser = argparse.ArgumentParser(prog=COMMAND, description="Write the page that describes the attributes.")
    parser.add_argument(
        "--plugin", type=Path, action="append", default=[], help="a Python file that defines attributes"
    )
    parser.add_argument("--output", type=Path, default=PAGE, help="the page to write (default: %(default)s)")
    options = parser.parse_args(arguments)
    attributes = list(ATTRIBUTES.values())
    for plugin in options.plugin:
        attributes += load_plugin(plugin)
    if options.output == PAGE:
        text = with_chapters(PAGE.read_text(encoding="utf-8"))
    else:
        text = f"# Attributes\n\n{chapters(attributes)}\n"
    options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
