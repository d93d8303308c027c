// The three containers of icons: PNG, Windows' ICO and macOS' ICNS. The last two only hold PNG files by size.
import { crc32, deflateSync } from 'node:zlib';

export interface Pixels {
  readonly size: number;
  /** Red, green, blue, alpha; rows from the top. */
  readonly data: Uint8Array;
}

type Sized = readonly [size: number, png: Buffer];

export function encodePng({ size, data }: Pixels): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8); // Eight bits a channel, with alpha, not interlaced.
  const rows = Buffer.alloc(size * (size * 4 + 1)); // Each row begins with its filter: none.
  for (let row = 0; row < size; row += 1) {
    rows.set(data.subarray(row * size * 4, (row + 1) * size * 4), row * (size * 4 + 1) + 1);
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const image = deflateSync(rows, { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', image), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export function encodeIco(images: readonly Sized[]): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = 6 + images.length * 16;
  const entries = images.map(([size, png]) => {
    const entry = Buffer.alloc(16);
    entry.set([size % 256, size % 256], 0); // 0 stands for 256.
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...images.map(([, png]) => png)]);
}

const icnsTypes: { readonly [size: number]: string } = {
  16: 'icp4',
  32: 'icp5',
  64: 'icp6',
  128: 'ic07',
  256: 'ic08',
  512: 'ic09',
  1024: 'ic10',
};

export function encodeIcns(images: readonly Sized[]): Buffer {
  const parts = images.map(([size, png]) => {
    const head = Buffer.alloc(8);
    head.write(icnsTypes[size] ?? 'ic09', 0, 'latin1');
    head.writeUInt32BE(png.length + 8, 4);
    return Buffer.concat([head, png]);
  });
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write('icns', 0, 'latin1');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}
