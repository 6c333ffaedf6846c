"""The machine that serves: what it was started with, who asks it, and what was opened on it before."""
