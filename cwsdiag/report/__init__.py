"""Results as text, JSON and CSV. One room for every way a result leaves the program."""
