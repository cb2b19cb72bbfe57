"""The parts of a sheet of battle: planets, moons, asteroids, boxes, flags and signs, in play and in time.

Others use: asteroids, board, boxes, editor, flags, moons, pending, proof_sheet, signs, spaces.
"""
