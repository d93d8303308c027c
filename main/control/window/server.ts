// The socket at which windows join a running bridge. It frames and bounds what comes and goes; what a window may ask is
// checked behind it (assembly/window/socket-window.ts), by the same rules as at Electron's IPC.
import { rmSync } from 'node:fs';
import { type Server, type Socket, createServer } from 'node:net';
import type { EngineEvents } from '#core/ports/engine.ts';
import { type CountedLog, createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import { NotUnderstood, lineOf, messagesFrom } from '../lines.ts';
import {
  type WindowReply,
  type WindowRequest,
  type WindowWord,
  helloBytes,
  helloSchema,
  messageDepth,
  replyBytes,
  requestBytes,
  requestSchema,
  windowProtocol,
} from './messages.ts';
import type { SocketRights } from './socket-path.ts';
import { type WindowTurns, createWindowTurns } from './turns.ts';

/** A window at the bridge. */
export interface JoinedWindow {
  /** Never rejects. */
  ask(request: WindowRequest): Promise<WindowReply>;
  /** The window is gone. */
  close(): void;
}

export interface WindowSocketOptions {
  readonly address: string;
  readonly rights: SocketRights;
  readonly version: string;
  /** `say`: sends the window a word. */
  readonly open: (say: (word: WindowWord) => void) => JoinedWindow;
  readonly log: EngineEvents['log'];
}

export interface WindowSocket {
  /** Takes no more; calls that run have `graceMs` for their answers. */
  close(graceMs: number): Promise<void>;
}

/** A window says hello at once. */
const helloMs = 5_000;
const mostWindows = 16;
/** A window waits for its answers; what it asks beyond this is read later. */
const mostAtOnce = 32;
const masks = { private: 0o177, shared: 0o117 } as const;

/** Null where no socket can be made: the bridge works without, and its log says why. */
export async function openWindowSocket(options: WindowSocketOptions): Promise<WindowSocket | null> {
  const { address, rights, log } = options;
  const counted = createCountedLog(log, unheldTimer);
  const connections = new Set<Socket>();
  const turns = createWindowTurns();
  const serving = new Set<Promise<void>>();
  const server = createServer((socket) => {
    connections.add(socket);
    const served = serve(options, { counted, turns }, socket);
    serving.add(served);
    void served.finally(() => {
      connections.delete(socket);
      serving.delete(served);
    });
  });
  server.maxConnections = mostWindows;
  server.on('drop', () => counted.line('warn', 'window-refused', { reason: 'too many windows' }));
  try {
    // Left by a bridge that was killed: the folder's lock shows that none runs.
    rmSync(address, { force: true });
    await listen(server, address, masks[rights]);
  } catch (error) {
    log('warn', 'windows-cannot-join', { error: error instanceof Error ? error.message : 'unknown' });
    return null;
  }
  return {
    async close(graceMs) {
      const ended = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      // What a window asks from now on is not read; what runs is answered.
      for (const each of connections) each.emit('stopping');
      const deadline = setTimeout(() => {
        for (const each of connections) each.destroy();
      }, graceMs);
      await Promise.all(serving);
      clearTimeout(deadline);
      await ended;
      counted.end();
    },
  };
}

/** The socket is made inside `listen` with the rights of the mask, so that it is never wider. */
async function listen(server: Server, address: string, mask: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  const before = process.umask(mask);
  try {
    server.listen(address, resolve);
  } finally {
    process.umask(before);
  }
  await promise;
  server.off('error', reject);
}

/** What all windows share. */
interface Shared {
  readonly counted: CountedLog;
  readonly turns: WindowTurns;
}

/** Never rejects: what goes wrong ends this connection only. */
async function serve(
  { version, open }: WindowSocketOptions,
  { counted, turns }: Shared,
  socket: Socket,
): Promise<void> {
  socket.on('error', () => undefined);
  const deadline = setTimeout(() => socket.destroy(), helloMs);
  let most = helloBytes;
  const running = new Set<Promise<void>>();
  const say = (word: object): void => {
    socket.write(lineOf(word));
    // It does not read what it is told. It joins again, and asks for everything anew.
    if (socket.writableLength > replyBytes) socket.destroy(new Error('the window does not read'));
  };
  try {
    const messages = messagesFrom(socket, () => most, messageDepth);
    const hello = await messages.next();
    clearTimeout(deadline);
    if (hello.done === true) return;
    const { window: asked } = parsed(helloSchema.safeParse(hello.value));
    say({ product: 'Tillbridge', protocol: windowProtocol, version });
    if (asked.protocol !== windowProtocol || asked.version !== version) {
      counted.line('warn', 'window-refused', { reason: 'other version' });
      socket.end();
      return;
    }
    most = requestBytes;
    const window = open(say);
    const stopping = new Promise<void>((resolve) => {
      socket.once('stopping', resolve);
    });
    try {
      await Promise.race([
        answerAll(messages, window, { say, isGone: () => socket.destroyed, running, turns }),
        stopping,
      ]);
    } finally {
      // Also where the bridge stops: the answers of what runs are written, then the connection ends.
      await Promise.all(running);
      window.close();
    }
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.end(() => resolve());
    });
  } catch (error) {
    const reason = error instanceof NotUnderstood ? error.message : 'connection lost';
    counted.line('warn', 'window-refused', { reason });
  } finally {
    clearTimeout(deadline);
    socket.destroy();
  }
}

interface Answering {
  readonly say: (word: object) => void;
  readonly isGone: () => boolean;
  readonly running: Set<Promise<void>>;
  readonly turns: WindowTurns;
}

async function answerAll(
  messages: AsyncIterable<object>,
  window: JoinedWindow,
  { say, isGone, running, turns }: Answering,
): Promise<void> {
  for await (const message of messages) {
    const request = parsed(requestSchema.safeParse(message));
    const answered = turns.take(window, async () => {
      // A flood of windows that come, ask and leave would fill the line.
      if (!isGone()) say({ id: request.id, ...(await window.ask(request)) });
    });
    running.add(answered);
    void answered.finally(() => running.delete(answered));
    // Not read further before an answer is there: so the window's own queue fills, and not this one.
    if (running.size >= mostAtOnce) await Promise.race(running);
  }
}

function parsed<T>(result: { success: true; data: T } | { success: false }): T {
  if (!result.success) throw new NotUnderstood('the message is not the one that was its turn');
  return result.data;
}
