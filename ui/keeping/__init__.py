"""Letting go and taking along: forgetting for good, exporting everything, importing an archive."""
