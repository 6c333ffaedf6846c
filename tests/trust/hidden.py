"""Names and words in which something hides, for the rows of tests."""

import json

from tests.trust.cases import PROJECT

# What steers a terminal, turns a line round, and ends one to some programs; and how it is said.
EVIL = "\x1b[31mb\u202e\u2028\x9b"
SEEN = r"\\x1b\[31mb\\u202e\\u2028\\x9b"
RAW = "Traceback|[\x1b\u202e\u2028\x9b\ud800-\udfff]"
WORDS = ("words", "--gold", "gold.txt", "--train", "train.txt", "--system", "a=a.txt")
EVIL_FILES = PROJECT.replace('"a.txt"', json.dumps(EVIL))
HIDING = {"gold.txt": "我们 在 北\u202e京\n", "a.txt": "我们 在 北\u202e 京\n"}
FORMULAS = {"gold.txt": "=1 @x 好\n", "a.txt": "=1 @x好\n"}
