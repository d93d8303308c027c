// Ends that nobody at the till has seen yet. They are noted with the change that brings them about, so that none is lost.

export interface EndRows {
  /** Ids of operations, the latest accepted first. */
  unseen(environmentId: string, limit: number): string[];
  /** Somebody has seen how it ended: on the disk when it resolves. */
  see(id: string): Promise<void>;
}
