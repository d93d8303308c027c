// Draws the app's icon and writes it in every form that the platforms want. A drawing in code needs no binary files
// in the repository and no tool to change it: a bridge over a till's slip, on a rounded ground.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Pixels, encodeIcns, encodeIco, encodePng } from './icon-files.ts';

type Color = readonly [red: number, green: number, blue: number];

const ground: Color = [11, 83, 101];
const groundBelow: Color = [8, 127, 112];
const white: Color = [255, 255, 255];
const slip: Color = [255, 214, 102];

/** Points per edge of a pixel; edges are smoothed by their average. Large icons need fewer. */
const samplesFor = (size: number): number => (size > 256 ? 2 : 4);

/** What stands at a place of the unit square, or null outside the ground. */
function colorAt(x: number, y: number): Color | null {
  if (!inRounded(x, y, 0.04, 0.04, 0.96, 0.96, 0.2)) return null;
  const deck = inRounded(x, y, 0.16, 0.44, 0.84, 0.52, 0.02);
  const towers = inRounded(x, y, 0.27, 0.24, 0.34, 0.7, 0.02) || inRounded(x, y, 0.66, 0.24, 0.73, 0.7, 0.02);
  if (deck || towers || onCable(x, y)) return white;
  if (inRounded(x, y, 0.4, 0.58, 0.6, 0.82, 0.02)) return slip;
  return ground.map((from, index) => from + ((groundBelow[index] ?? 0) - from) * y) as unknown as Color;
}

function inRounded(x: number, y: number, left: number, top: number, right: number, bottom: number, radius: number) {
  const dx = Math.max(left + radius - x, 0, x - (right - radius));
  const dy = Math.max(top + radius - y, 0, y - (bottom - radius));
  return dx * dx + dy * dy <= radius * radius;
}

/** A suspension bridge's main cable: a parabola between the towers, and its ends down to the deck. */
function onCable(x: number, y: number): boolean {
  const half = 0.018;
  if (x >= 0.3 && x <= 0.7) return Math.abs(y - (0.42 - 0.16 * ((x - 0.5) / 0.2) ** 2)) < half * 1.4;
  const outer = x < 0.3 ? 0.3 - x : x - 0.7;
  return outer <= 0.14 && Math.abs(y - (0.26 + (outer / 0.14) * 0.2)) < half * 1.4;
}

function draw(size: number): Pixels {
  const data = new Uint8Array(size * size * 4);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) data.set(pixel(column, row, size), (row * size + column) * 4);
  }
  return { size, data };
}

function pixel(column: number, row: number, size: number): number[] {
  const samples = samplesFor(size);
  const sum = [0, 0, 0];
  let covered = 0;
  for (let index = 0; index < samples * samples; index += 1) {
    const x = (column + ((index % samples) + 0.5) / samples) / size;
    const y = (row + (Math.floor(index / samples) + 0.5) / samples) / size;
    const color = colorAt(x, y);
    if (color === null) continue;
    covered += 1;
    for (const [channel, value] of color.entries()) sum[channel] = (sum[channel] ?? 0) + value;
  }
  if (covered === 0) return [0, 0, 0, 0];
  return [...sum.map((value) => Math.round(value / covered)), Math.round((covered / samples ** 2) * 255)];
}

const folder = join('out', 'icons');
mkdirSync(folder, { recursive: true });
const png = (size: number) => encodePng(draw(size));
writeFileSync(join(folder, 'icon.png'), png(512));
writeFileSync(join(folder, 'tray.png'), png(32));
writeFileSync(join(folder, 'tray@2x.png'), png(64));
for (const size of [16, 32, 48, 64, 128, 256, 512]) writeFileSync(join(folder, `${size}x${size}.png`), png(size));
writeFileSync(join(folder, 'icon.ico'), encodeIco([16, 24, 32, 48, 64, 128, 256].map((size) => [size, png(size)])));
writeFileSync(
  join(folder, 'icon.icns'),
  encodeIcns([16, 32, 64, 128, 256, 512, 1024].map((size) => [size, png(size)])),
);
