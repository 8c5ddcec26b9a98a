"""Questions that memory puts to the user: doubtful names, and claims that only the assistant made."""
