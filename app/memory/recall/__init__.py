"""Recall: from a question to what memory holds on it. Reads only. Start with `recaller`."""
