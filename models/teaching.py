"""Teaches a deck: shown faces are composed into many table pictures, and one layer is fitted.

No training in the usual sense: the card reader stays as it is, and a softmax regression on its
features learns the deck, in a minute or so on one core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from datasets.arrays import Bgr, Bgra
from datasets.compose import crops
from datasets.compose.artwork import CODES, Deck
from datasets.compose.assets import Assets
from datasets.compose.backgrounds import Backgrounds
from datasets.compose.backs import procedural_back
from datasets.deck import own_deck
from datasets.deck.fivealive import five_alive_deck
from datasets.deck.varied import varied_deck
from vision import edges
from vision.backends import BackendError, Network, Tensor
from vision.enrolled import OTHER, DeckError, EnrolledDeck
from vision.eyes import Looks
from vision.geometry import Floats, areas, intersections, portrait, straighten

Progress = Callable[[int, int], None]
"""Pictures made so far, and how many there will be."""

VIEWS, PICTURES = 60, 3000
"""Pictures composed of each face, and of all faces of a small deck."""
OTHERS = 0.35
"""Pictures of other things, as a share of those of faces; half of them show faces of other decks,
since cards that nobody taught would else be given the nearest name."""
_SHOWN = (183, 256)
"""Width and height of a shown card in pixels."""
_UPRIGHT = (1.15, 2.0)
"""Height by width of a picture that is nothing but a card."""
_EVEN = 0.95
"""The share of neighbours on a drawn picture's rim that are of the very same colour."""
_PART = 0.5
"""The share of a sight's area inside an outline from which it is a part of that card."""
_WHOLE, _EDGED = 0.85, 0.85
"""How much edge, beside the half's own and by itself, is round a whole card."""
_BATCH = 32
_STEPS, _RATE, _DECAY = 300, 0.01, 1e-2
_BACKS, _INVENTED, _MOST_VIEWS = 40, 3, 240


