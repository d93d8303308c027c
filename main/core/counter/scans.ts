// Where a scan goes: the one place that decides, for scanners on serial lines and for those that type into the window.
// A code is passed on once and stored nowhere.
import { readScan } from '#contract/devices/aim.ts';
import { containsCardNumber, containsTrackData } from '#contract/cards/card-number.ts';
import { isGtin, isTradeItemNumber } from '#contract/text/gtin.ts';
import type { Scan, ScanDropReason, ScanTarget, ScanView, TillScan } from '#contract/devices/line-devices.ts';
import type { Clock } from '../ports/clock.ts';
import type { EngineEvents } from '../ports/engine.ts';
import type { Scanner } from '../ports/line-devices.ts';
import type { Store } from '../ports/store.ts';
import { Listeners } from '../commit/listeners.ts';

/** Programs that follow the events. */
export interface ScanTaker {
  /** Whether one of them may get scans. */
  readonly wants: () => boolean;
  readonly take: (scan: ScanView) => void;
}

export interface ScanPorts {
  readonly store: Pick<Store, 'payment' | 'paymentByTransId'>;
  readonly environmentId: string;
  /** What the shop's order numbers begin with. */
  readonly orderPrefixes: readonly string[];
  readonly clock: Pick<Clock, 'nowMs' | 'iso'>;
  readonly log: EngineEvents['log'];
}

export interface Scans {
  /** A code that a scanner typed into the window. */
  typed(code: string): ScanTarget;
  /** Returns a function that ends it. */
  subscribe(taker: ScanTaker): () => void;
  /** Shows the scans that are for the till in the window. */
  showOn(screen: (scan: TillScan) => void): () => void;
}

/** A scanner that kept its scans sends them all at once. A line that goes on so is broken, and would keep the till busy. */
const mostAtOnce = 200;
const mostPerSecond = 20;
/** The window hears of one dropped scan in this time at most. */
const tellEveryMs = 1_000;

export function createScans(scanners: readonly Scanner[], ports: ScanPorts): Scans {
  const { clock, log } = ports;
  const takers = new Listeners<ScanTaker>(log);
  const screens = new Listeners<(scan: TillScan) => void>(log);
  let toldMs = -Infinity;

  const isWanted = () => {
    let wanted = false;
    takers.notify('scan', (taker) => {
      wanted ||= taker.wants();
    });
    return wanted;
  };
  const place = (scanner: string | null, { data: code, symbology }: Scan): ScanTarget => {
    if (holdsCardData(code)) return { to: 'nothing', reason: 'card-data' };
    const target = targetOf(code, ports);
    if (target !== null || !isWanted()) return { to: target ?? 'screen', code };
    const at = clock.iso(clock.nowMs());
    const scan: ScanView = { scanner, code, gtin: isGtin(code) ? code : null, symbology, at };
    takers.notify('scan', (taker) => taker.take(scan));
    return { to: 'programs' };
  };
  const dropped = (scanner: string, reason: ScanDropReason | 'too-fast') => {
    // Equal lines are counted by the log.
    log('info', 'scan-dropped', { scanner, reason });
    const now = clock.nowMs();
    if (now - toldMs < tellEveryMs) return;
    toldMs = now;
    if (reason !== 'too-fast') screens.notify('scan', (screen) => screen({ to: 'nothing', reason }));
  };
  for (const scanner of scanners) {
    let left = mostAtOnce;
    let lastMs = clock.nowMs();
    scanner.onScan((scan) => {
      const now = clock.nowMs();
      left = Math.min(mostAtOnce, left + ((now - lastMs) / 1_000) * mostPerSecond);
      lastMs = now;
      if (left < 1) {
        dropped(scanner.id, 'too-fast');
        return;
      }
      left -= 1;
      const target = guarded(log, () => place(scanner.id, scan));
      // Codes with card data were dropped and reported by the driver.
      if (target?.to === 'payment' || target?.to === 'screen') screens.notify('scan', (screen) => screen(target));
    });
    scanner.onDropped((reason) => dropped(scanner.id, reason));
  }
  return {
    typed(text) {
      if (holdsCardData(text)) return { to: 'nothing', reason: 'card-data' };
      const scan = readScan(text, false);
      return scan === null ? { to: 'nothing', reason: 'broken' } : place(null, scan);
    },
    subscribe: (taker) => takers.add(taker),
    showOn: (screen) => screens.add(screen),
  };
}

/** What the till knows the code for; null: it is for programs, where one listens. */
function targetOf(code: string, { store, environmentId, orderPrefixes }: ScanPorts): 'payment' | 'screen' | null {
  // A slip's code is the whole number of a payment; as a part it may stand in any.
  const known = store.payment(environmentId, code) ?? store.paymentByTransId(environmentId, code);
  if (known !== null) return 'payment';
  return orderPrefixes.some((prefix) => code.startsWith(prefix)) ? 'screen' : null;
}

/** The number of an article may look like a card's. */
export function holdsCardData(code: string): boolean {
  return containsTrackData(code) || (containsCardNumber(code) && !isTradeItemNumber(code));
}

/** A disk that fails must not end the process by way of a scanner. */
function guarded<T>(log: EngineEvents['log'], work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    log('warn', 'scan-not-placed', { error: error instanceof Error ? error.name : 'unknown' });
    return null;
  }
}
