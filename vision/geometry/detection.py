"""Find the fiducials in a photo, and group them into sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.languages.messages import Message
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import FIDUCIALS, FRAME
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.geometry._markers import MODULES, MOST_MARKERS, Marker, Points, find_markers
from fairsheet.vision.printed.illumination import Gray, even_light
from fairsheet.vision.printed.softness import is_blurred

QUICK_SIDE = 1000  # px; first, photos are searched at about this length of their longer side, ...
FINE_SIDE = 2000  # ... then at this one, for sheets that are small in them, ...
SOFT_SIDE = 667  # ... then at this one, for blurred photos, ...
FULL_SIDE = 4000  # ... and finally at this one: 12 megapixels suffice for any lens
CLEAR_SIDE = 16  # px of a marker from which a search finds 998 of 1000, even in the worst photos
WINDOW = 23  # px of the adaptive threshold: one window finds almost as many as several
WINDOWS = (13, 23, 33, 43)  # of the slow searches
FEW_FIDUCIALS = 3  # if a sheet has fewer fiducials than this, the slower searches are tried
FILLED = 0.4  # share of the photo's area; if the sheets found cover less, there may be smaller ones
MOST_SHEETS = 16  # sheets that are read in one photo
FARTHEST = 1.0  # marker sides; a marker farther from the place that the others predict belongs elsewhere
BENT = 3.0  # marker sides from the best plane, for strongly bent or folded paper
NEARLY_WHOLE = 0.75  # share of the frame inside the photo: such a sheet is the subject of the photo
LEAST_SEEN = 0.25  # the same if there is no such sheet; at least `FEW_FIDUCIALS` fiducials are needed, too
# share of their distance; markers farther from where each predicts the other are not of one sheet
ASTRAY = 0.6
MOST_PAIRS = 600  # tried in one photo: bounds the time with dozens of foreign markers


def corners_of(rect: Rect) -> Points:
    """Return the corners of a rectangle on the sheet, (4, 2) mm, clockwise from the top left."""
    return np.array([(corner.x, corner.y) for corner in rect.corners], dtype=np.float64)


_OUTLINE = corners_of(Rect(0, 0, FRAME.w, FRAME.h))
_CORNERS_MM = {fiducial.id: corners_of(fiducial.rect) for fiducial in FIDUCIALS}


@dataclass(frozen=True, eq=False)
class Sighting:
    """A sheet in the photo: its fiducials and the homography (3, 3) from frame mm to photo px that fits them."""

    markers: tuple[Marker, ...]
    homography: Points

    @property
    def mm(self) -> Points:
        """The printed places of its fiducials' corners, (4n, 2) mm."""
        return np.concatenate([_CORNERS_MM[marker.id] for marker in self.markers])

    @property
    def px(self) -> Points:
        """Their places in the photo, (4n, 2) px."""
        return np.concatenate([marker.corners for marker in self.markers])


