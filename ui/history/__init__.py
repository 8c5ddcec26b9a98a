"""What was done to memory, newest first, with undo and redo."""
