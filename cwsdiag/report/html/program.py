"""The programs of a report: Plotly, packed, and our own; and the rule by which a browser runs these and no other."""

from __future__ import annotations

import base64
import gzip
import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from cwsdiag.charts.layout import plotly_program

_FOLDER = Path(__file__).parent
# What ends a script or begins a comment in HTML, and the ends of lines that JSON allows and old scripts do not.
_UNSAFE = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


def text_of(name: str) -> str:
    """Return a file that lies beside this one."""
    return (_FOLDER / name).read_text(encoding="utf-8")


@cache
def packed_plotly() -> str:
    """Return Plotly's program as gzip in base64: less than half of it."""
    # The head would name the machine's system, and with it the same inputs would give other bytes elsewhere.
    packed = bytearray(gzip.compress(plotly_program().encode("utf-8"), 9, mtime=0))
    packed[9] = 255
    return base64.b64encode(bytes(packed)).decode("ascii")


@cache
def _fingerprint(program: str) -> str:
    return "'sha256-" + base64.b64encode(sha256(program.encode("utf-8")).digest()).decode("ascii") + "'"


def policy(*, with_charts: bool) -> str:
    """Return what a browser may do with a report: run our program and Plotly, and ask no host for anything.

    Args:
        with_charts: whether it has any, and with them Plotly.
    """
    programs = [_fingerprint(text_of("report.js")), *([_fingerprint(plotly_program())] if with_charts else [])]
    # Plotly sets styles of what it draws, and draws cells as a picture.
    shown = "style-src 'unsafe-inline'; img-src data:"
    return f"default-src 'none'; script-src {' '.join(programs)}; {shown}; base-uri 'none'; form-action 'none'"


def data_json(value: Any) -> str:
    """Return plain values as JSON that may stand in a script of HTML, whatever texts they hold."""
    return safe_json(json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")))


def safe_json(text: str) -> str:
    """Return a JSON text so that it may stand in a script of HTML."""
    return text.translate(_UNSAFE)
