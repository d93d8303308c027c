// A command's side of the control socket: finds the bridge that runs on a data folder, makes sure that it is that one
// and of the same version, and asks it one thing.
import { randomBytes } from 'node:crypto';
import { type Socket, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Asked,
  type ControlCall,
  type ControlInput,
  type ControlOutputs,
  readingCalls,
} from '#contract/programs/control.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { NotUnderstood, lineOf, messagesFrom } from './lines.ts';
import { greetingSchema, maxReplyBytes, replySchema } from './messages.ts';
import { type ControlEndpoint, folderIdentity, isForeign, isSame, proofOf, readEndpoint } from './endpoint.ts';

/** The bridge is there and cannot be asked; the message says why, for a person. */
export class ControlProblem extends Error {
  override readonly name = 'ControlProblem';
}

/** It went away: killed, most likely. Another may run already, or none. */
class BridgeLost extends ControlProblem {
  /** What it may have done; null where it was asked to change nothing. */
  readonly asked: Asked | null;
  constructor(message: string, asked: Asked | null, cause: unknown) {
    super(message, { cause });
    this.asked = asked;
  }
}

/** A bridge that takes no more connections has places again when those that say nothing are closed. */
const patienceMs = 15_000;
const pauseMs = 50;

/** Longer than the bridge waits for a disk that another program keeps locked; it gives a sign each ten seconds. */
const usualSilenceMs = 60_000;
/** A long shift is archived in minutes. */
const longestMs = 3_600_000;

export const doubtWords = 'Whether it was done is not known: look before you repeat it.';

const foreignWords =
  'Another user has written bridge.control.json in the data folder, so nothing was asked and nothing was changed. Look ' +
  'at the folder, and make it private (chmod 700).';

interface Whom {
  readonly dataDir: string;
  readonly version: string;
  /** How long it may say nothing before it is given up; default one minute. */
  readonly silenceMs?: number;
}

/** `none`: no bridge runs there. `asked`: what one was asked that died before its answer; it may have been done. */
export type Heard<C extends ControlCall> =
  | { readonly type: 'answer'; readonly answer: ControlOutputs[C] }
  | { readonly type: 'none'; readonly asked: Asked | null };

/**
 * What the bridge on the folder answers. Where one dies, the next is asked for the same: a wish that was carried out is
 * not carried out again. `before`: the wish, where it was asked for before. Throws ControlProblem.
 */
export async function askBridge<C extends ControlCall>(
  whom: Whom,
  call: C,
  input: ControlInput<C>,
  before: Asked | null = null,
): Promise<Heard<C>> {
  const deadline = performance.now() + patienceMs;
  for (let asked = before; ;) {
    try {
      const answer = await askOnce(whom, call, input, asked);
      return answer === null ? { type: 'none', asked } : { type: 'answer', answer: answer as ControlOutputs[C] };
    } catch (error) {
      if (!(error instanceof BridgeLost) || performance.now() > deadline) throw error;
      asked = error.asked;
      await pause(pauseMs);
    }
  }
}

async function askOnce(
  { dataDir, version, silenceMs = usualSilenceMs }: Whom,
  call: ControlCall,
  input: object,
  before: Asked | null,
): Promise<unknown> {
  const endpoint = readEndpoint(dataDir);
  if (endpoint !== null && isForeign(dataDir)) throw new ControlProblem(foreignWords);
  const socket = endpoint === null ? null : await connected(endpoint, before);
  if (endpoint === null || socket === null) return null;
  return conversation(socket, { before, silenceMs }, async (messages, begun) => {
    const head = await greeted(socket, messages, { dataDir, version, endpoint });
    const asked = before ?? { id: randomBytes(16).toString('hex'), since: head };
    if (!readingCalls.has(call)) begun(asked);
    socket.write(lineOf({ key: endpoint.key, call, asked, input }));
    return answerOf(messages);
  });
}

/**
 * Null where no bridge listens there. Throws ControlProblem where one listens and refuses the connection, or is ending.
 */
