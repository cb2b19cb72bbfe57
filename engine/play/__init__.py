"""What a game is: steps, the code of every rule, replay, and what rules read of a template."""
