"""What light and a camera do to a picture: gradients, glare, blur, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.arrays import Bgr, Floats, Mask, floats, log_uniform, resized, to_bytes


def light_room(rng: np.random.Generator, image: Bgr) -> Bgr:
    """Exposure, white balance, a slope of light, a coloured lamp, vignetting: one gain map."""
    h, w = image.shape[:2]
    ys, xs = np.mgrid[-1:1:24j, -1:1:24j].astype(np.float32)
    gain = np.ones((24, 24, 3), np.float32) * np.float32(_exposure(rng))
    gain *= _white_balance(rng)
    if rng.random() < 0.6:
        slope = rng.normal(0, 0.16, 2)
        gain *= np.clip(1 + slope[0] * xs + slope[1] * ys, 0.3, 1.8)[..., None].astype(np.float32)
    if rng.random() < 0.25:
        lamp = np.exp(
            -((xs - rng.uniform(-1, 1)) ** 2 + (ys - rng.uniform(-1, 1)) ** 2) * rng.uniform(0.4, 3)
        )
        gain *= 1 + lamp[..., None] * rng.uniform(-0.15, 0.7, 3).astype(np.float32)
    if rng.random() < 0.4:
        gain *= (1 - rng.uniform(0, 0.25) * (xs**2 + ys**2))[..., None].astype(np.float32)
    full = np.asarray(cv2.resize(gain, (w, h), interpolation=cv2.INTER_CUBIC), np.float32)
    return to_bytes(image * full)


def _exposure(rng: np.random.Generator) -> float:
    kind = rng.random()
    if kind < 0.12:
        return float(rng.uniform(0.3, 0.65))
    return float(rng.uniform(0.65, 1.12) if kind < 0.88 else rng.uniform(1.12, 1.45))


def _white_balance(rng: np.random.Generator) -> Floats:
    warm = rng.normal(0, 0.10) if rng.random() < 0.75 else rng.normal(0, 0.22)
    green = rng.normal(0, 0.03)
    return floats(np.clip([1 - warm, 1 + green, 1 + warm], 0.5, 1.5))


def weak_light(rng: np.random.Generator, image: Bgr) -> Bgr:
    """What a weak lamp leaves and a cheap camera makes of it: dark, little contrast and colour,
    black that is grey."""
    grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    colour = rng.uniform(0.45, 1.0)
    out = cv2.addWeighted(image, colour, grey, 1 - colour, 0).astype(np.float32)
    white = rng.uniform(75, 190)
    black = rng.uniform(0.03, 0.4) * white
    return to_bytes(black + out * np.float32((white - black) / max(float(out.max()), 60.0)))


def cast_shadow(rng: np.random.Generator, image: Bgr) -> None:
    """A shadow over part of the picture in place, its edge hard or soft (a blind, an arm)."""
    h, w = image.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        points = rng.uniform(-0.4, 1.4, (int(rng.integers(3, 6)), 2)) * (w, h)
        cv2.fillPoly(mask, [points.astype(np.int32)], 255, cv2.LINE_AA)
    size = 2 * int(log_uniform(rng, 1, 0.08 * max(h, w) + 2)) + 1
    soft = cv2.blur(mask, (size, size))
    keep = cv2.cvtColor(
        np.asarray(255 - soft * rng.uniform(0.15, 0.65), np.uint8), cv2.COLOR_GRAY2BGR
    )
    cv2.multiply(image, keep, dst=image, scale=1 / 255)


def glare(rng: np.random.Generator, image: Bgr, glossy: Mask) -> None:
    """Soft bright spots in place, strong where `glossy` (255) and weak elsewhere."""
    h, w = image.shape[:2]
    ys, xs = np.mgrid[-1:1:40j, -1:1:40j].astype(np.float32)
    spot = np.zeros((40, 40), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        angle, size = rng.uniform(0, np.pi), log_uniform(rng, 0.06, 0.5)
        dx, dy = xs - rng.uniform(-1, 1), ys - rng.uniform(-1, 1)
        u = (np.cos(angle) * dx + np.sin(angle) * dy) / size
        v = (np.cos(angle) * dy - np.sin(angle) * dx) / (size * rng.uniform(0.25, 1))
        spot = np.maximum(spot, np.exp(-(u**2 + v**2)) * np.float32(rng.uniform(0.3, 1.3)))
    full = np.asarray(cv2.resize(spot, (w, h), interpolation=cv2.INTER_CUBIC), np.float32)
    share = np.where(glossy > 0, np.float32(1), np.float32(rng.uniform(0, 0.4)))
    mix = np.clip(full * share, 0, 0.97)[..., None]
    image[:] = to_bytes(image * (1 - mix) + 255 * mix)


def camera(rng: np.random.Generator, image: Bgr, strength: float = 1.0) -> Bgr:
    """Optics, sensor and file: resampling, blur, tone, noise, sharpening, JPEG.

    `strength` scales blur and noise (a small crop shown large suffers more than a scene).
    """
    out = image
    if rng.random() < 0.25 * strength:
        out = _resampled(rng, out)
    if rng.random() < 0.45:
        out = _blurred(rng, out, strength)
    if rng.random() < 0.5:
        out = _toned(rng, out)
    if rng.random() < 0.65:
        out = _noisy(rng, out, strength)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.7, 1.6))
        amount = rng.uniform(0.3, 1.3)
        out = np.asarray(cv2.addWeighted(out, 1 + amount, soft, -amount, 0), np.uint8)
    if rng.random() < 0.6:
        out = jpeg(rng, out)
    return out


def jpeg(rng: np.random.Generator, image: Bgr) -> Bgr:
    """Through a JPEG file of quality 30..95, colour at half resolution as cameras write it."""
    options = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 96))]
    packed = cv2.imencode(".jpg", image, options)[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def defocus(image: Bgr, sigma: float) -> Bgr:
    """Blurred evenly by `sigma` pixels."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), max(sigma, 0.05)), np.uint8)


