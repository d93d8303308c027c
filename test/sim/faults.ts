// Which fault comes when: drawn for each request and each moment while faults are on. Single ones can be left out,
// which is how a failing seed is made smaller.
import { type SendFault, type WorldFault, lookUpFaults, sendFaults, worldFaults } from './coverage.ts';
import type { Saying } from './gateway/sayings.ts';
import type { Random } from './random.ts';

/** A day has so many at least, so that none is a day on which nothing was tried. */
export const leastFaults = 20;

/** A day has so many at most; then the rest of its work is done in peace. */
const mostFaults = 60;

/** Where the till may die. */
export const crashPoints = [
  'commit-before',
  'commit-torn',
  'commit-after',
  'read',
  'send',
  'sent',
  'answer',
  'timer',
  'ack',
] as const;

export type CrashPoint = (typeof crashPoints)[number];

export class Faults {
  on = true;
  /** Those that happened: what was drawn and met nobody (a restart of what is off, a crash still to come) is none. */
  happened = 0;
  #drawn = 0;
  #said = 0;
  readonly #random: Random;
  readonly #ofAnswers: Random;
  readonly #without: ReadonlySet<string>;
  /** So many requests in a hundred meet a fault; some days are worse than others. */
  readonly #rate: number;

  constructor(random: Random, without: ReadonlySet<string>) {
    this.#random = random;
    this.#ofAnswers = random.fork('answers');
    this.#without = without;
    this.#rate = random.pick([0.1, 0.25, 0.4, 0.6]);
  }

  onSend(): SendFault | null {
    return this.#draw(sendFaults, this.#rate);
  }

  /** What of all that could be said is said that is not so. */
  onAnswer(sayings: readonly Saying[]): Saying | null {
    const [hit, which] = [this.#ofAnswers.chance(0.6), sayings.length === 0 ? null : this.#ofAnswers.pick(sayings)];
    if (which === null || !hit || !this.on || this.#said >= mostFaults || this.#without.has(`says ${which}`))
      return null;
    this.#said += 1;
    return which;
  }

  onLookUp(): SendFault | null {
    return this.#draw(lookUpFaults, this.#rate * 0.6);
  }

  onRenewal(): 'refused' | 'unreachable' | 'same' | null {
    return this.on && this.#random.chance(0.15) ? this.#random.pick(['refused', 'unreachable', 'same']) : null;
  }

  onProbe(): boolean {
    return this.on && !this.#without.has('probe') && this.#random.chance(0.05);
  }

  ofWorld(): WorldFault | null {
    return this.#draw(worldFaults, 1);
  }

  #draw<T extends string>(from: readonly T[], rate: number): T | null {
    // Drawn in any case, so that leaving one out moves as little else as can be.
    const hit = this.#random.chance(rate);
    const which = this.#random.pick(from);
    if (!this.on || !hit || this.#drawn >= mostFaults || this.#without.has(which)) return null;
    this.#drawn += 1;
    return which;
  }
}
