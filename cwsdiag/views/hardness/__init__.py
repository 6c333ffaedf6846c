"""What is said of difficulty: scores that weigh words by it, hard words and sentences, and the committee behind it."""
