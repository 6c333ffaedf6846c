"""The kinds of exhibits: the one place where a new one is entered."""

from __future__ import annotations

from collections.abc import Mapping

from cwsdiag.arguments import bounds
from cwsdiag.diagnosis.error_kinds import check_kind
from cwsdiag.diagnosis.words import bucketed_by
from cwsdiag.errors import SettingError, brief
from cwsdiag.exhibits import (  # noqa: F401 - each enters its kinds
    across,
    against,
    bakeoff,
    biases,
    committee,
    criteria,
    difficulty,
    judges,
    one_system,
    overview,
    places,
    two_systems,
)
from cwsdiag.exhibits.exhibit import BESIDE, MISSED, Exhibit
from cwsdiag.exhibits.exhibit import KINDS as KINDS
from cwsdiag.languages import lazy
from cwsdiag.views.look import Look, PrivateLook

# Kinds of earlier versions, which findings may still have, with their options.
RETIRED = {"versions": ("system", "version", "attribute", "bucket")}


def made(look: PrivateLook, kind: str, options: Mapping[str, str]) -> Exhibit:
    """Return an exhibit of a look; nothing of it is computed yet.

    Args:
        look: what is looked at.
        kind: of ``KINDS``.
        options: of that kind, by name.

    Raises:
        SettingError: there is no such kind, option, system or attribute; an option is missing; or it tells of gold
            that is private.
    """
    if kind in RETIRED:
        raise SettingError(
            lazy("{kind} is no figure any more. Two versions are two systems: compare shows what differs.", kind=kind)
        )
    entry = KINDS.get(kind)
    if entry is None:
        raise SettingError(lazy("no figure is called {kind!r}. There are: {kinds}.", kind=kind, kinds=", ".join(KINDS)))
    private = lazy("{kind}: gold of {dataset} is private, so it is not shown.", kind=kind, dataset=look.name)
    if entry.tells_gold and not isinstance(look, Look):
        raise SettingError(private)
    if entry.of_project and look.across is None:
        raise SettingError(lazy("{dataset} is of no project, so there is nothing across datasets.", dataset=look.name))
    known = (*entry.needs, *entry.takes)
    for name in options:
        if name not in known:
            takes = ", ".join(known) or lazy("none")
            raise SettingError(
                lazy("{kind} has no option {name!r}. It has: {known}.", kind=kind, name=name, known=takes)
            )
    for name in entry.needs:
        if name not in options:
            raise SettingError(lazy("{kind} needs {name}.", kind=kind, name=name))
    if MISSED in options:
        if not isinstance(look, Look):
            raise SettingError(private)
        if options[MISSED] not in BESIDE:
            raise SettingError(lazy("missed {given!r}: a or ab.", given=brief(options[MISSED])))
        look = look.beside(*(options[key] for key in BESIDE[options[MISSED]] if key in options))
    system, other, attribute = (options.get(name) for name in ("system", "other", "attribute"))
    keys = [one.attribute.key for one in look.diagnosis.attributes]
    for value, names in ((system, look.systems), (other, look.systems), (attribute, keys)):
        if value is not None and value not in names:
            raise SettingError(
                lazy(
                    "no {what} {value!r} in {dataset}. There are: {names}.",
                    what=lazy("attribute") if names is keys else lazy("system"),
                    value=brief(value),
                    dataset=look.name,
                    names=", ".join(names) or lazy("none"),
                )
            )
    check_kind(options.get("shape"), options.get("cause"))
    number = bounds.BUCKET.read(options["bucket"]) if attribute is not None and "bucket" in options else None
    if attribute is not None and number is not None:
        bucketed_by(look.diagnosis, attribute, number)
    if system is not None and system == other:
        raise SettingError(lazy("{system} cannot be compared with itself.", system=system))
    return Exhibit(entry, look, options)
