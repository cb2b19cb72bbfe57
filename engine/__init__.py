"""What is allowed and what it is worth: cards, records, rules, bots, scoring and the proof."""
