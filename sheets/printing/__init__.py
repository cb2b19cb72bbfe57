"""The print: sheets, cards, the caller on paper and the key, as PDF."""
