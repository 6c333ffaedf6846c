"""What tests do with files of one's own on their page."""

from streamlit.testing.v1 import AppTest


def drop(app: AppTest, *files: tuple[str, str | bytes]) -> None:
    """Drop files, all at once."""
    content = [(name, data.encode() if isinstance(data, str) else data, "text/plain") for name, data in files]
    next(place for place in app.file_uploader if str(place.key).startswith("upload ")).set_value(content)
    app.run()
    assert not app.exception


def roles(app: AppTest) -> dict[str, str]:
    """Return what each file is taken for, by its name."""
    boxes = [box for box in app.selectbox if box.label.startswith("Role of ")]
    return {box.label.removeprefix("Role of "): box.value for box in boxes}


def take_as(app: AppTest, name: str, role: str) -> None:
    """Say what a file is."""
    next(box for box in app.selectbox if box.label == f"Role of {name}").set_value(role).run()
    assert not app.exception


def press(app: AppTest, label: str, number: int = 0) -> None:
    [button for button in app.button if button.label == label][number].click().run()
    assert not app.exception


def systems(app: AppTest) -> list[str]:
    return next(list(box.options) for box in app.selectbox if box.key == "choose system")