def project(homography: Points, points: Points) -> Points:
    """Project points (n, 2) through a homography (3, 3)."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:], dtype=np.float64)


def find_sheets(gray: Gray, name: str) -> tuple[list[Sighting], list[FairsheetError]]:
    """Return every sheet in a photo, in reading order of their centres, and errors for those left out.

    A sheet with more than a quarter outside the photo is read only if no other sheet is the photo's subject.
    Raises FairsheetError naming the photo if there is no sheet, or too little of it.
    """
    sightings: list[Sighting] = []
    markers: list[Marker] = []
    for search, found in enumerate(_searches(gray)):
        groups = group_markers(found)
        if _extent(groups) > _extent(sightings):
            sightings = groups
        if len(found) > len(markers):
            markers = found
        if _is_enough(gray, markers, sightings, search):
            break
    if not sightings:
        raise _explain_no_sheet(gray, markers, name)
    seen = [(sighting, _parts_seen(sighting, gray)) for sighting in sightings]
    is_one_whole = any(parts["whole"] >= NEARLY_WHOLE for _, parts in seen)
    least, few = (NEARLY_WHOLE, 0) if is_one_whole else (LEAST_SEEN, FEW_FIDUCIALS)
    read = [sighting for sighting, parts in seen if parts["whole"] >= least and len(sighting.markers) >= few]
    words = Message("{part} of the sheet is missing: it lies outside the photo")
    if read:
        words = Message("{part} of another sheet is missing: it lies outside the photo")
    again = Message("take the photo again with all eight square markers in it")
    left_out = [
        FairsheetError(
            words.filled(part=min(parts, key=parts.__getitem__)),
            code=ErrorCode.COVERED_SHEET,
            where=name,
            hint=again,
        )
        for sighting, parts in seen
        if sighting not in read
    ]
    if not read:
        raise left_out[0]
    if len(read) > MOST_SHEETS:
        problem = Message("{n} sheets are too many for one photo: only {most} of them are read")
        problem = problem.filled(n=len(read), most=MOST_SHEETS)
        hint = Message("photograph at most {most} sheets at a time", most=MOST_SHEETS)
        left_out.append(FairsheetError(problem, code=ErrorCode.TOO_LARGE, where=name, hint=hint))
    read.sort(key=lambda sighting: _place(sighting, len(gray)))
    return read[:MOST_SHEETS], left_out


def _extent(sightings: Sequence[Sighting]) -> tuple[int, int]:
    """Return how much a search found: sheets, then their fiducials; foreign markers do not count."""
    return len(sightings), sum(len(sighting.markers) for sighting in sightings)


def _is_enough(gray: Gray, markers: Sequence[Marker], sightings: Sequence[Sighting], search: int) -> bool:
    """Return whether a slower search could hardly find more, or only more foreign markers."""
    if len(markers) == MOST_MARKERS:
        return True
    if not sightings or any(len(sighting.markers) < FEW_FIDUCIALS for sighting in sightings):
        return False
    outlines = [project(sighting.homography, _OUTLINE).astype(np.float32) for sighting in sightings]
    smallest = min(marker.side for sighting in sightings for marker in sighting.markers)
    is_clear = smallest >= CLEAR_SIDE * _factor(gray, QUICK_SIDE)
    return search > 0 or (is_clear and sum(map(cv2.contourArea, outlines)) >= FILLED * gray.size)


def group_markers(markers: Sequence[Marker]) -> list[Sighting]:
    """Return the sheets of the markers: sets of two or more that fit one homography, largest first.

    With very many markers it stops after `MOST_PAIRS`. It seldom misses sheets, because the likeliest pairs
    come first.
    """
    rest = [marker for marker in markers if marker.id in _CORNERS_MM]
    sightings = []
    left = MOST_PAIRS
    while len(rest) >= 2:
        best = _one_sheet(rest, FARTHEST / 2)  # the usual photo
        if best is None:
            best, tried = _largest_group(rest, left)
            left -= tried
        if best is None:
            break
        sightings.append(best)
        rest = [marker for marker in rest if marker not in best.markers]
    return _merge_halves(sightings)


def _merge_halves(sightings: Sequence[Sighting]) -> list[Sighting]:
    """Merge the halves of folded sheets: together they have no marker twice, and are still nearly in a plane."""
    joined: list[Sighting] = []
    for sighting in sightings:
        for place, other in enumerate(joined):
            whole = _one_sheet([*other.markers, *sighting.markers], BENT)
            if whole is not None:
                joined[place] = replace(whole, markers=_by_id(whole.markers))
                break
        else:
            joined.append(sighting)
    return joined


def _by_id(markers: Iterable[Marker]) -> tuple[Marker, ...]:
    return tuple(sorted(markers, key=lambda marker: marker.id))


def _searches(gray: Gray) -> Iterator[list[Marker]]:
    """Yield the markers of ever slower searches: quick, small sheets, blurred photos, uneven light, small
    markers."""
    yield _search(gray, QUICK_SIDE, [WINDOW])
    yield _search(gray, FINE_SIDE, [WINDOW])
    yield _search(gray, SOFT_SIDE, [WINDOW])
    yield _search(gray, FINE_SIDE, WINDOWS, even=True)
    yield _search(gray, FULL_SIDE, WINDOWS)


def _search(gray: Gray, side: int, windows: Sequence[int], even: bool = False) -> list[Marker]:
    """Return markers of the photo reduced to about `side` px; their corners are refined there and in the whole
    photo."""
    factor = _factor(gray, side)
    smaller = reduce(gray, factor)
    searched = even_light(smaller) if even else smaller
    return [
        Marker(marker.id, _refine(gray, (_refine(smaller, marker.corners) + 0.5) * factor - 0.5))
        for marker in find_markers(searched, windows)
    ]


def _factor(gray: Gray, side: int) -> int:
    return max(1, round(float(max(gray.shape)) / side))


def reduce_to_side(gray: Gray, side: int) -> Gray:
    """Return the photo reduced by a whole factor to about `side` px for its longer side."""
    return reduce(gray, _factor(gray, side))


def reduce(gray: Gray, factor: int) -> Gray:
    """Return the photo with sides divided by `factor`; repeated halving is many times as fast."""
    if factor == 1:
        return gray
    step = 2 if factor % 2 == 0 else factor
    height, width = gray.shape
    size = (max(1, width // step), max(1, height // step))
    cropped = gray[: size[1] * step, : size[0] * step]
    smaller = np.asarray(cv2.resize(cropped, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return reduce(smaller, factor // step)


def _refine(gray: Gray, corners: Points) -> Points:
    """Refine corners to a fraction of a pixel; corners that move too far stay unchanged."""
    module = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()) / MODULES
    window = max(2, round(module * 0.45))
    start = corners.reshape(-1, 1, 2).astype(np.float32)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.02)
    found = cv2.cornerSubPix(gray, start.copy(), (window, window), (-1, -1), stop).reshape(-1, 2)
    ran_away = np.linalg.norm(found - corners, axis=1) > window
    return np.asarray(np.where(ran_away[:, None], corners, found), dtype=np.float64)


def _fit(markers: Sequence[Marker]) -> Points | None:
    """Return the homography of least squares, or None if it turns the sheet inside out."""
    mm = np.concatenate([_CORNERS_MM[marker.id] for marker in markers])
    px = np.concatenate([marker.corners for marker in markers])
    found, _ = cv2.findHomography(mm, px)
    if found is None:
        return None
    homography = np.asarray(found, dtype=np.float64)
    depths = np.column_stack([_OUTLINE, np.ones(4)]) @ homography[2]
    if depths.min() <= 0 or not cv2.isContourConvex(project(homography, _OUTLINE).astype(np.float32)):
        return None
    return homography


def _distances(markers: Sequence[Marker], homography: Points) -> NDArray[np.float64]:
    """Return the distances of markers from where a homography puts them, in sides of the marker."""
    mm = np.concatenate([_CORNERS_MM[marker.id] for marker in markers])
    apart = project(homography, mm).reshape(-1, 4, 2) - np.stack([marker.corners for marker in markers])
    sides = np.array([marker.side for marker in markers])
    return np.asarray(np.linalg.norm(apart, axis=2).mean(axis=1) / sides)


def _one_sheet(markers: Sequence[Marker], most: float) -> Sighting | None:
    """Return the sheet with all the markers, if each is within `most` sides of its plane."""
    if len({marker.id for marker in markers}) < len(markers):
        return None
    homography = _fit(markers)
    if homography is None or _distances(markers, homography).max() > most:
        return None
    return Sighting(tuple(markers), homography)


def _likely_pairs(markers: list[Marker]) -> list[tuple[Marker, Marker]]:
    """Return pairs that may be of one sheet, the best agreeing first.

    Each is about where the other one predicts it from its own size and turn.
    """
    corners = np.stack([marker.corners for marker in markers])
    printed = np.stack([_CORNERS_MM[marker.id] for marker in markers])
    middles, places = corners.mean(axis=1), printed.mean(axis=1)
    side = np.linalg.norm(printed[:, 1] - printed[:, 0], axis=1)[:, None]
    right = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2 / side  # px for a mm
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2 / side
    away = places[None] - places[:, None]
    expected = away[..., :1] * right[:, None] + away[..., 1:] * down[:, None]
    found = middles[None] - middles[:, None]
    deviation = np.linalg.norm(expected - found, axis=2) / (np.linalg.norm(found, axis=2) + 1e-9)
    deviation = np.maximum(deviation, deviation.T)
    first, second = np.triu_indices(len(markers), 1)
    ids = np.array([marker.id for marker in markers])
    likely = np.flatnonzero((ids[first] != ids[second]) & (deviation[first, second] < ASTRAY))
    order = likely[np.argsort(deviation[first[likely], second[likely]], kind="stable")]
    return [(markers[first[k]], markers[second[k]]) for k in order]


def _largest_group(markers: list[Marker], most: int) -> tuple[Sighting | None, int]:
    """Return the largest sheet grown from a pair, or the first complete one, and the number of pairs tried (at
    most `most`)."""
    best: Sighting | None = None
    tried = 0
    for pair in _likely_pairs(markers)[:most]:
        group = _grow(pair, markers)
        tried += 1
        if group is not None and (best is None or len(group.markers) > len(best.markers)):
            best = group
            if len(best.markers) == len(FIDUCIALS):
                break
    return best, tried


def _grow(pair: tuple[Marker, Marker], markers: list[Marker]) -> Sighting | None:
    """Add every marker that fits a pair, one by one, the best fitting first."""
    members = list(pair)
    homography = _fit(members)
    while homography is not None:
        if _distances(members, homography).max() > FARTHEST / 2:
            return None
        taken = {member.id for member in members}
        others = [marker for marker in markers if marker.id not in taken]
        distances = _distances(others, homography) if others else np.array([np.inf])
        nearest = int(distances.argmin())
        # two markers predict the far end of the sheet badly, so the third may be farther away
        if distances[nearest] > FARTHEST * (3 if len(members) == 2 else 1):
            return Sighting(_by_id(members), homography)
        members.append(others[nearest])
        homography = _fit(members)
    return None


def _place(sighting: Sighting, height: int) -> tuple[int, float]:
    """Return the key of the reading order: rows of half a photo, then from left to right."""
    x, y = project(sighting.homography, np.array([(FRAME.w / 2, FRAME.h / 2)]))[0]
    return int(y > height / 2), float(x)


def _parts_seen(sighting: Sighting, photo: Gray) -> Mapping[str, float]:
    """Return the shares of the frame and of its halves, named in words, that are inside the photo."""
    height, width = photo.shape
    columns, rows = np.meshgrid(np.linspace(0, FRAME.w, 15), np.linspace(0, FRAME.h, 20))
    points = project(sighting.homography, np.column_stack([columns.ravel(), rows.ravel()]))
    outside = (points < 0) | (points > (width - 1, height - 1))
    inside = np.asarray(~outside.any(axis=1)).reshape(columns.shape)
    return {
        Message("the upper part"): inside[:10].mean(),
        Message("the lower part"): inside[10:].mean(),
        Message("the left part"): inside[:, :7].mean(),
        Message("the right part"): inside[:, 8:].mean(),
        "whole": inside.mean(),
    }


def _explain_no_sheet(gray: Gray, markers: Sequence[Marker], name: str) -> FairsheetError:
    smaller = reduce_to_side(gray, QUICK_SIDE)
    flipped = np.ascontiguousarray(smaller[:, ::-1])
    mirrored = group_markers(find_markers(flipped, [WINDOW]))
    # first, because a mirrored marker may look like another one
    if any(len(sighting.markers) >= FEW_FIDUCIALS for sighting in mirrored):
        code = ErrorCode.MIRRORED_PHOTO
        problem = Message("the photo is mirrored")
        hint = Message("switch off mirroring in the camera, or use its rear camera")
    elif is_blurred(smaller):
        code = ErrorCode.BLURRED_PHOTO
        problem = Message("the photo is blurred: no sheet can be recognised on it")
        hint = Message("hold the camera still, and wait until the sheet is in focus")
    elif any(marker.id in _CORNERS_MM for marker in markers):
        code = ErrorCode.COVERED_SHEET
        problem = Message("only one of a sheet's eight square markers can be seen")
        hint = Message("take the photo again with the whole sheet in it and no hand on its edge")
    elif markers:
        code = ErrorCode.NO_SHEET_IN_PHOTO
        problem = Message("there are square markers, but not those of our sheets")
        hint = Message("photograph a sheet that this program printed")
    else:
        code = ErrorCode.NO_SHEET_IN_PHOTO
        problem = Message("no sheet found: none of its eight square markers can be seen")
        hint = Message("photograph the printed side of one of our sheets from above, sharp and in even light")
    return FairsheetError(problem, code=code, where=name, hint=hint)
