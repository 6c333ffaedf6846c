"""What the columns of tables are called, by the keys of rows."""

BAKEOFF = {
    "name": "system",
    "track": "track",
    "recall": "R",
    "c_r": "c_r",
    "precision": "P",
    "c_p": "c_p",
    "f1": "F",
    "oov_rate": "OOV",
    "oov_recall": "R_oov",
    "iv_recall": "R_iv",
    "insertions": "ins",
    "deletions": "del",
    "substitutions": "sub",
    "true_words": "true words",
    "test_words": "test words",
    "coverage": "coverage",
}

BALANCED = {
    "name": "system",
    "precision": "P",
    "recall": "R",
    "f1": "F1",
    "p_reward": "p reward",
    "p_punishment": "p punish.",
    "p_b": "p_b",
    "r_reward": "r reward",
    "r_punishment": "r punish.",
    "r_b": "r_b",
    "f_b": "f_b",
}