def motion(rng: np.random.Generator, image: Bgr, length: float) -> Bgr:
    """Smeared along a random direction over `length` pixels."""
    size = 2 * max(1, round(length / 2)) + 1
    kernel = np.zeros((size, size), np.float32)
    angle, c = rng.uniform(0, np.pi), size // 2
    dx, dy = np.cos(angle) * c, np.sin(angle) * c
    cv2.line(kernel, (round(c - dx), round(c - dy)), (round(c + dx), round(c + dy)), 1.0, 1)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def _resampled(rng: np.random.Generator, image: Bgr) -> Bgr:
    h, w = image.shape[:2]
    scale = rng.uniform(0.45, 0.95)
    small = resized(image, max(8, int(w * scale)), max(8, int(h * scale)))
    mode = int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
    return np.asarray(cv2.resize(small, (w, h), interpolation=mode), np.uint8)


def _blurred(rng: np.random.Generator, image: Bgr, strength: float) -> Bgr:
    if rng.random() < 0.7:
        return defocus(image, log_uniform(rng, 0.4, 1.8) * strength)
    return motion(rng, image, log_uniform(rng, 2, 8) * strength)


def _toned(rng: np.random.Generator, image: Bgr) -> Bgr:
    """Gamma, contrast, haze and saturation."""
    ramp = np.linspace(0, 1, 256) ** log_uniform(rng, 0.65, 1.5)
    ramp = (ramp - 0.5) * rng.uniform(0.75, 1.2) + 0.5 + rng.uniform(-0.04, 0.06)
    table = np.clip(ramp * 255, 0, 255).astype(np.uint8)
    out = np.asarray(cv2.LUT(image, table), np.uint8)
    if rng.random() < 0.5:
        grey = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        amount = rng.uniform(0.3, 1.3)
        out = np.asarray(cv2.addWeighted(out, amount, grey, 1 - amount, 0), np.uint8)
    return out


def _noisy(rng: np.random.Generator, image: Bgr, strength: float) -> Bgr:
    """Grain: the difference of two even noises, in luminance or in colour, fine or coarse."""
    h, w = image.shape[:2]
    channels = 1 if rng.random() < 0.4 else 3
    coarse = 1 if rng.random() < 0.7 else 2
    size = (h // coarse + 1, w // coarse + 1, channels)
    raw = rng.integers(0, 256, (2, *size), np.uint8).astype(np.float32)
    sigma = log_uniform(rng, 1, 14) * min(strength, 1.2)
    noise = (raw[0] - raw[1]) * np.float32(sigma / 104)
    if coarse == 2:
        big = cv2.resize(noise, (size[1] * 2, size[0] * 2), interpolation=cv2.INTER_LINEAR)
        noise = np.asarray(big, np.float32).reshape(size[0] * 2, size[1] * 2, channels)
    return to_bytes(image + noise[:h, :w])
