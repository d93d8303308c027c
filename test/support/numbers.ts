// Chance that a test can repeat.

/** Numbers from 0 to below `limit`, the same for the same seed (mulberry32). */
export function numbers(from: number) {
  let state = from >>> 0;
  return (limit: number) => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}
