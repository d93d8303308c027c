// One pulse to the drawer. It is never repeated: where the line breaks, a person looks. A printer that stands still would
// keep an ordinary pulse and open the drawer minutes later, when the cashier has gone; then the pulse goes by the
// real-time command, which is carried out at once or not at all.
import { setTimeout as pause } from 'node:timers/promises';
import type { PrinterProfile } from '../address/profile.ts';
import { obstacleOf, stateOf } from '../status/facts.ts';
import type { StatusLanguage } from '../status/words.ts';
import { provesFence } from './fence-proof.ts';
import type { PrinterLimits } from './limits.ts';
import type { Session } from './session.ts';
import { within } from './within.ts';

export interface Kick {
  readonly session: Session;
  readonly profile: PrinterProfile;
  readonly language: StatusLanguage;
  readonly limits: PrinterLimits;
  readonly beforeFirstByte: () => Promise<void>;
}

type Kicked = 'opened' | 'unknown' | 'not-sent';

export async function kickDrawer({ session, profile, language, limits, beforeFirstByte }: Kick): Promise<Kicked> {
  const standsStill = profile.answers && obstacleOf(session.facts()) !== null;
  const pulse = standsStill ? pulseAtOnce(profile) : plainPulse(profile);
  if (pulse === null) return 'not-sent';
  const askedMs = performance.now();
  await beforeFirstByte();
  // A journal that waits for the disk must not open the drawer when the cashier has gone.
  if (!session.isOpen() || performance.now() - askedMs > limits.turnMs) return 'not-sent';
  const fence = standsStill || !profile.answers ? null : language.nextFence();
  const before = session.fenceWords();
  let isOver = false;
  const sent = Promise.all([
    fence === null ? null : session.passes({ ...fence, bytes: Buffer.concat([pulse, fence.bytes]) }),
    (fence === null ? session.write(pulse) : Promise.resolve()).then(() => {
      if (standsStill) return switchSaysOpen(session, profile, () => isOver);
      // A printer that never answers may keep the pulse until it has paper: that cannot be known.
      return fence === null && !profile.answers ? session.finish().then(() => never) : undefined;
    }),
  ]).then(() => true);
  const proved = await within(sent, limits.pulseMs);
  isOver = true;
  if (proved !== true) return 'unknown';
  return fence === null || (await provesFence({ session, language, fence, before, limits })) ? 'opened' : 'unknown';
}

/**
 * While a document waits in the printer for paper. The printer answers first: else the pulse could wait behind bytes that
 * it has not taken, and open the drawer later. The document's session stays.
 */
export async function kickBeside(kick: Kick): Promise<Kicked> {
  return (await within(kick.session.ask(), kick.limits.answerMs)) === null ? 'not-sent' : kickDrawer(kick);
}

const never = new Promise<never>(() => {});

/** Resolves once the drawer's own switch says so; never where it has none. */
async function switchSaysOpen(session: Session, profile: PrinterProfile, isOver: () => boolean): Promise<void> {
  while (!isOver() && stateOf(session.facts(), profile).drawerOpen !== true) {
    await session.ask();
    await pause(50);
  }
}

/** On for 100 ms, then off for 500 ms: longer pulses burn the coil of a drawer that is locked. */
export function plainPulse({ language, drawerPin }: PrinterProfile): Uint8Array {
  const second = drawerPin === 5;
  if (language === 'star-line') return Uint8Array.of(0x1b, 0x07, 0x0a, 0x32, second ? 0x1a : 0x07);
  return Uint8Array.of(0x1b, 0x70, second ? 1 : 0, 50, 250);
}

/** Carried out at once or not at all. Star has FS for it, and nothing for the second connector. */
function pulseAtOnce({ language, drawerPin }: PrinterProfile): Uint8Array | null {
  const second = drawerPin === 5;
  if (language === 'star-line') return second ? null : Uint8Array.of(0x1c);
  return Uint8Array.of(0x10, 0x14, 0x01, second ? 1 : 0, 1);
}
