"""Two systems beside each other, several against one, and what may be said of their differences."""
