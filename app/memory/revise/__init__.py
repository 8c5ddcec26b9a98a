"""What a person or an agent corrects by hand: one file a verb, each a function that reads and returns a plan.

alias    another name, added or removed        rename   another main name, another kind
relate   a fact added, ended, edited           retract  a fact that was never true
merge    two entities that are one             remove   an entity with all that hangs on it
forget   what one message taught               answer   a suggestion taken or waved away

All raise `BadInput` with a sentence for the user when it cannot be done, and every plan is one step of undo.
"""
