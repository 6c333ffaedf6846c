"""What one keeps of what one sees: saved as a file, or pinned and listed in the tray."""
