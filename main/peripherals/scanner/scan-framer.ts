// Scans out of the bytes of a serial scanner. A scan begins after silence and ends with its suffix: a line parser alone
// would glue a broken scan to the next, a timer alone would join two. What is broken is dropped and never guessed.

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
/** Bytes that are no text, and control characters that more than one byte writes. */
const noCode = /[\u{80}-\u{9f}\u{fffd}]/u;

/** `suffix`: the bytes after each scan. */
export function createScanFramer(suffix: readonly number[]): ScanFramer {
  let bytes: number[] = [];
  /** What is wrong with the scan that was begun: the rest of it is dropped, too. */
  let fault: 'broken' | 'too-long' | null = null;
  /** The scan before had no end: what comes now may be the rest of it. */
  let isRest = false;
  /** Many scanners end with CR and LF. Where CR alone was set, the LF is no byte of the next scan. */
  const maySendLf = suffix.length === 1 && suffix[0] === carriageReturn;

  function end(): FramedScan | null {
    const text = Buffer.from(bytes.slice(0, -suffix.length)).toString('utf8');
    const reason = fault ?? (isRest || noCode.test(text) ? 'broken' : null);
    bytes = [];
    fault = null;
    isRest = false;
    if (reason !== null) return { type: 'dropped', reason };
    return text === '' ? null : { type: 'scan', text };
  }

  function take(byte: number): FramedScan | null {
    if (byte === lineFeed && bytes.length === 0 && maySendLf) return null;
    bytes.push(byte);
    if (suffix.every((each, index) => bytes.at(index - suffix.length) === each)) return end();
    const isControl = byte < 0x20 && byte !== groupSeparator && !suffix.includes(byte);
    if (isControl || byte === 0x7f) fault ??= 'broken';
    if (bytes.length <= longestScan) return null;
    fault ??= 'too-long';
    // Only as much as the suffix needs: a line that never stops takes no memory.
    bytes = bytes.slice(-suffix.length);
    return null;
  }

  return {
    feed: (given) => Array.from(given, take).filter((each) => each !== null),
    silence: () => {
      if (bytes.length === 0 && fault === null) return [];
      bytes = [];
      const reason = fault ?? 'broken';
      fault = null;
      isRest = true;
      return [{ type: 'dropped', reason }];
    },
    settled: () => {
      isRest = false;
    },
    isOpen: () => bytes.length > 0,
  };
}
