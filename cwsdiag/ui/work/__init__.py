"""Work that takes long: its results are kept, shared by all who ask for them, and a bar says how far it is."""
