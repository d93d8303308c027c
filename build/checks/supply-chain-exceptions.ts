// Advisories about our packages that do not affect us, each with the reason and the last day that it holds. None today.

export interface Exception {
  /** GitHub's number of the advisory: `GHSA-…`. */
  readonly id: string;
  /** Why it does not touch us. */
  readonly because: string;
  /** The last day, YYYY-MM-DD: a developer then checks again. */
  readonly until: string;
}

export const exceptions: readonly Exception[] = [];
