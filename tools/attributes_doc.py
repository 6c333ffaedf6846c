"""Write docs/attributes.md and README's table from the registry of attributes: ``python -m tools.attributes_doc``.

Both hold the built-in attributes only, whatever is installed beside them. With ``--plugin FILE`` and
``--output FILE`` it makes a page that has attributes of one's own too.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from pathlib import Path

from cwsdiag.attributes import ATTRIBUTES, Attribute, load_plugin

ROOT = Path(__file__).parents[1]
PAGE, README = ROOT / "docs" / "attributes.md", ROOT / "README.md"
COMMAND = "python -m tools.attributes_doc"
MADE = f"<!-- Made by `{COMMAND}` from the registry of attributes: do not edit. -->"

UNITS = {"word": "word", "char": "character with its tag"}
NEEDS = {
    "training": "training data or any word list",
    "training counts": "training data, or a word list with counts",
    "training text": "segmented training text",
    "difficulty": "difficulties of the gold words (`weights`); without them it is not listed",
    "parts of speech": "a gold file with parts of speech; without them it is not listed",
    "other systems": "two systems beside the one, or the two, that are looked at; off unless asked for",
}
WAYS = {
    "equal": "{} of equal count",
    "classes": "small, medium, large: three of equal count",
    "above-zero": "{{0}} and {} of equal count above 0",
    "consistency": "{{0}}, (0, 0.5], (0.5, 1), {{1}}",
    "lengths": "one for each length below {0}, and {0} or more",
    "edges": "cut at {}",
    "categories": "its values, the most frequent 12 and `(rest)`",
}


def page(attributes: Iterable[Attribute]) -> str:
    """Return the page that describes these attributes."""
    described = list(attributes)
    lines = [
        "# Attributes",
        "",
        MADE,
        "",
        "What describes a word, or a character with its tag. [methods.md](methods.md#2-the-seven-attributes) says",
        "exactly how each is counted, [extending.md](extending.md#an-attribute) how to add one of your own.",
        "",
        "| key | label | unit | formula |",
        "|---|---|---|---|",
        *map(_row, described),
    ]
    for one in described:
        lines += ["", *_chapter(one)]
    return "\n".join(lines) + "\n"


def with_table(readme: str) -> str:
    """Return the text of README with its table of what low scores say made anew."""
    rows = "".join(f"| `{key}` {one.label} | {one.low_score} |\n" for key, one in ATTRIBUTES.items())
    head = f"{MADE}\n\n| attribute | a low score … |\n|---|---|\n"
    return re.sub(rf"{re.escape(MADE)}\n\n(\|.*\n)*", lambda _: head + rows, readme)


def _row(attribute: Attribute) -> str:
    key = attribute.key
    cells = [f"[{key}](#{key.lower()})", attribute.label, UNITS[attribute.unit], attribute.formula]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _chapter(attribute: Attribute) -> list[str]:
    needs = "; ".join(NEEDS[need] for need in sorted(attribute.needs)) or "nothing but gold"
    return [
        f"## {attribute.key}",
        "",
        f"**{attribute.label}**: {attribute.description}",
        "",
        f"- unit: {UNITS[attribute.unit]}{', whole numbers' if attribute.integer else ''}",
        f"- formula: {attribute.formula}",
        f"- needs: {needs}",
        f"- default buckets: {way(attribute.buckets)}",
        f"- mean: {attribute.mean_unit or 'of its values'}",
        f"- a low score: {attribute.low_score or 'not given'}",
        f"- source: {attribute.source or 'not given'}",
    ]


def way(how: str) -> str:
    """Return a way of cutting in its notation and, where it is one of the project's, in words."""
    name, _, argument = how.partition(":")
    words = WAYS[name].format(argument.replace(",", ", ")) if name in WAYS else ""
    return f"`{how}`" + (f", that is {words}" if words else "")


def main(arguments: list[str] | None = None) -> None:
    """Write the page; without a plug-in README's table, too."""
    parser = argparse.ArgumentParser(prog=COMMAND, description="Write the page that describes the attributes.")
    parser.add_argument(
        "--plugin", type=Path, action="append", default=[], help="a Python file that defines attributes"
    )
    parser.add_argument("--output", type=Path, default=PAGE, help="the page to write (default: %(default)s)")
    options = parser.parse_args(arguments)
    attributes = list(ATTRIBUTES.values())
    for plugin in options.plugin:
        attributes += load_plugin(plugin)
    options.output.write_text(page(attributes), encoding="utf-8")
    if options.output == PAGE:
        README.write_text(with_table(README.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
