"""The same person as in the stories."""

from tests.stories.conftest import person

__all__ = ["person"]
