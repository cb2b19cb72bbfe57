"""The parts of a sheet of battle, in play and over time: planets, moons, asteroids, boxes, flags and signs.

Other packages use: asteroids, board, boxes, editor, flags, moons, pending, proof_sheet, signs, spaces.
"""
