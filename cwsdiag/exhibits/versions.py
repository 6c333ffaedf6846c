"""A system from version to version: F1 of each, and the words that were won and lost with one."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from cwsdiag.arguments import bounds
from cwsdiag.diagnosis.versions import steps
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.examples import example_of
from cwsdiag.exhibits.exhibit import Exhibit, Mark, Table
from cwsdiag.figures import theme
from cwsdiag.figures.versions import versions_figure
from cwsdiag.languages import _, lazy, translated
from cwsdiag.views.buckets import where_said
from cwsdiag.views.columns import VERSIONS
from cwsdiag.views.versions import step_sentence, versions_frame
from cwsdiag.views.wording import bucket_said

if TYPE_CHECKING:
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.versions import Part, Step
    from cwsdiag.exhibits.exhibit import Ribbon
    from cwsdiag.figures.kept import Figure


class Versions(Exhibit):
    """F1 of every version of a system, over all words or the words of a bucket, and what came with one of them."""

    KIND: ClassVar[str] = "versions"
    SAYS: ClassVar[str] = "F1 of one system from version to version"
    NEEDS: ClassVar[tuple[str, ...]] = ("system",)
    TAKES: ClassVar[tuple[str, ...]] = ("version", "attribute", "bucket")
    PAGE: ClassVar[str] = "self_diagnosis"
    # What is won and lost is words of gold.
    TELLS_GOLD: ClassVar[bool] = True

    @property
    def title(self) -> str:
        """What is seen."""
        said = _(
            "{system} on {dataset}, from version to version", system=self.options["system"], dataset=self.scene.name
        )
        if self.part is None:
            return said
        bucketed = self.diagnosis.attribute(self.part[0])
        label = "" if bucketed.buckets is None else bucket_said(bucketed.buckets.labels[self.part[1]])
        where = where_said("words", translated(bucketed.attribute.label), label)
        return _("{who}: {where}", who=said, where=where)

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """Of all versions, which are its systems, the oldest first.

        Raises:
            SettingError: the system has none.
        """
        if self.scene.versions is None:
            raise SettingError(lazy("{dataset}: no versions of systems are known here.", dataset=self.scene.name))
        return self.scene.versions(self.options["system"]).diagnosis

    @cached_property
    def part(self) -> Part:
        """Attribute and bucket of the words that are looked at; None for all words.

        Raises:
            SettingError: one is named without the other, or it is no number.
        """
        attribute, bucket = self.options.get("attribute"), self.options.get("bucket")
        if attribute is None and bucket is None:
            return None
        number = None if bucket is None else bounds.BUCKET.read(bucket)
        if attribute is None or number is None:
            raise SettingError(lazy("versions: a bucket is an attribute and the number of a bucket of it, from 0."))
        return attribute, number

    @cached_property
    def steps(self) -> list[Step]:
        """What came with each version after the first."""
        return steps(self.diagnosis, self.part)

    @cached_property
    def step(self) -> Step:
        """The step that leads to the version that is looked at, the newest where none is named.

        Raises:
            SettingError: there is no such version, or it is the first.
        """
        wanted = self.options.get("version", self.diagnosis.systems[-1])
        found = next((step for step in self.steps if step.after == wanted), None)
        if found is None:
            later = ", ".join(self.diagnosis.systems[1:])
            raise SettingError(lazy("no version {name!r} after another. There are: {names}.", name=wanted, names=later))
        return found

    @property
    def headline(self) -> str:
        """What came with the version."""
        return step_sentence(self.step, unit=self.diagnosis.unit, steps=len(self.steps))

    @property
    def numbers(self) -> dict[str, float]:
        """The change of F1 with its interval, and the words won and lost."""
        change = self.step.difference
        interval = {"difference": change.difference, "difference_low": change.low, "difference_high": change.high}
        return {**interval, "won": float(len(self.step.won)), "lost": float(len(self.step.lost))}

    def chart(self, *, across: int | None = None) -> Figure:
        """Return the line of F1."""
        del across
        colour = self.scene.colours[self.options["system"]]
        return versions_figure(versions_frame(self.diagnosis, self.part), colour=colour, chosen=self.step.after)

    def legend(self) -> list[Mark]:
        """Return what points and the shade mean."""
        return [
            Mark(_("F1 with its 95 % interval"), self.scene.colours[self.options["system"]], symbol="circle"),
            Mark(_("the step that is told of"), theme.SHARE),
        ]

    def table(self) -> Table:
        """Return every version with its scores."""
        return Table(versions_frame(self.diagnosis, self.part), VERSIONS)

    def example(self) -> Ribbon | None:
        """Return a sentence with a word that was won; None of a version that is not the newest, which is not shown."""
        if self.step.after != self.diagnosis.systems[-1]:
            return None
        return example_of(self.scene, self.step.won, self.roles)

    @property
    def signature(self) -> str:
        """Where the numbers come from."""
        return self.diagnosis.signature

    @property
    def digests(self) -> dict[str, str]:
        """The SHA-256 of each file: gold, training, and every version."""
        shared = {name: digest for name, digest in self.scene.digests.items() if " " not in name}
        system = self.options["system"]
        return shared | {f"system {system} {one.name}": one.digest for one in self.diagnosis.dataset.systems}

    @property
    def address(self) -> dict[str, str]:
        """What the address of its page says."""
        found = super().address | ({"version": self.options["version"]} if "version" in self.options else {})
        return found if self.part is None else found | {"versions_of": f"{self.part[0]}:{self.part[1]}"}
