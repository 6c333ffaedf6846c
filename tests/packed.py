"""Projects as they are packed, and datasets as sessions change their systems."""


def packed(project):
    return [dataset.with_short_names() for dataset in project.datasets]


def edited(files, edits):
    """Return files with attributes of systems changed, by their names."""
    for file in files.systems:
        files = files.with_changed(file, **edits.get(file.name, {}))
    return files
