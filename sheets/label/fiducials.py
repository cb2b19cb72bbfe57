"""The bit patterns of the fiducials: the first eight markers of ArUco's dictionary 4x4_50.

Each is four rows of four modules, 1 = white, inside a border of one black module.
S. Garrido-Jurado et al., "Automatic generation and detection of highly reliable fiducial markers under
occlusion", Pattern Recognition 47 (2014).
"""

from __future__ import annotations

MODULES = 6  # along a side, border included

MARKERS: tuple[tuple[str, str, str, str], ...] = (
    ("1011", "0101", "0011", "0010"),
    ("0000", "1111", "1001", "1010"),
    ("0011", "0011", "0010", "1101"),
    ("1001", "1001", "0100", "0110"),
    ("0101", "0100", "1001", "1110"),
    ("0111", "1001", "1100", "1101"),
    ("1001", "1110", "0010", "1110"),
    ("1100", "0100", "1111", "0010"),
)
