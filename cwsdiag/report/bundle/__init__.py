"""The folder one takes home: what a report holds, and how it is written."""
