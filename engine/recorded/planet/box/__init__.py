"""What the box of Planet Unknown holds, and what its record has on paper."""
