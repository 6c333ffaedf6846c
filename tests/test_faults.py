"""The list of faults that guard the tests; ``make faults`` tries them, which takes minutes."""

from pathlib import Path

from tests.faults.__main__ import ROOT, faults, occurrences, sources


def test_each_fault_can_be_put_into_one_place_and_names_a_file_of_tests():
    listed, modules = faults(), sources()
    assert len(listed) >= 120
    for fault in listed:
        assert len(occurrences(fault["before"], modules)) == 1, fault
        assert "\n" not in fault["before"] and fault["after"] != fault["before"]
        assert Path(ROOT, fault["test"]).is_file(), fault
