// Advisories about packages of ours that do not touch us, each with why and until when that holds. None today.

export interface Exception {
  /** GitHub's number of the advisory: `GHSA-…`. */
  readonly id: string;
  /** Why it does not touch us. */
  readonly because: string;
  /** The last day, YYYY-MM-DD: then somebody looks again. */
  readonly until: string;
}

export const exceptions: readonly Exception[] = [];
