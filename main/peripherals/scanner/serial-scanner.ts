// A scanner on a serial line. What it read is handed on once and kept nowhere; a card number or track data is dropped
// here, before anything else sees it.
import { isGtin } from '#contract/text/gtin.ts';
import { readScan } from '#contract/devices/aim.ts';
import type { Scan, ScanDropReason } from '#contract/devices/line-devices.ts';
import type { Scanner } from '#core/ports/line-devices.ts';
import { keepOpen, type KeepOpenLimits, keepOpenLimits } from '../lines/keep-open.ts';
import type { Line } from '../lines/line.ts';
import { createKeptState } from '../lines/kept-state.ts';
import { createScanFramer, type FramedScan } from './scan-framer.ts';
import type { ScannerAddress } from './scanner-address.ts';

export interface ScannerLimits extends KeepOpenLimits {
  /** A pause that long ends what was begun: scanners send a code in one go. */
  readonly silenceMs: number;
  /** How long after such a pause what comes is another scan, and not the rest of the one before. */
  readonly restMs: number;
  /** Digits of two scans within this time may be one number of a card. */
  readonly partsMs: number;
}

const scannerLimits: ScannerLimits = { ...keepOpenLimits, silenceMs: 200, restMs: 800, partsMs: 5_000 };

const isDigits = (data: string) => /^\d{1,18}$/.test(data);

/** `holdsCardData`: the rule of the bridge for card numbers and track data. */
export function createSerialScanner(
  { id, suffix, identified, endpoint }: ScannerAddress,
  line: Line,
  holdsCardData: (text: string) => boolean,
  limits: ScannerLimits = scannerLimits,
): Scanner {
  const scanListeners: ((scan: Scan) => void)[] = [];
  const dropListeners: ((reason: ScanDropReason) => void)[] = [];
  const state = createKeptState(endpoint.path);
  let framer = createScanFramer(suffix);
  let timer: NodeJS.Timeout | null = null;
  /** The scan before, where it was digits: a card's number may come in two. */
  let before: { readonly digits: string; readonly atMs: number } | null = null;

  function handle(framed: readonly FramedScan[]) {
    for (const each of framed) {
      const judged = each.type === 'scan' ? judge(each.text) : each.reason;
      if (typeof judged === 'string') for (const listener of dropListeners) listener(judged);
      else for (const listener of scanListeners) listener(judged);
    }
  }

  function judge(text: string): Scan | ScanDropReason {
    const scan = readScan(text, identified);
    if (scan === null) return 'broken';
    const isCard = holdsCardData(text) || holdsCardData(scan.data) || holdsCardData(withDigitsBefore(scan.data));
    // An article's number is whole; other digits may be the first part of a card's number.
    const mayGoOn = !isCard && isDigits(scan.data) && !isGtin(scan.data);
    before = mayGoOn ? { digits: scan.data, atMs: performance.now() } : null;
    return isCard ? 'card-data' : scan;
  }

  function withDigitsBefore(data: string): string {
    const isNear = before !== null && performance.now() - before.atMs < limits.partsMs;
    return isNear && isDigits(data) ? `${before?.digits ?? ''}${data}` : data;
  }

  function silence() {
    handle(framer.silence());
    timer = setTimeout(() => framer.settled(), limits.restMs);
  }

  function stop() {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  const kept = keepOpen(line, limits, {
    opened: (connection) => {
      framer = createScanFramer(suffix);
      connection.onBytes((bytes) => {
        stop();
        handle(framer.feed(bytes));
        if (framer.isOpen()) timer = setTimeout(silence, limits.silenceMs);
      });
      state.opened();
    },
    lost: () => {
      stop();
      handle(framer.silence());
      state.lost();
    },
    failed: state.failed,
  });

  return {
    id,
    onScan: (listener) => void scanListeners.push(listener),
    onDropped: (listener) => void dropListeners.push(listener),
    state: state.state,
    onState: state.onState,
    close: async () => {
      stop();
      await kept.close();
    },
  };
}
