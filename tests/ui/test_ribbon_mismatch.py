"""Ribbons of systems that have other characters than gold."""

import cwsdiag
from cwsdiag.ui.shell.ribbon import legend, ribbon


def test_characters_that_a_system_lacks_and_those_it_adds() -> None:
    gold = [["我们", "在", "北京"], ["今天", "晴"]]
    dataset = cwsdiag.load(gold=gold, systems={"s": [["我们", "在", "北平", "<b>"], ["今天", "晴"]]}, mismatch="count")
    (system,) = dataset.systems
    drawn = ribbon(dataset.gold, {"a": system}, 0, colours={"a": "#123456"}, says=lambda _of, _word: "")
    # 北 stands in 北平, which is wrong though it is as long as its place; 京 is lacking.
    assert 'aria-label="北 (wrong)"' in drawn
    assert 'aria-label="京 (lacking)"' in drawn
    assert "A wrote: 我们 在 北平 &lt;b&gt; ∅" in drawn
    assert "<b>></b>" not in drawn
    assert "wrote" not in ribbon(dataset.gold, {"a": system}, 1, colours={"a": "#123456"})
    assert "characters it lacks" in legend({"a": system}, colours={"a": "#123456"})
