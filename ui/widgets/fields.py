"""Fields to write in, each with the words that say what belongs there."""

from PySide6.QtWidgets import QLineEdit


def text_field(words: str, longest: int, text: str = "") -> QLineEdit:
    """A line of at most `longest` letters. `words` stand in it while it is empty, and are its accessible name."""
    made = QLineEdit(text)
    made.setPlaceholderText(words)
    made.setAccessibleName(words)
    made.setMaxLength(longest)
    return made
