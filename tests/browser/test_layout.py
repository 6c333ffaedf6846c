"""Where things stand: nothing is cut off on a small screen or on paper."""

import pytest

from cwsdiag.files import sample_project


@pytest.mark.seldom
def test_paper_holds_the_page_and_nothing_that_is_operated(visit, dashboard, settled):
    page = visit(f"{dashboard(sample_project())}/diagnosis?dataset=microblog&part=panels")
    page.set_viewport_size({"width": 1600, "height": 900})
    settled(page)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1000})
    assert not page.locator(".st-key-navigation").is_visible() and not page.locator(".st-key-chips").is_visible()
    right = page.evaluate(
        """() => Math.max(...[...document.querySelectorAll(".cw-lead, .main-svg, .drawing svg")]
            .map(part => part.getBoundingClientRect().right))"""
    )
    assert 0 < right <= 718
