"""What the address of a page says is selected."""

from urllib.parse import parse_qs, urlsplit

from tests.browser.settling import settle, until


def selection(page):
    """Return what the address says is selected, now: for what an action must leave as it is."""
    return selected(page.url)


def selected(address):
    """Return what an address, or the end of one, says is selected."""
    return {key: values[0] for key, values in parse_qs(urlsplit(address).query).items()}


def reaches(page, wanted, *, at=None):
    """Wait until the page has come to rest with an address that says what is wanted.

    Args:
        page: whose address.
        wanted: some of the selection; None is for what the address must not say.
        at: the page of the dashboard, as addresses name it; None for any.
    """

    def at_rest():
        settle(page)
        return page.url

    def fits(address):
        here = urlsplit(address).path.rpartition("/")[2]
        chosen = selected(address)
        return at in (None, here) and all(chosen.get(key) == value for key, value in wanted.items())

    where = "any page" if at is None else at or "Data"
    until(page, at_rest, fits, wanted=f"{where} with {dict(wanted)} in the address")
