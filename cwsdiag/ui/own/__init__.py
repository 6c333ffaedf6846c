"""What a session has of its own: files as they come, what each is taken for, and where they are kept."""
