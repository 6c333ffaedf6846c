"""What stands around the pages: the layer every reply passes through, and when garbage is collected."""
