"""The owner of what the server keeps: how one is known as the owner, and what an owner does and takes back."""
