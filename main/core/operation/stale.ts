// Two transactions may change the same operation at once (a cancellation and its sending, say). The store refuses the second by
// its revision; for the loser that is no error.

/** The result, or null where another transaction was first. */
export async function changedMeanwhile<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.name === 'StaleRevision') return null;
    throw error;
  }
}
