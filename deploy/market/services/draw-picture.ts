import { Random } from '@cryptonite/provider/random.js';
import { encodePng } from './png.js';

/** Pixels per side: what launchpads' pages show a picture at. */
const SIDE = 128;
/** The creature is drawn on a coarse grid, its right half mirroring the left. */
const GRID = 16;
const SCALE = SIDE / GRID;

const COLOURS = {
  backdrop: 0,
  pattern: 1,
  fur: 2,
  shade: 3,
  outline: 4,
  eye: 5,
  pupil: 6,
  extra: 7,
} as const;
type Colour = (typeof COLOURS)[keyof typeof COLOURS];

/** The picture that a key stands for: a creature before a backdrop, as PNG, 128 × 128, half a kilobyte. */
export function drawPicture(key: number): Buffer {
  const random = new Random(`coin picture ${key}`);
  const hue = random.below(360);
  const palette = [
    hsl(hue, 70, 55),
    hsl(hue + random.between(-25, 25), 65, 66),
    hsl(hue + random.between(90, 270), random.between(25, 85), random.between(40, 70)),
    hsl(hue + random.between(90, 270), random.between(25, 75), random.between(25, 45)),
    hsl(hue, 30, 12),
    0xffffff,
    0x101418,
    hsl(random.below(360), 85, 58),
  ];
  const pixels = new Uint8Array(SIDE * SIDE);
  drawBackdrop(pixels, random);
  drawCreature(pixels, random);
  return encodePng(SIDE, SIDE, pixels, palette);
}

function drawBackdrop(pixels: Uint8Array, random: Random): void {
  const width = 8 + random.below(17);
  const middle = SIDE / 2;
  const styles: readonly ((x: number, y: number) => boolean)[] = [
    () => false,
    (x, y) => Math.floor((x + y) / width) % 2 === 0,
    (x, y) => (Math.floor(x / width) + Math.floor(y / width)) % 2 === 0,
    (x, y) => Math.floor(Math.hypot(x - middle, y - middle) / width) % 2 === 0,
    (x, y) => Math.floor((Math.atan2(y - middle, x - middle) * 12) / Math.PI) % 2 === 0,
    (_x, y) => y > middle + width,
  ];
  const isPattern = random.pick(styles);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) if (isPattern(x, y)) pixels[y * SIDE + x] = COLOURS.pattern;
  }
}

function drawCreature(pixels: Uint8Array, random: Random): void {
  const grid = new Map<number, Colour>();
  const at = (x: number, y: number): number => y * GRID + x;
  const put = (x: number, y: number, colour: Colour): void => {
    if (x < 0 || y < 0 || x >= GRID || y >= GRID) return;
    grid.set(at(x, y), colour);
    grid.set(at(GRID - 1 - x, y), colour);
  };

  const top = 3 + random.below(3);
  const bottom = 13 + random.below(3);
  const middle = (top + bottom) / 2;
  const radius = random.between(4, 6);
  for (let y = top; y <= bottom; y++) {
    const across = radius * Math.sqrt(Math.max(0, 1 - ((y - middle) / (bottom - top + 1)) ** 2 * 3.2));
    for (let x = Math.round(7.5 - across); x < 8; x++)
      put(x, y, random.chance(0.12) ? COLOURS.shade : COLOURS.fur);
  }
  const ear = random.below(4);
  for (let step = 0; step < ear; step++) put(4 + random.below(2), top - step, COLOURS.fur);
  const eyeY = Math.floor(middle) - random.below(2);
  const eyeX = 5 + random.below(2);
  put(eyeX, eyeY, COLOURS.eye);
  if (random.chance(0.6)) put(eyeX, eyeY - 1, COLOURS.eye);
  put(random.chance(0.5) ? eyeX : eyeX + 1, eyeY, COLOURS.pupil);
  const mouth = random.below(4);
  for (let x = 7 - (mouth % 3); x < 8; x++) put(x, eyeY + 3, mouth === 3 ? COLOURS.extra : COLOURS.outline);
  const hat = random.below(3);
  for (let y = 0; y < hat; y++) for (let x = 5 + y; x < 8; x++) put(x, top - 1 - y, COLOURS.extra);

  for (const [cell, colour] of [...grid]) {
    const [x, y] = [cell % GRID, Math.floor(cell / GRID)];
    for (const [nearX, nearY] of [
      [x - 1, y],
      [x, y - 1],
      [x, y + 1],
    ] as const) {
      if (colour !== COLOURS.outline && !grid.has(at(nearX, nearY))) put(nearX, nearY, COLOURS.outline);
    }
  }
  for (const [cell, colour] of grid) fillCell(pixels, cell % GRID, Math.floor(cell / GRID), colour);
}

function fillCell(pixels: Uint8Array, column: number, row: number, colour: Colour): void {
  for (let y = row * SCALE; y < (row + 1) * SCALE; y++) {
    pixels.fill(colour, y * SIDE + column * SCALE, y * SIDE + (column + 1) * SCALE);
  }
}

/** 0xRRGGBB of a hue in degrees, saturation and lightness in percent. */
function hsl(hue: number, saturation: number, lightness: number): number {
  const amplitude = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  const channel = (offset: number): number => {
    const turn = (offset + hue / 30 + 24) % 12;
    return Math.round(255 * (lightness / 100 - amplitude * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))));
  };
  return (channel(0) << 16) | (channel(8) << 8) | channel(4);
}
