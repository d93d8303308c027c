// Where windows find the socket of a bridge that they may join, and whether the place is one that other users cannot
// put a socket of their own into. Who may connect is said by the rights of the folder and of the socket: Node does not
// tell which user is at the other end.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';

const socketName = 'window.sock';

/** `sun_path` without its closing zero; see endpoint.ts. */
const longestPath = process.platform === 'linux' ? 107 : 103;

/** Null where the folder's path is too long for a socket, or the system has no sockets with rights. */
export function windowSocketIn(folder: string): string | null {
  if (process.platform === 'win32') return null;
  const path = join(folder, socketName);
  return Buffer.byteLength(path) <= longestPath ? path : null;
}

/** `private`: the user of the bridge alone; `shared`: also the users of the bridge's group. */
export type SocketRights = 'private' | 'shared';

const writableByOthers = 0o022;

/**
 * Why a window must not connect there, or null. A PIN may go only to the user who owns the folder, so no other user may
 * be able to put a socket there.
 */
export function unsafeSocket(folder: string, socket: string): string | null {
  const self = process.getuid?.();
  const place = lstatSync(folder, { throwIfNoEntry: false });
  const file = lstatSync(socket, { throwIfNoEntry: false });
  if (place === undefined || file === undefined || self === undefined) return null;
  if (!place.isDirectory() || (place.mode & writableByOthers) !== 0) return `${folder} can be written by other users.`;
  if (!file.isSocket() || ![place.uid, 0, self].includes(file.uid)) return `${socket} belongs to another user.`;
  return null;
}
