// A window's side of the socket: joins a running bridge, asks it, and hears what it says.
import { type Socket, connect } from 'node:net';
import type { Approval } from '#contract/people/people.ts';
import type { Role } from '#contract/people/roles.ts';
import { lineOf, messagesFrom } from '../lines.ts';
import {
  type Further,
  type WindowReply,
  type WindowWord,
  greetingSchema,
  messageDepth,
  replyBytes,
  replySchema,
  windowProtocol,
} from './messages.ts';
import { unsafeSocket, windowSocketIn } from './socket-path.ts';

/** Why there is no bridge to join, and how it is told at the window. */
export type JoinTrouble =
  /** No program listens at the socket. */
  | { readonly type: 'not-running' }
  /** The folder's rights leave this user of the machine out. */
  | { readonly type: 'not-permitted' }
  /** Another user could have put the socket there. */
  | { readonly type: 'not-safe'; readonly why: string }
  /** The bridge and this window come from two versions of the program. */
  | { readonly type: 'other-version'; readonly version: string };

/** The connection has ended; whether the bridge did what it was asked is not known. */
class WindowLost extends Error {
  override readonly name = 'WindowLost';
}

export interface JoinedBridge {
  /** Rejects with WindowLost where the connection ends before the reply. */
  ask(call: string, input: object, further?: Further): Promise<WindowReply>;
  verify(approval: Approval, needed: Role): Promise<WindowReply>;
  /** Resolves when the connection has ended. */
  readonly ended: Promise<void>;
  leave(): void;
}

interface Joining {
  /** The folder that the socket lies in. */
  readonly folder: string;
  readonly version: string;
  /** Called in the order in which the bridge said it, before the reply that it said afterwards. */
  readonly heard: (word: WindowWord) => void;
}

/** For a bridge that is dying, or does not answer. */
const greetingMs = 5_000;

export async function joinBridge(joining: Joining): Promise<JoinedBridge | JoinTrouble> {
  const { folder, version } = joining;
  const path = windowSocketIn(folder);
  if (path === null) return { type: 'not-running' };
  const rights = rightsOf(folder, path);
  if (rights !== null) return rights;
  const socket = await connected(path);
  if ('type' in socket) return socket;
  const patience = setTimeout(() => socket.destroy(), greetingMs);
  try {
    const lines = messagesFrom(socket, replyBytes, messageDepth);
    socket.write(lineOf({ window: { protocol: windowProtocol, version } }));
    const first = await lines.next();
    const greeting = greetingSchema.safeParse(first.value);
    if (first.done === true || !greeting.success) throw new WindowLost('no bridge greets there');
    const met = greeting.data;
    if (met.protocol === windowProtocol && met.version === version) return joined(socket, lines, joining);
    socket.destroy();
    return { type: 'other-version', version: met.version };
  } catch {
    socket.destroy();
    return { type: 'not-running' };
  } finally {
    clearTimeout(patience);
  }
}

/** What the rights of the folder and the socket say against it; null where nothing does. */
function rightsOf(folder: string, path: string): JoinTrouble | null {
  try {
    const why = unsafeSocket(folder, path);
    return why === null ? null : { type: 'not-safe', why };
  } catch (error) {
    return troubleOf(error);
  }
}

function troubleOf(error: unknown): JoinTrouble {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return { type: code === 'EACCES' || code === 'EPERM' ? 'not-permitted' : 'not-running' };
}

function connected(path: string): Promise<Socket | JoinTrouble> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error) => resolve(troubleOf(error)));
  });
}

type Waiting = PromiseWithResolvers<WindowReply>;

function joined(socket: Socket, lines: AsyncIterable<object>, { heard }: Joining): JoinedBridge {
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let isOver = false;
  socket.on('error', () => undefined);
  const hear = async (): Promise<void> => {
    for await (const line of lines) {
      const said = replySchema.parse(line);
      if (!('id' in said)) {
        heard(said as WindowWord);
        continue;
      }
      const { id, ...reply } = said;
      waiting.get(id)?.resolve(reply);
      waiting.delete(id);
    }
  };
  const ended = hear()
    .catch(() => undefined)
    .then(() => {
      isOver = true;
      socket.destroy();
      for (const each of waiting.values()) each.reject(new WindowLost('the bridge has ended the connection'));
      waiting.clear();
    });
  const send = (request: object): Promise<WindowReply> => {
    if (isOver) return Promise.reject(new WindowLost('there is no connection'));
    const id = (next += 1);
    const reply: Waiting = Promise.withResolvers();
    waiting.set(id, reply);
    socket.write(lineOf({ id, ...request }));
    return reply.promise;
  };
  return {
    ask: (call, input, further) => send({ call, input, ...(further === undefined ? {} : { further }) }),
    verify: (approval, needed) => send({ verify: { approval, needed } }),
    ended,
    leave: () => socket.destroy(),
  };
}
