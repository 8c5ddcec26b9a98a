"""Models behind protocols; knows nothing of memory."""
