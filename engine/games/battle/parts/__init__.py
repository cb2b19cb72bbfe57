"""The parts of a sheet of battle: planets, moons, asteroids, boxes, flags and signs, in play and in time."""
