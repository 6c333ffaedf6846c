"""Drawings that a browser hands in: only those in which nothing could run or be fetched. What may be pinned at all."""

from unittest.mock import Mock

import pytest

from cwsdiag.errors import DrawingError
from cwsdiag.ui.keeping import drawings
from cwsdiag.ui.keeping.drawings import accepted
from cwsdiag.ui.keeping.offers import Offer
from cwsdiag.ui.keeping.saving import drawn

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">'


def test_what_charts_consist_of_is_taken() -> None:
    parts = (
        '<defs><clipPath id="c"><rect width="1" height="1"/></clipPath></defs><!-- drawn -->'
        "<g clip-path=\"url('#c')\"><path d='M0 0' style='fill: url(#c)'/><text>长句 &lt;b&gt;</text></g>"
        '<image xlink:href="data:image/png;base64,iVBORw0KGgo="/>'
    )
    assert accepted(f"{HEAD}{parts}</svg>") == f"{HEAD}{parts}</svg>"


@pytest.mark.parametrize(
    "part",
    [
        "<script>alert(1)</script>",
        "<foreignObject><b/></foreignObject>",
        '<rect onload="alert(1)"/>',
        '<a href="https://example.org"><rect/></a>',
        '<a xlink:href="javascript:alert(1)"><rect/></a>',
        '<image href="file:///etc/passwd"/>',
        '<image href="data:image/svg+xml;base64,AAAA"/>',
        '<rect style="fill: url(https://example.org/x)"/>',
        "<style>@import 'https://example.org/x.css'</style>",
        '<set attributeName="href" to="javascript:alert(1)"/>',
        "<b>",
    ],
)
def test_what_could_run_or_be_fetched_is_refused(part: str) -> None:
    with pytest.raises(DrawingError, match="a drawing that is not taken"):
        accepted(f"{HEAD}{part}</svg>")


@pytest.mark.parametrize("given", [None, 7, "", "<html/>", '<!DOCTYPE a [<!ENTITY b "c">]><svg>&b;</svg>'])
def test_what_is_no_drawing_is_refused(given: object) -> None:
    with pytest.raises(DrawingError):
        accepted(given)


def test_large_ones_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawings, "MOST", 100)
    with pytest.raises(DrawingError, match="larger than 100 characters"):
        accepted(f"{HEAD}{' ' * 100}</svg>")


def test_a_drawing_of_another_chart_is_waited_for() -> None:
    given = {"drawn": {"stamp": "one", "svg": f"{HEAD}</svg>"}}
    assert drawn(given, "one") == f"{HEAD}</svg>"
    assert drawn(given, "other") == drawn(None, "one") == drawn({}, "one") == ""


def test_what_tells_of_private_gold_is_not_pinned() -> None:
    for tells, private in ((False, False), (False, True), (True, False), (True, True)):
        exhibit = Mock(TELLS_GOLD=tells, scene=Mock(withholds_gold=private))
        offer = Offer("words", "table", "", exhibit=exhibit)
        assert offer.pinned is (None if tells and private else exhibit)