def teach(
    name: str,
    faces: Mapping[str, Sequence[Bgra]],
    network: Network,
    reader: str,
    *,
    copies: bool = False,
    views: int = 0,
    progress: Progress = lambda done, all_of: None,
) -> EnrolledDeck:
    """The deck whose cards show `faces` (code: one picture or a few, upright BGRA).

    `network`: the card reader, `reader` its checksum. `views`: pictures to compose of each face,
    0 for as many as are worth while. Raises `DeckError` where there are fewer than two codes,
    `BackendError` where the reader gives no features.
    """
    if len(faces) < 2:
        raise DeckError("A deck needs at least two different cards.")
    codes = (*faces, OTHER)
    views = views or min(max(VIEWS, PICTURES // len(faces)), _MOST_VIEWS)
    rows, labels = [], []
    batch: list[Bgr] = []
    total = round(len(faces) * views * (1 + OTHERS))
    for done, (label, crop) in enumerate(_lessons(faces, views), start=1):
        batch.append(crop)
        labels.append(label)
        if len(batch) == _BATCH or done == total:
            rows.append(features_of(network, batch))
            batch = []
            progress(done, total)
    features = np.concatenate(rows)
    mean, scale = features.mean(axis=0), features.std(axis=0) + np.float32(1e-3)
    weights, bias = fit((features - mean) / scale, np.array(labels), len(codes))
    return EnrolledDeck(name, codes, weights, bias, mean, scale, reader, copies)


def card_of(eyes: Looks, image: Bgr) -> Bgr | None:
    """The one card on a picture seen straight from above, (256, 183, 3) BGR; None without one.

    A face that the eyes do not know yet may look like a back to them, and its half or a panel in it
    like the card. A picture of a card's shape that is drawn, or on which not just one is found, is
    all card.
    """
    height, width = image.shape[:2]
    is_upright = _UPRIGHT[0] < height / width < _UPRIGHT[1]
    everything = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    if is_upright and _is_drawn(image):
        return straighten(image, everything, _SHOWN, 0.0)
    card = _shown_alone(eyes, image)
    if card is not None:
        return straighten(image, portrait(card), _SHOWN, 0.0)
    return straighten(image, everything, _SHOWN, 0.0) if is_upright else None


def _is_drawn(image: Bgr) -> bool:
    """Whether the picture's rim is as even as only print files are: cameras have noise."""
    rim = np.concatenate([image[0], image[:, -1], image[-1, ::-1], image[::-1, 0]])
    return float(np.mean((rim[1:] == rim[:-1]).all(axis=1))) > _EVEN


def _shown_alone(eyes: Looks, image: Bgr) -> Floats | None:
    """The outline (4, 2) of the only face in sight; of the only card, where none seems a face."""
    sights = eyes.look(image).cards
    quads = np.array([sight.quad for sight in sights], np.float64).reshape(-1, 4, 2)
    shown = quads[[sight.face == "up" for sight in sights]]
    shown = shown if len(shown) else quads
    if not len(shown):
        return None
    round_it = quads[intersections(shown[0], quads) >= _PART * areas(shown[:1])]
    fits = [fit for quad in (*shown, *round_it) if (fit := _whole(image, quad)) is not None]
    wholes = np.array([fit.quad for fit in fits]).reshape(-1, 4, 2)
    if not len(wholes):
        return None
    whole: Floats = wholes[areas(wholes).argmax()]
    alone = intersections(whole, shown) >= _PART * areas(shown)
    return whole if alone.all() else None


def _whole(image: Bgr, quad: Floats) -> edges.Fit | None:
    """The quad moved onto its card's edges, or twice of it where that has edges all round: the
    halves of a face with a line across have a card's shape themselves."""
    found = edges.fit(image, quad)
    support = 0.0 if found is None else found.support
    first, second, third, fourth = portrait(quad)
    step = second - first
    beyond = np.array([first, second + step, third + step, fourth])
    before = np.array([first - step, second, third, fourth - step])
    for twice in (edges.fit(image, beyond), edges.fit(image, before)):
        if twice is not None and twice.support > max(_WHOLE * support, _EDGED):
            return twice
    return found


def features_of(network: Network, pictures: Sequence[Bgr]) -> Tensor:
    """(N, D) features of straightened cards (112, 80, 3); raises `BackendError` without any."""
    stack = np.stack(pictures)[..., ::-1].transpose(0, 3, 1, 2)
    outputs = network.run_all(np.ascontiguousarray(stack, dtype=np.float32) / np.float32(255))
    if len(outputs) < 2:
        raise BackendError("These weights give no features, so no deck can be taught to them.")
    return outputs[1]


def fit(rows: Tensor, labels: npt.NDArray[np.int_], classes: int) -> tuple[Tensor, Tensor]:
    """Softmax regression by Adam (Kingma and Ba, 2015): weights (D, C) and bias (C)."""
    targets = np.eye(classes, dtype=np.float32)[labels]
    rows = np.concatenate([rows, np.ones((len(rows), 1), np.float32)], axis=1)
    layer = np.zeros((rows.shape[1], classes), np.float32)
    first, second = np.zeros_like(layer), np.zeros_like(layer)
    for step in range(1, _STEPS + 1):
        logits = rows @ layer
        power = np.exp(logits - logits.max(axis=1, keepdims=True))
        wrong = power / power.sum(axis=1, keepdims=True) - targets
        slope = rows.T @ wrong / len(rows) + _DECAY * layer
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope**2
        layer -= _RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return np.asarray(layer[:-1], np.float32), np.asarray(layer[-1], np.float32)


def _lessons(faces: Mapping[str, Sequence[Bgra]], views: int) -> Iterator[tuple[int, Bgr]]:
    """Labels and crops: every face as the table shows it, and what is none of them."""
    rng = np.random.default_rng(1)
    deck = Deck("taught", {code: pictures[0] for code, pictures in faces.items()})
    drawn = [procedural_back(rng, 256) for _ in range(_BACKS)]
    assets = Assets([deck], Backgrounds(None), None, drawn)
    for label, pictures in enumerate(faces.values()):
        for view in range(views):
            yield label, crops.face_crop(rng, assets, pictures[view % len(pictures)])
    strangers = _strangers(rng, faces)
    for number in range(round(len(faces) * views * (1 + OTHERS)) - len(faces) * views):
        if number % 2:
            yield len(faces), crops.other_crop(rng, assets)
        else:
            stranger = strangers[int(rng.integers(len(strangers)))]
            yield len(faces), crops.face_crop(rng, assets, stranger)


def _strangers(rng: np.random.Generator, codes: Iterable[str]) -> list[Bgra]:
    """Faces of ours that are none of a deck with these codes, however it draws them."""
    if set(codes) & set(CODES):
        return list(five_alive_deck().faces.values())
    own = own_deck()
    decks = [own, *(varied_deck(rng, 256, [own]) for _ in range(_INVENTED))]
    return [face for deck in decks for face in deck.faces.values()]
