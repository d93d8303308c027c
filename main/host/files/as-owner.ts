// Root's work on a folder of another user: it is done with that user's rights, so that a link which the user put there
// leads to nothing more than the user may reach, and what is made belongs to the user.
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Null: as this process's user. Only what is done before `work` returns. */
export function asOwner<T>(owner: Owner | null, work: () => T): T {
  if (owner === null || owner.uid === 0 || process.geteuid?.() !== 0) return work();
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
