"""Long work: kept, shared by all who ask for it, with a bar that says how far it is."""
