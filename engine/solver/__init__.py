"""The constraint model and its solver: events in time, budgets of work."""
