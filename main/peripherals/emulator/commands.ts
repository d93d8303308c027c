// How long a command of ESC/POS is, so that what follows it is found. Null: more bytes are needed to say so.

export function lengthOfCommand(bytes: readonly number[]): number | null {
  const [first = 0, second] = bytes;
  if (second === undefined) return null;
  switch (first) {
    case 0x10:
      return realTimeLength(bytes);
    case 0x1b:
      return escLength(bytes);
    case 0x1c:
      return fsLength(bytes);
    case 0x1d:
      return gsLength(bytes);
    default:
      return 1;
  }
}

function realTimeLength([, second, third]: readonly number[]): number | null {
  if (second !== 0x14) return second === 0x04 || second === 0x05 ? 3 : 2;
  if (third === undefined) return null;
  return third === 0x08 ? 10 : 5;
}

function escLength(bytes: readonly number[]): number | null {
  const [, second = 0, mode, low, high] = bytes;
  switch (second) {
    case 0x32: // Line spacing as it was.
    case 0x40:
      return 2;
    case 0x24:
    case 0x5c:
    case 0x63:
      return 4;
    case 0x70:
      return 5;
    case 0x2a: {
      if (mode === undefined || low === undefined || high === undefined) return null;
      return 5 + (low + high * 256) * (mode >= 32 ? 3 : 1);
    }
    case 0x44: // Tab stops, up to a zero.
      return untilZero(bytes, 2);
    default:
      return 3;
  }
}

function fsLength([, second = 0, , low, high]: readonly number[]): number | null {
  switch (second) {
    case 0x26:
    case 0x2e:
      return 2;
    case 0x28:
      return low === undefined || high === undefined ? null : 5 + low + high * 256;
    case 0x53:
    case 0x70:
      return 4;
    default:
      return 3;
  }
}

function gsLength(bytes: readonly number[]): number | null {
  const [, second = 0, third, fourth, fifth] = bytes;
  switch (second) {
    case 0x24:
    case 0x4c:
    case 0x50:
    case 0x57:
    case 0x5c:
      return 4;
    case 0x28:
      return fourth === undefined || fifth === undefined ? null : 5 + fourth + fifth * 256;
    case 0x2a:
      return third === undefined || fourth === undefined ? null : 4 + third * fourth * 8;
    case 0x38:
      return bytes.length < 7 ? null : 7 + number(bytes, 3, 4);
    case 0x56:
      if (third === undefined) return null;
      return third >= 0x41 ? 4 : 3;
    case 0x6b:
      if (third === undefined) return null;
      if (third <= 6) return untilZero(bytes, 3);
      return fourth === undefined ? null : 4 + fourth;
    case 0x76:
      return bytes.length < 8 ? null : 8 + number(bytes, 4, 2) * number(bytes, 6, 2);
    default:
      return 3;
  }
}

function untilZero(bytes: readonly number[], from: number): number | null {
  const end = bytes.indexOf(0, from);
  return end === -1 ? null : end + 1;
}

/** A little-endian number. */
export function number(bytes: readonly number[], from: number, count: number): number {
  let value = 0;
  for (let index = from + count - 1; index >= from; index -= 1) value = value * 256 + (bytes[index] ?? 0);
  return value;
}
