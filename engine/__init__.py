"""The engine: cards, records, rules, bots, scoring and the proof."""
