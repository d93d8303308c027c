// What "all of it" may be, where a reversal is asked for without a sum.
interface Sums {
  readonly value?: number | null;
  readonly authorized: number | null;
  readonly captured: number | null;
  readonly refunded: number | null;
}

/** The whole payment or what is left of it, minor units; none where none of its sums is known. */
export function wholeSums({ value, authorized, captured, refunded }: Sums): readonly number[] {
  const less = (sum: number | null, part: number | null) => (sum === null || part === null ? null : sum - part);
  const sums = [value ?? null, authorized, captured, less(authorized, captured), less(captured, refunded)];
  return sums.filter((each) => each !== null).filter((each) => each > 0);
}
