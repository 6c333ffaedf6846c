"""What tests do with files of one's own on their page."""


def drop(app, *files):
    """Drop files, all at once."""
    content = [(name, data.encode() if isinstance(data, str) else data, "text/plain") for name, data in files]
    next(place for place in app.file_uploader if str(place.key).startswith("upload ")).set_value(content)
    app.run()
    assert not app.exception


def roles(app):
    """Return what each file is taken for, by its name."""
    return {name: box.value for name, box in _roles(app).items()}


def _roles(app):
    """Return what chooses what each file is; a text that nothing tells is asked about by pills."""
    boxes = [box for box in (*app.selectbox, *app.get("button_group")) if box.label.startswith("Role of ")]
    return {box.label.removeprefix("Role of "): box for box in boxes}


def take_as(app, name, role):
    """Say what a file is."""
    _roles(app)[name].set_value(role).run()
    assert not app.exception


def press(app, label, number=0):
    [button for button in app.button if button.label == label][number].click().run()
    assert not app.exception


def systems(app):
    """Return what A can be, best first as the page has them."""
    box = app.selectbox(key="choose system")
    return [one.removeprefix("A ● ") for one in box.options]


def rows(app):
    """Return what the rows of files say before they are opened."""
    return "\n".join(row.label for row in app.expander).replace("\\", "")


def choice(app, what, name=""):
    """Return what chooses how a file is read, or what is done to it, by a part of the file's name."""
    every = (*app.selectbox, *app.get("button_group"))
    return next(one for one in every if str(one.key).startswith(f"{what} ") and name in str(one.key))
