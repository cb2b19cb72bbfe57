"""What the scenarios share: the course of a turn, missions, ascending numbers."""