function connected({ address }: ControlEndpoint, before: Asked | null): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') return resolve(null);
      const words = `${address}: ${error.message}.`;
      const isBarred = error.code === 'EACCES' || error.code === 'EPERM';
      if (isBarred) return reject(new ControlProblem(`${words} Run this as the user that the bridge runs as.`));
      return reject(new BridgeLost(`${words} ${before === null ? 'Nothing was changed.' : doubtWords}`, before, error));
    });
  });
}

type Messages = AsyncGenerator<JsonObject, void, undefined>;

interface Talk {
  readonly before: Asked | null;
  readonly silenceMs: number;
}

/** Bounded in time. Whatever goes wrong is said as a ControlProblem, with what is known of the bridge's part by then. */
async function conversation<T>(
  socket: Socket,
  { before, silenceMs }: Talk,
  work: (messages: Messages, begun: (asked: Asked) => void) => Promise<T>,
): Promise<T> {
  let isGivenUp = false;
  const giveUp = () => {
    isGivenUp = true;
    socket.destroy();
  };
  const silence = setTimeout(giveUp, silenceMs);
  const longest = setTimeout(giveUp, longestMs);
  let mayBeDone = before;
  try {
    return await work(heardFrom(socket, silence), (asked) => {
      mayBeDone = asked;
    });
  } catch (error) {
    if (error instanceof ControlProblem) throw error;
    const why = error instanceof Error ? error.message : 'unknown';
    const known = mayBeDone === null ? 'Nothing was changed.' : doubtWords;
    if (isGivenUp) throw new ControlProblem(`The bridge did not answer in time. ${known}`, { cause: error });
    throw new BridgeLost(`The bridge did not answer (${why}). ${known}`, mayBeDone, error);
  } finally {
    clearTimeout(silence);
    clearTimeout(longest);
    socket.destroy();
  }
}

async function* heardFrom(socket: Socket, silence: NodeJS.Timeout): Messages {
  for await (const message of messagesFrom(socket, maxReplyBytes)) {
    silence.refresh();
    yield message;
  }
}

async function answerOf(messages: Messages): Promise<unknown> {
  for (;;) {
    const reply = replySchema.safeParse(await nextOf(messages));
    if (!reply.success) throw new NotUnderstood('its answer is not one that this program knows');
    switch (reply.data.type) {
      case 'working':
        continue;
      case 'answer':
        return reply.data.answer;
      case 'wrong':
        throw new ControlProblem(`The bridge did not take it: ${reply.data.message}. Nothing was changed.`);
      case 'fault':
        throw new ControlProblem(
          'Something went wrong inside the bridge; its log says what. Look before you repeat it.',
        );
    }
  }
}

async function nextOf(messages: Messages): Promise<JsonObject> {
  const next = await messages.next();
  if (next.done === true) throw new NotUnderstood('it ended the connection');
  return next.value;
}

/** Where the journal ends. A PIN goes to this folder's bridge only, and only to one that means the same by it. */
async function greeted(
  socket: Socket,
  messages: Messages,
  { dataDir, version, endpoint }: Whom & { readonly endpoint: ControlEndpoint },
): Promise<number> {
  const nonce = randomBytes(16).toString('hex');
  socket.write(lineOf({ nonce }));
  const greeting = greetingSchema.safeParse(await nextOf(messages));
  if (!greeting.success) throw new ControlProblem(`${endpoint.address} is not a bridge's. Nothing was changed.`);
  const { folder, proof } = greeting.data;
  if (!isSame(proof, proofOf(endpoint.key, nonce, folder, greeting.data.version))) {
    // Each bridge that begins makes a key of its own; the one that was read was an earlier bridge's.
    if (readEndpoint(dataDir)?.key !== endpoint.key) throw new NotUnderstood('another one began meanwhile');
    throw new ControlProblem(`${endpoint.address} is not the bridge of this data folder. Nothing was changed.`);
  }
  if (folder !== folderIdentity(dataDir)) {
    throw new ControlProblem(
      `${dataDir} is a copy of the data folder that the bridge at ${endpoint.address} runs on. Nothing was changed.`,
    );
  }
  if (greeting.data.version === version) return greeting.data.head;
  throw new ControlProblem(
    `The bridge on this data folder has version ${greeting.data.version}, this command has version ${version}: use ` +
      'the command of the version that runs, or start the bridge anew. Nothing was changed.',
  );
}
