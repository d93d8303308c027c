// Brings one document out: its pieces, the fence behind them, and the printer's word. That the system took the bytes
// means nothing here. Paper that is out and an open cover are waited for: the printer goes on by itself. Nothing is
// ever sent a second time.
import type { Line } from '../lines/line.ts';
import { obstacleOf } from '../status/facts.ts';
import type { Fence } from '../status/words.ts';
import type { PrinterLimits } from './limits.ts';
import type { Session } from './session.ts';
import { within } from './within.ts';

/**
 * Why a document is in doubt. Stable codes; programs read them as `doubt`. `no-word`: it answers, and does not say that
 * it printed. `silent`: it says nothing any more. `not-taken`: a printer that never answers did not take all of it.
 * `waited-too-long`: for a person with paper. `closed`: the bridge ended meanwhile.
 */
export type DoubtReason = 'line-lost' | 'no-word' | 'silent' | 'not-taken' | 'waited-too-long' | 'closed';

export type Delivered =
  /** `fence`: the last one. `earlier`: how many words of fences before it were awaited. */
  | { readonly type: 'told'; readonly fence: Fence; readonly earlier: number }
  | { readonly type: 'taken' }
  | { readonly type: 'doubtful'; readonly reason: DoubtReason };

export interface Delivery {
  readonly session: Session;
  readonly line: Line;
  readonly pieces: readonly Uint8Array[];
  /**
   * The first fence, made before the first byte left: a counter proves nothing but what was added to it since. Null where
   * the printer never reports the end of a document.
   */
  readonly fence: Fence | null;
  /** The next one, once that was answered. */
  readonly fenceAfter: () => Fence | null;
  /** Whether it can be asked while it prints. */
  readonly answers: boolean;
  readonly limits: PrinterLimits;
}

/** Without a speed of its own a line counts as one of 115200 baud. */
const defaultBytesPerSecond = 11_520;

export async function deliver(delivery: Delivery): Promise<Delivered> {
  const watch = createWatch(delivery);
  const sent = send(delivery, watch.wentOn).catch((): Delivered => ({
    type: 'doubtful',
    reason: 'line-lost',
  }));
  try {
    return await Promise.race([sent, watch.broken]);
  } finally {
    watch.end();
  }
}

async function send(
  { session, line, pieces, fence, fenceAfter, answers, limits }: Delivery,
  wentOn: () => void,
): Promise<Delivered> {
  const between = bytesBetween(line);
  const window = bytesHeld(line, limits);
  let next = fence;
  let unproved = 0;
  let held = 0;
  let earlier = 0;
  for (const piece of pieces) {
    if (next !== null && held > 0 && held + piece.length > window) {
      await session.passes(next);
      earlier += next.words;
      next = fenceAfter();
      held = 0;
    }
    await session.write(piece);
    held += piece.length;
    wentOn();
    unproved += piece.length;
    if (!answers || unproved < between) continue;
    // A cable that is pulled and plugged again in the middle would lose a part, and the fence would still arrive.
    await session.ask();
    unproved = 0;
  }
  if (next === null) {
    return (await within(
      session.finish().then(() => true),
      limits.handOverMs,
    )) === true
      ? { type: 'taken' }
      : { type: 'doubtful', reason: 'not-taken' };
  }
  // What came before the fence was sent is no answer to it.
  await session.passes(next);
  return { type: 'told', fence: next, earlier };
}

/**
 * As much as may lie in the printer. On a line without flow control it loses what it has no room for, and the fence behind
 * that would still be answered.
 */
function bytesHeld({ losesBytes, holdsBack }: Pick<Line, 'losesBytes' | 'holdsBack'>, limits: PrinterLimits): number {
  return losesBytes && !holdsBack ? limits.windowBytes : Number.POSITIVE_INFINITY;
}

/** No piece of a picture is longer. */
export function longestPiece(line: Line, limits: PrinterLimits): number {
  return Math.min(bytesBetween(line), bytesHeld(line, limits));
}

/** As much as leaves in a quarter of a second, on a line that can lose bytes unnoticed: then the printer is asked. */
function bytesBetween({ losesBytes, bytesPerSecond }: Pick<Line, 'losesBytes' | 'bytesPerSecond'>): number {
  return losesBytes ? (bytesPerSecond ?? defaultBytesPerSecond) / 4 : Number.POSITIVE_INFINITY;
}

/** Ends what no longer has a chance, and asks the printer how it is while it is at work. */
function createWatch({ session, line, answers, limits }: Delivery) {
  let linesTaken = 0;
  let asking = false;
  let wentOnAtMs = performance.now();
  let obstacleSinceMs: number | null = null;
  let timer: NodeJS.Timeout | null = null;

  function verdict(): DoubtReason | null {
    const nowMs = performance.now();
    const silentMs = nowMs - Math.max(wentOnAtMs, session.heardAtMs());
    // Also with an obstacle: a printer answers without paper, and not without power. One that holds the line back cannot
    // be asked meanwhile.
    const isAsked = answers && (!line.holdsBack || obstacleOf(session.facts()) === null);
    if (isAsked && silentMs > limits.silenceMs) return 'silent';
    if (obstacleOf(session.facts()) !== null) {
      obstacleSinceMs ??= nowMs;
      return nowMs - obstacleSinceMs > limits.obstacleMs ? 'waited-too-long' : null;
    }
    if (obstacleSinceMs !== null) wentOnAtMs = nowMs;
    obstacleSinceMs = null;
    return nowMs - wentOnAtMs > limits.stuckMs + linesTaken * limits.lineMs ? 'no-word' : null;
  }

  const broken = new Promise<Delivered>((resolve) => {
    session.onLost(() => resolve({ type: 'doubtful', reason: 'line-lost' }));
    const look = () => {
      const reason = verdict();
      if (reason !== null) {
        resolve({ type: 'doubtful', reason });
        return;
      }
      if (answers && !asking) {
        asking = true;
        session.ask().then(
          () => (asking = false),
          () => undefined,
        );
      }
      timer = setTimeout(look, limits.askEveryMs);
    };
    timer = setTimeout(look, limits.askEveryMs);
  });
  return {
    broken,
    wentOn: () => {
      wentOnAtMs = performance.now();
      linesTaken += 1;
    },
    end: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
