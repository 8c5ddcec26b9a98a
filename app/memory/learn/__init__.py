"""From an episode to a plan, in running order: extract, validate, resolve, reconcile, settle. Start at `learner`."""
