"""What recorded games share: their protocol, sums, counts, and cross-sheet findings."""
