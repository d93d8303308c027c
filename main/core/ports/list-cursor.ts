// Where a page of operations ended, as text. In the order of acceptance it is the id of an operation. By the last change
// the time stands before it: an operation that changes again moves to the end, and the place where it stood stays.

export interface ListCursor {
  readonly id: string;
  /** Engine time of its last change, whole ms; null in the order of acceptance. */
  readonly updatedMs: number | null;
}

export function cursorText({ id, updatedMs }: ListCursor): string {
  return updatedMs === null ? id : `${updatedMs}:${id}`;
}

export function readCursor(text: string): ListCursor {
  const [, ms, id] = /^(\d{1,15}):(.+)$/s.exec(text) ?? [];
  return id === undefined ? { id: text, updatedMs: null } : { id, updatedMs: Number(ms) };
}
