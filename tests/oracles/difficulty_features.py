"""Brute-force features of a committee's members (METHODS 8, Table 1), as strings."""

F1 = [[-1], [0], [1], [-1, 0], [0, 1]]
F2 = [*F1, [-2], [2], [-2, -1], [1, 2]]
F3 = [*F2, [-2, -1, 0], [-1, 0, 1], [0, 1, 2]]
TEMPLATES = {"F1": F1, "F2": F2, "F3": F3}
PADDING = "\n"


def features_at(sentence: str, place: int, template: str) -> list[str]:
    """What stands in each window around a character, beginning with where the window is."""
    found = []
    for window in TEMPLATES[template]:
        content = ""
        for offset in window:
            there = place + offset
            if 0 <= there < len(sentence):
                content += sentence[there]
            else:
                content += PADDING
        found.append(",".join(map(str, window)) + ":" + content)
    return found


def features(sentence: str, template: str) -> list[list[str]]:
    """Those of all characters of a sentence."""
    return [features_at(sentence, place, template) for place in range(len(sentence))]
