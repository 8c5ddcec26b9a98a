"""What a turn has cost, in a few words: calls, tokens there and back, and money where there is a price."""

from typing import TYPE_CHECKING

from ui.widgets.labels import as_tip
from ui.words import tr, trn

if TYPE_CHECKING:  # services bring models along; the window must not wait for them
    from app.services.turns import Spent

_LEAST = 0.05
"""Cents below which a number would be shown as nothing."""


def spent_words(spent: "Spent") -> str:
    """`2 calls · 812 tokens sent · 120 received · 0.3 ¢`; tokens only where the server counts them."""
    usage = spent.usage
    parts = [trn("{count} call", "{count} calls", usage.calls)]
    if usage.sent:
        parts.append(trn("{count} token sent", "{count} tokens sent", usage.sent))
    if usage.received:
        parts.append(trn("{count} received", "{count} received", usage.received))
    if spent.cents is not None:
        parts.append(f"{spent.cents:,.1f} ¢" if spent.cents >= _LEAST else "< 0.1 ¢")
    return " · ".join(parts)


def spent_tip(spent: "Spent") -> str:
    """Which models."""
    return as_tip(tr("Model: {names}", names=tr(", ").join(spent.models)))
