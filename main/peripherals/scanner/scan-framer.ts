// Scans out of the bytes of a serial scanner. A scan begins after silence and ends with its suffix: a line parser alone
// would glue a broken scan to the next, a timer alone would join two. What is broken is dropped and never guessed.
// Scanners that are set to it send STX before a scan, and ETX after it.

import { longestScan } from '#contract/devices/line-devices.ts';

export type FramedScan =
  | { readonly type: 'scan'; readonly text: string }
  /** `broken`: it had no end, or bytes that no code has. */
  | { readonly type: 'dropped'; readonly reason: 'broken' | 'too-long' };

export interface ScanFramer {
  readonly feed: (bytes: Uint8Array) => readonly FramedScan[];
  /** No byte came for the time that a scan may pause. What comes next may be the rest of a code that was cut in two. */
  readonly silence: () => readonly FramedScan[];
  /** So much time has passed since that what comes next is another scan. */
  readonly settled: () => void;
  /** Whether a scan was begun, so that silence means something. */
  readonly isOpen: () => boolean;
}

/** Between the parts of a GS1 code. */
const groupSeparator = 0x1d;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const startOfText = 0x02;
const endOfText = 0x03;
/** Bytes that are no text, and control characters that more than one byte writes. */
const noCode = /[\u{80}-\u{9f}\u{fffd}]/u;

/** `suffix`: the bytes after each scan. */
export function createScanFramer(suffix: readonly number[]): ScanFramer {
  let bytes: number[] = [];
  /** What is wrong with the scan that was begun: the rest of it is dropped, too. */
  let fault: 'broken' | 'too-long' | null = null;
  /** The scan before had no end: what comes now may be the rest of it. */
  let isRest = false;
  /** The scan began with STX. */
  let isFramed = false;
  /** The scan before did, and what ends it may come in more than one byte. */
  let isBehindFrame = false;
  /** Many scanners end with CR and LF. Where CR alone was set, the LF is no byte of the next scan. */
  const maySendLf = suffix.length === 1 && suffix[0] === carriageReturn;

  function end(endBytes: number): FramedScan | null {
    const text = Buffer.from(bytes.slice(0, -endBytes)).toString('utf8');
    const scan = isFramed ? text.replace(/[\r\n]+$/, '') : text;
    const reason = fault ?? (isRest || noCode.test(scan) ? 'broken' : null);
    bytes = [];
    fault = null;
    isBehindFrame = isFramed;
    isFramed = false;
    isRest = false;
    if (reason !== null) return { type: 'dropped', reason };
    return scan === '' ? null : { type: 'scan', text: scan };
  }

  function take(byte: number): FramedScan | null {
    if (bytes.length === 0 && endsScanBefore(byte)) return null;
    isBehindFrame = false;
    if (byte === startOfText) {
      if (bytes.length > 0) fault ??= 'broken';
      isFramed = true;
      return null;
    }
    bytes.push(byte);
    if (isFramed && byte === endOfText) return end(1);
    if (suffix.every((each, index) => bytes.at(index - suffix.length) === each)) return end(suffix.length);
    const isControl = byte < 0x20 && byte !== groupSeparator && !suffix.includes(byte);
    if (isControl || byte === 0x7f) fault ??= 'broken';
    if (bytes.length <= longestScan) return null;
    fault ??= 'too-long';
    // Only as much as the suffix needs: a line that never stops takes no memory.
    bytes = bytes.slice(-suffix.length);
    return null;
  }

  function endsScanBefore(byte: number): boolean {
    if (byte === lineFeed && maySendLf) return true;
    return isBehindFrame && (byte === carriageReturn || byte === lineFeed || byte === endOfText);
  }

  const isOpen = () => bytes.length > 0 || isFramed;

  return {
    feed: (given) => Array.from(given, take).filter((each) => each !== null),
    silence: () => {
      if (!isOpen()) return [];
      const reason = fault ?? 'broken';
      bytes = [];
      fault = null;
      isFramed = false;
      isRest = true;
      return [{ type: 'dropped', reason }];
    },
    settled: () => {
      isRest = false;
    },
    isOpen,
  };
}
