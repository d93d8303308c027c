// A picture in PBM (P4): a head with width and height, then rows of one bit a dot, black is 1.

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Rows of `ceil(width / 8)` bytes. */
  readonly rows: Uint8Array;
}

const widest = 576;
const tallest = 4_000;

/** Null where it is no such picture, or wider than any paper. `base64`: of the whole file. */
export function readPbm(base64: string): Picture | null {
  const bytes = Buffer.from(base64, 'base64');
  // Comments run from # to the end of their line.
  const head = /^P4(?:\s|#[^\n]*\n)+(\d{1,4})(?:\s|#[^\n]*\n)+(\d{1,4})\s/.exec(bytes.toString('latin1', 0, 512));
  if (head === null) return null;
  const [all, widthText, heightText] = head;
  const width = Number(widthText);
  const height = Number(heightText);
  if (width < 1 || width > widest || height < 1 || height > tallest) return null;
  const length = Math.ceil(width / 8) * height;
  const rows = bytes.subarray(all.length, all.length + length);
  return rows.length === length ? { width, height, rows } : null;
}

const isBlack = ({ width, rows }: Picture, x: number, y: number): boolean => {
  const byte = rows[y * Math.ceil(width / 8) + (x >> 3)] ?? 0;
  return x < width && ((byte >> (7 - (x & 7))) & 1) === 1;
};

/** Dots as the encoder takes them: four bytes each, black or white. */
export function rgbaOf(picture: Picture, fromRow: number, rowCount: number): Uint8ClampedArray {
  const data = new Uint8ClampedArray(picture.width * rowCount * 4).fill(255);
  for (let row = 0; row < rowCount; row += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      if (isBlack(picture, x, fromRow + row))
        data.fill(0, (row * picture.width + x) * 4, (row * picture.width + x) * 4 + 3);
    }
  }
  return data;
}

/**
 * A printer carries out real-time commands wherever they stand, in the data of a picture, too: they open the drawer,
 * switch it off, clear its buffers. One dot more, and the data hold none. `first` and what may follow it begin one; the
 * byte with the dot begins none.
 */
export function disarmed(bytes: Uint8Array, first: number, seconds: readonly number[], dot: number): Uint8Array {
  return bytes.map((byte, index) => (byte === first && seconds.includes(bytes[index + 1] ?? 0) ? byte | dot : byte));
}

/** The same picture, made narrower; itself where it is not wider. */
export function narrowed(picture: Picture, widthDots: number): Picture {
  if (picture.width <= widthDots) return picture;
  const height = Math.max(1, Math.round((picture.height * widthDots) / picture.width));
  const rowBytes = Math.ceil(widthDots / 8);
  const rows = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    const fromY = Math.floor((y * picture.height) / height);
    for (let x = 0; x < widthDots; x += 1) {
      if (!isBlack(picture, Math.floor((x * picture.width) / widthDots), fromY)) continue;
      const index = y * rowBytes + (x >> 3);
      rows[index] = (rows[index] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { width: widthDots, height, rows };
}
