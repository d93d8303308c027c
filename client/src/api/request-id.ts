// Request ids. A repeated request needs the same id, so the id must survive a crash: make it, store it, send.

/** 128 random bits as 32 hexadecimal digits; works where `crypto.randomUUID` does not (pages without HTTPS). */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Throws a TypeError for an id that the bridge would refuse, before anything is sent. */
export function requestIdOf(given: string | undefined): string {
  const id = given ?? newRequestId();
  if (!/^[!-~]{1,255}$/.test(id)) throw new TypeError('requestId must have 1 to 255 visible ASCII characters.');
  return id;
}
