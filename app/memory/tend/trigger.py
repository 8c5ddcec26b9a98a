"""When categories are brought up to date: not at every turn."""

ENTITIES = 10
HOURS = 24


def due(waiting: int, hours_since: float, entities: int = ENTITIES, hours: int = HOURS) -> bool:
    """`waiting`: entities in no category, and categories that edits left untidy. `hours_since`: since the last build.

    Many at once, or a few after a day.
    """
    return waiting >= entities or (waiting > 0 and hours_since >= hours)
