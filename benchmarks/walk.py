"""What somebody does on the dashboard who looks for where a system fails: act after act, drawn from what can be done.

Three acts in ten lead to another page by its link; the others are done where one is: a system is chosen, a bucket, a
word, a sentence, an order; a filter is set, a text is looked for.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Awaitable, Callable

    from benchmarks.visitor import Visitor

    _Prepare = Callable[[Visitor, str, random.Random], Awaitable[None] | None]

_LEAVES = 0.3
# How much more seldom what stands in the side bar is operated than what the page itself has.
_SELDOM = 0.7
_SEEN_ROWS = 15
# Pages by how often somebody goes there.
_PAGES = {
    **{"overview": 2, "self-diagnosis": 4, "compare": 3, "explore": 5, "sentence": 3},
    **{"bakeoff": 1, "difficulty": 1, "study": 1, "criteria": 1, "board": 1, "findings": 1},
}
# What can be operated, by what the act is called.
_BESIDE = {"choose system": "system", "choose other": "two systems"}
_CHOICES = {**_BESIDE, "choose attribute": "attribute", "choose bucket": "bucket", "choose sort": "order"}
_SEGMENTS = {"choose first": "order", "choose show": "filter", "choose list": "filter", "choose order": "order"}
_CHARTS = {"scores": "system", "panels": "bucket", "differences": "bucket", "kinds": "filter"}
_TABLES = {"words": "word", "buckets table": "bucket", "only a": "word", "words of the sentence": "word"}
_BUTTONS = {"next": "sentence", "previous": "sentence", "agreement only_a": "filter"}
_FIELDS = {"choose text": "text"}
_TEXTS = ("", "中", "的", "人", "上")


async def act(visitor: Visitor, drawn: random.Random) -> str:
    """Do one thing that can be done on the page, or leave it; return what kind of act it was."""
    here = [] if drawn.random() < _LEAVES else sorted(visitor.widgets.keys() & _ACTS.keys())
    for key in sorted(here, key=lambda key: drawn.random() * (_SELDOM if key in _BESIDE else 1), reverse=True):
        kind, element, prepare = _ACTS[key]
        done = prepare(visitor, key, drawn) if visitor.widgets[key].WhichOneof("type") == element else None
        if done is not None:
            await done
            return kind
    pages = [page for page in _PAGES if page in visitor.pages and page != visitor.page]
    (page,) = drawn.choices(pages, [_PAGES[page] for page in pages])
    await visitor.follow(page)
    return "page"


def _choice(visitor: Visitor, key: str, drawn: random.Random) -> Awaitable[None] | None:
    box = visitor.widgets[key].selectbox
    others = [option for option in box.options if option != box.raw_value]
    return visitor.choose(key, drawn.choice(others)) if others and not box.disabled else None


def _segment(visitor: Visitor, key: str, drawn: random.Random) -> Awaitable[None] | None:
    options = [option.content for option in visitor.widgets[key].button_group.options]
    return visitor.choose(key, [drawn.choice(options)]) if len(options) > 1 else None


def _mark(visitor: Visitor, key: str, drawn: random.Random) -> Awaitable[None] | None:
    said = visitor.mark(key, drawn)
    return None if said is None else visitor.choose(key, said)


def _row(visitor: Visitor, key: str, drawn: random.Random) -> Awaitable[None] | None:
    rows = visitor.rows(key)
    if not rows:
        return None
    # Nobody looks further down than what stands on the screen.
    picked = {"rows": [], "columns": [], "cells": [[drawn.randrange(min(rows, _SEEN_ROWS)), "word"]]}
    return visitor.choose(key, json.dumps({"selection": picked}))


def _press(visitor: Visitor, key: str, drawn: random.Random) -> Awaitable[None] | None:
    return None if visitor.widgets[key].button.disabled else visitor.press(key)


def _text(visitor: Visitor, key: str, drawn: random.Random) -> Awaitable[None] | None:
    return visitor.choose(key, drawn.choice(_TEXTS))


def _all() -> dict[str, tuple[str, str, _Prepare]]:
    """Return what kind of act it is to operate something, what element it is, and what prepares the act."""
    ways: list[tuple[dict[str, str], str, _Prepare]] = [
        (_CHOICES, "selectbox", _choice),
        (_SEGMENTS, "button_group", _segment),
        (_CHARTS, "plotly_chart", _mark),
        (_TABLES, "dataframe", _row),
        (_BUTTONS, "button", _press),
        (_FIELDS, "text_input", _text),
    ]
    return {key: (kind, element, prepare) for keys, element, prepare in ways for key, kind in keys.items()}


_ACTS = _all()
