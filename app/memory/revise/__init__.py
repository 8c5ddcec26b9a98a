"""What a person or an agent corrects by hand: one file a verb, each a function that returns a plan."""
