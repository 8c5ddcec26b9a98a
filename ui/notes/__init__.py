"""Notes: a list, a Markdown editor that saves by itself, and what each passage taught."""
