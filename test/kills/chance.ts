// Chance that can be repeated: one integer gives the same orders, the same moments and the same faults again. What the
// operating system does meanwhile it cannot repeat, so the seed is where to look again, not a recording.

export interface Dice {
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  pick<T>(choices: readonly T[]): T;
  /** True in `percent` of 100. */
  chance(percent: number): boolean;
}

/** Mulberry32 (public domain, Tommy Ettinger): small, and even enough for choosing moments. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(fraction() * (most - least + 1));
  return {
    between,
    pick: (choices) => choices[between(0, choices.length - 1)]!,
    chance: (percent) => between(1, 100) <= percent,
  };
}
