// The control socket of a running bridge: commands that are run on its data folder reach it here, and only here.
// Administration never goes over HTTP. Opened by the holder of the folder's lock, closed before the engine is.
import { type Server, type Socket, createServer } from 'node:net';
import {
  type Asked,
  type BridgeCalls,
  type ControlCall,
  controlCalls,
  wrongWords,
} from '#contract/programs/control.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import { NotUnderstood, lineOf, messagesFrom } from './lines.ts';
import { type Reply, helloSchema, maxRequestBytes, requestSchema } from './messages.ts';
import {
  type Candidate,
  announce,
  candidates,
  folderIdentity,
  isSame,
  proofOf,
  removeStale,
  withdraw,
} from './endpoint.ts';

export interface ControlOptions {
  readonly dataDir: string;
  readonly version: string;
  /** All that can be asked now: without the folder's key that is less. */
  readonly calls: Partial<BridgeCalls>;
  /** Where the journal ends. */
  readonly head: () => number;
  readonly log: EngineEvents['log'];
  /** Where short paths are, if the system has such a place. */
  readonly runtimeDir: string | null;
  /** For taking an answer; default 30 s. */
  readonly replyMs?: number;
  /** How often a caller who waits is told that the call is being carried out; default 10 s. */
  readonly workingMs?: number;
}

export interface ControlSocket {
  readonly address: string;
  /** Takes no more; calls that run have `graceMs` for their answers. Then the socket and its file are gone. */
  close(graceMs: number): Promise<void>;
}

/** Requests at a socket come from programs, which send them at once. */
const requestMs = 5_000;
/** Commands are run by people and by cron. */
const mostConnections = 16;

/** Null where no socket can be made: the till works without it, and the log says why. */
export async function openControl(given: ControlOptions): Promise<ControlSocket | null> {
  const { dataDir, log } = given;
  // Any program of this user can connect, as often as it likes.
  const counted = createCountedLog(log, unheldTimer);
  const options = { ...given, log: counted.line };
  const connections = new Set<Socket>();
  const running = new Set<Promise<void>>();
  removeStale(dataDir);
  const listening = await listen(options, (socket, candidate) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    const served = serve(options, candidate, socket);
    running.add(served);
    void served.finally(() => running.delete(served));
  });
  if (listening === null) return null;
  const { server, candidate } = listening;
  return {
    address: candidate.address,
    async close(graceMs) {
      withdraw(dataDir);
      const ended = closed(server);
      // What is not carried out by then is asked of the next bridge, which looks first whether it was.
      const late = Promise.withResolvers<undefined>();
      const deadline = setTimeout(() => late.resolve(undefined), graceMs);
      await Promise.race([Promise.allSettled(running), late.promise]);
      clearTimeout(deadline);
      for (const each of connections) each.destroy();
      await ended;
      counted.end();
      try {
        candidate.discard();
      } catch (error) {
        log('warn', 'control-left-behind', { error: errorText(error) });
      }
    },
  };
}

const working: Reply = { type: 'working' };

type OnConnection = (socket: Socket, candidate: Candidate) => void;

async function listen({ dataDir, runtimeDir, log }: ControlOptions, onConnection: OnConnection) {
  let why = 'no place for it';
  try {
    for (const candidate of candidates(dataDir, runtimeDir)) {
      const server = createServer((socket) => onConnection(socket, candidate));
      server.maxConnections = mostConnections;
      try {
        await listenPrivately(server, candidate.address);
        announce(dataDir, candidate);
        return { server, candidate };
      } catch (error) {
        // A file system without sockets, or one that takes nothing new here.
        why = errorText(error);
        await closed(server);
        candidate.discard();
      }
    }
  } catch (error) {
    why = errorText(error);
  }
  log('warn', 'control-unavailable', { error: why });
  return null;
}

/** Takes no more, and resolves when the last connection has ended; the socket's name is gone at once. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

/** The socket is made inside `listen` with the rights of the mask, so that no other user can connect in between. */
async function listenPrivately(server: Server, address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  const mask = process.umask(0o177);
  try {
    server.listen(address, resolve);
  } finally {
    process.umask(mask);
  }
  await promise;
  server.off('error', reject);
}

/** Never rejects: what goes wrong ends this connection only. */
async function serve(options: ControlOptions, { key }: Candidate, socket: Socket): Promise<void> {
  const { log, replyMs = 30_000, workingMs = 10_000 } = options;
  socket.on('error', () => undefined);
  let deadline = setTimeout(() => socket.destroy(), requestMs);
  try {
    const messages = messagesFrom(socket, maxRequestBytes);
    const hello = await messages.next();
    if (hello.done === true) return;
    const { nonce } = parsed(helloSchema.safeParse(hello.value));
    const { dataDir, version } = options;
    const folder = folderIdentity(dataDir);
    const proof = proofOf(key, nonce, folder, version);
    socket.write(lineOf({ product: 'Tillbridge', version, folder, proof, head: options.head() }));
    const asked = await messages.next();
    if (asked.done === true) return;
    clearTimeout(deadline);
    const request = parsed(requestSchema.safeParse(asked.value));
    if (!isSame(request.key, key)) throw new NotUnderstood('the key is not the folder’s');
    const signs = setInterval(() => socket.write(lineOf(working)), workingMs);
    const reply = await answerTo(options, request).finally(() => clearInterval(signs));
    // A command that was stopped must not keep its place.
    deadline = setTimeout(() => socket.destroy(), replyMs);
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.end(lineOf(reply), () => resolve());
    });
  } catch (error) {
    // There is no answer to send; the log names the problem and nothing of the input.
    log('warn', 'control-refused', { error: error instanceof NotUnderstood ? error.message : 'connection lost' });
  } finally {
    clearTimeout(deadline);
    socket.destroy();
  }
}

function parsed<T>(result: { success: true; data: T } | { success: false }): T {
  if (!result.success) throw new NotUnderstood('the message is not the one that was its turn');
  return result.data;
}

interface Request {
  readonly call: string;
  readonly input: JsonObject;
  readonly asked: Asked;
}

async function answerTo({ calls, log }: ControlOptions, { call, input, asked }: Request): Promise<Reply> {
  if (!isCall(call)) return { type: 'wrong', message: `there is no call "${call}"` };
  const known = calls[call];
  if (known === undefined) return { type: 'wrong', message: 'the key of the data folder is not at hand, it is sealed' };
  const read = controlCalls[call].safeParse(input);
  if (!read.success) return { type: 'wrong', message: wrongWords(read.error) };
  try {
    // The table pairs each schema with its call; the compiler does not follow it through a name that it learns here.
    const carryOut = known as unknown as (value: object, asked: Asked) => Promise<JsonObject>;
    return { type: 'answer', answer: await carryOut(read.data, asked) };
  } catch (error) {
    log('error', 'control-broke', { call, error: errorText(error) });
    return { type: 'fault' };
  }
}

function isCall(name: string): name is ControlCall {
  return Object.hasOwn(controlCalls, name);
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
