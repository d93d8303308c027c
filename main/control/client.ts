// A command's side of the control socket: finds the bridge that runs on a data folder, makes sure that it is that one
// and of the same version, and asks it one thing.
import { randomBytes } from 'node:crypto';
import { type Socket, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type ControlCall, type ControlInput, type ControlOutputs, readingCalls } from '#contract/control.ts';
import type { JsonObject } from '#contract/json.ts';
import { NotUnderstood, lineOf, messagesFrom } from './lines.ts';
import { greetingSchema, maxReplyBytes, replySchema } from './messages.ts';
import { type ControlPlace, folderIdentity, isSame, proofOf, readPlace } from './place.ts';

/** The bridge is there and cannot be asked; the message says why, for a person. */
class ControlProblem extends Error {
  override readonly name = 'ControlProblem';
}

/** It went away before it can have changed anything: killed, most likely. Another may run already, or none. */
class BridgeLost extends ControlProblem {}

const tries = 3;
const pauseMs = 50;

/** Longer than the bridge waits for a disk that another program keeps locked. */
const replyMs = 60_000;

interface Whom {
  readonly dataDir: string;
  readonly version: string;
}

/** What the bridge on the folder answers; null where none runs there, or the one that ran has ended. Throws ControlProblem. */
export async function askBridge<C extends ControlCall>(
  whom: Whom,
  call: C,
  input: ControlInput<C>,
): Promise<ControlOutputs[C] | null> {
  for (let left = tries; ; left -= 1) {
    try {
      return (await askOnce(whom, call, input)) as ControlOutputs[C] | null;
    } catch (error) {
      if (!(error instanceof BridgeLost) || left === 1) throw error;
      await setTimeout(pauseMs);
    }
  }
}

async function askOnce({ dataDir, version }: Whom, call: ControlCall, input: object): Promise<unknown> {
  const place = readPlace(dataDir);
  const socket = place === null ? null : await connected(place);
  if (place === null || socket === null) return null;
  return conversation(socket, async (messages, begun) => {
    await greeted(socket, messages, { dataDir, version, place });
    if (!readingCalls.has(call)) begun();
    socket.write(lineOf({ key: place.key, call, input }));
    return answerIn(await nextOf(messages));
  });
}

/** Null where nobody listens there. Throws ControlProblem where somebody does who does not let us. */
function connected({ address }: ControlPlace): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null);
      else reject(new ControlProblem(`${address}: ${error.message}. Run this as the user that the bridge runs as.`));
    });
  });
}

type Messages = AsyncGenerator<JsonObject, void, undefined>;

/** Bounded in time. Whatever goes wrong is said as a ControlProblem, with what is known of the bridge's part by then. */
async function conversation<T>(
  socket: Socket,
  work: (messages: Messages, begun: () => void) => Promise<T>,
): Promise<T> {
  const patience = AbortSignal.timeout(replyMs);
  patience.addEventListener('abort', () => socket.destroy());
  let mayBeDone = false;
  try {
    return await work(messagesFrom(socket, maxReplyBytes), () => {
      mayBeDone = true;
    });
  } catch (error) {
    if (error instanceof ControlProblem) throw error;
    const why = error instanceof Error ? error.message : 'unknown';
    const known = mayBeDone ? 'Whether it was done is not known: look before you repeat it.' : 'Nothing was changed.';
    const words = `The bridge did not answer (${why}). ${known}`;
    if (mayBeDone || patience.aborted) throw new ControlProblem(words, { cause: error });
    throw new BridgeLost(words, { cause: error });
  } finally {
    socket.destroy();
  }
}

function answerIn(message: JsonObject): unknown {
  const reply = replySchema.safeParse(message);
  if (!reply.success) throw new NotUnderstood('its answer is not one that this program knows');
  switch (reply.data.type) {
    case 'answer':
      return reply.data.answer;
    case 'wrong':
      throw new ControlProblem(`The bridge did not take it: ${reply.data.message}. Nothing was changed.`);
    case 'fault':
      throw new ControlProblem('Something went wrong inside the bridge; its log says what. Look before you repeat it.');
  }
}

async function nextOf(messages: Messages): Promise<JsonObject> {
  const next = await messages.next();
  if (next.done === true) throw new NotUnderstood('it ended the connection');
  return next.value;
}

/** A PIN goes to this folder's bridge only, and only to one that means the same by it. Throws ControlProblem. */
async function greeted(
  socket: Socket,
  messages: Messages,
  { dataDir, version, place }: Whom & { readonly place: ControlPlace },
): Promise<void> {
  const nonce = randomBytes(16).toString('hex');
  socket.write(lineOf({ nonce }));
  const greeting = greetingSchema.safeParse(await nextOf(messages));
  if (!greeting.success) throw new ControlProblem(`${place.address} is not a bridge's. Nothing was changed.`);
  const { folder, proof } = greeting.data;
  if (!isSame(proof, proofOf(place.key, nonce, folder, greeting.data.version))) {
    throw new ControlProblem(`${place.address} is not the bridge of this data folder. Nothing was changed.`);
  }
  if (folder !== folderIdentity(dataDir)) {
    throw new ControlProblem(
      `${dataDir} is a copy of the data folder that the bridge at ${place.address} runs on. Nothing was changed.`,
    );
  }
  if (greeting.data.version === version) return;
  throw new ControlProblem(
    `The bridge on this data folder has version ${greeting.data.version}, this command has version ${version}: use ` +
      'the command of the version that runs, or start the bridge anew. Nothing was changed.',
  );
}
