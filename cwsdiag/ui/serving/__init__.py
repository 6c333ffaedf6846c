"""What stands around the pages: the layer of every reply, what is loaded ahead, when garbage is collected."""
