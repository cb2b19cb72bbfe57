"""What a seed deals: cards, shuffling, missions and turns, and seeds that nobody can choose."""
