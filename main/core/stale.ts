// Two may want to change the same operation at once (a cancel and a claim, say). The store refuses the second by
// its revision; for whoever lost, that is no error but news.

/** The result, or null where somebody else was first. */
export async function changedMeanwhile<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.name === 'StaleRevision') return null;
    throw error;
  }
}
