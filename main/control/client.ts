// A command's side of the control socket: finds the bridge that runs on a data folder, makes sure that it is that one
// and of the same version, and asks it one thing.
import { randomBytes } from 'node:crypto';
import { type Socket, connect } from 'node:net';
import type { ControlCall, ControlInput, ControlOutputs } from '#contract/control.ts';
import type { JsonObject } from '#contract/json.ts';
import { NotUnderstood, lineOf, messagesFrom } from './lines.ts';
import { greetingSchema, maxReplyBytes, replySchema } from './messages.ts';
import { type ControlPlace, folderIdentity, isSame, proofOf, readPlace } from './place.ts';

/** The bridge is there and cannot be asked; the message says why, for a person. */
export class ControlProblem extends Error {
  override readonly name = 'ControlProblem';
}

/** Longer than the bridge waits for a disk that another program keeps locked. */
const replyMs = 60_000;

interface Whom {
  readonly dataDir: string;
  readonly version: string;
}

/** Whether a bridge that can be asked runs on the folder. Throws ControlProblem where one runs that must not be asked. */
export async function bridgeRuns({ dataDir, version }: Whom): Promise<boolean> {
  const place = readPlace(dataDir);
  const socket = place === null ? null : await connected(place);
  if (place === null || socket === null) return false;
  await conversation(socket, async (messages) => greeted(socket, messages, { dataDir, version, place }));
  return true;
}

/** What the bridge on the folder answers; null where none runs there. Throws ControlProblem. */
export async function askBridge<C extends ControlCall>(
  { dataDir, version }: Whom,
  call: C,
  input: ControlInput<C>,
): Promise<ControlOutputs[C] | null> {
  const place = readPlace(dataDir);
  const socket = place === null ? null : await connected(place);
  if (place === null || socket === null) return null;
  const answer = await conversation(socket, async (messages, begun) => {
    await greeted(socket, messages, { dataDir, version, place });
    begun();
    socket.write(lineOf({ key: place.key, call, input }));
    return answerIn(await nextOf(messages));
  });
  return answer as ControlOutputs[C];
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
  const deadline = setTimeout(() => socket.destroy(), replyMs);
  let known = 'Nothing was changed.';
  try {
    return await work(messagesFrom(socket, maxReplyBytes), () => {
      known = 'Whether it was done is not known: look before you repeat it.';
    });
  } catch (error) {
    if (error instanceof ControlProblem) throw error;
    const why = error instanceof Error ? error.message : 'unknown';
    throw new ControlProblem(`The bridge did not answer (${why}). ${known}`, { cause: error });
  } finally {
    clearTimeout(deadline);
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
