// A row is one operation, one answer and the outcome that a person wrote down for it. All rows of a list go through one
// bridge at the same time; a row is judged when its operation is final, waits for a person, or was looked up often
// enough that whatever the bridge does about it by itself has been done.

import { share } from '#support/share.ts';
import { type Answer, type AnswerOf, type ScriptedGateway, type Sent, startGateway } from './gateway.ts';
import { type Bridge, type Operation, type Problem, type Program, startBridge } from './bridge.ts';
import { type MoneyOperation, payIdOf } from './operations.ts';

/**
 * succeeded, failed: final, and right. open: unknown, pending or waiting for a person; neither success nor failure may
 * be said. not-failed, not-succeeded: the sources leave two outcomes open and exclude the third.
 */
export type Expected = 'succeeded' | 'failed' | 'open' | 'not-failed' | 'not-succeeded';

export type Posts = 'once' | 'twice' | 'any';

const postsAllowed: Readonly<Record<Posts, number>> = { once: 1, twice: 2, any: Infinity };

export interface Row {
  readonly name: string;
  readonly class: string;
  /** The sentence that the expectation rests on. */
  readonly rests: string;
  readonly operation: MoneyOperation;
  readonly answer: (sent: Sent, number: number) => Answer;
  readonly lookUp?: (sent: Sent, number: number) => Answer;
  readonly expected: Expected;
  /** once: the POST may never be sent again. twice: nor after its second answer. any: repeats are allowed. */
  readonly posts: Posts;
  /** sent: the bridge keeps such an operation waiting on purpose, so it is judged as soon as it was sent. */
  readonly until?: 'sent';
}

/** The small share has each fifteenth row and the first of each class. */
export function shareOf(rows: readonly Row[]): readonly Row[] {
  const opensItsClass = (row: Row) => rows.find((each) => each.class === row.class) === row;
  return share({ small: rows.filter((row, index) => index % 15 === 0 || opensItsClass(row)), large: rows });
}

export interface Judged {
  readonly row: Row;
  readonly number: number;
  readonly operation: Operation | null;
  readonly problem: Problem | null;
  readonly posts: number;
  /** What is wrong, in words; empty where the row holds. */
  readonly wrong: readonly string[];
}

type Outcome = 'succeeded' | 'failed' | 'open' | 'never sent';

function outcomeOf(operation: Operation): Outcome {
  switch (operation.state) {
    case 'succeeded':
      return 'succeeded';
    case 'failed':
      return 'failed';
    case 'cancelled':
    case 'expired':
      return 'never sent';
    default:
      return 'open';
  }
}

const allowed: Readonly<Record<Expected, readonly Outcome[]>> = {
  succeeded: ['succeeded'],
  failed: ['failed'],
  open: ['open'],
  'not-failed': ['succeeded', 'open'],
  'not-succeeded': ['failed', 'open'],
};

/**
 * Records that exist and say nothing about any one operation: a payment without list, sums or status, and no payment
 * under the transId. Not found is never proof (design, section 3), so neither decides anything.
 */
export const neutralRecord =
  (number: number): AnswerOf =>
  (sent) =>
    sent.path.startsWith('/payments/getByPayId/')
      ? { status: 200, body: { payId: payIdOf(number), merchantId: 'SHOP' } }
      : { status: 404, body: { title: 'Not Found', status: 404 } };

function settled(row: Row, operation: Operation): boolean {
  const lookUps = operation.doubt?.lookUps ?? 0;
  switch (operation.state) {
    case 'accepted':
    case 'sending':
      return row.until === 'sent' && operation.attempts > 0 && operation.state === 'accepted';
    case 'pending':
      return lookUps >= 2;
    case 'unknown':
      // A refusal in a record counts once nothing of the operation can still be running.
      if (row.expected === 'failed' && row.lookUp !== undefined) return false;
      // A repeat that was sent already has decided a row that allows one at most, and a row that allows any.
      return lookUps >= (operation.attempts < 2 ? 8 : row.posts === 'twice' ? 4 : 2);
    default:
      return true;
  }
}

/** Where a redirect of a row leads: a bridge that follows it is seen there. */
export const redirectTarget = (number: number): string => `/api/v2/payments/${payIdOf(number)}/elsewhere`;

function judge(row: Row, number: number, operation: Operation, gateway: ScriptedGateway): Judged {
  const posts = gateway.posts(number).length;
  const outcome = outcomeOf(operation);
  const wrong: string[] = [];
  if (!allowed[row.expected].includes(outcome)) {
    const why = operation.doubt?.code ?? operation.failure?.code ?? '';
    wrong.push(`expected ${row.expected}, is ${operation.state}${why === '' ? '' : ` (${why})`}`);
  }
  const came = [...gateway.posts(number), ...gateway.gets(number)];
  if (came.some((sent) => sent.path.endsWith('/elsewhere'))) wrong.push('followed a redirect');
  if (posts > postsAllowed[row.posts]) wrong.push(`sent ${posts} times`);
  return { row, number, operation, problem: null, posts, wrong };
}

async function inParallel<T>(items: readonly T[], width: number, work: (item: T, index: number) => Promise<void>) {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      await work(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Problems that pass by themselves while other rows answer 502 to 504 beside this one. */
const passing = new Set(['offline', 'not-sent', 'terminal-resting']);

async function submitRow(program: Program, row: Row, number: number) {
  for (let left = 100; ; left -= 1) {
    const answered = await program.submit(row.operation.kind, `row-${number}`, row.operation.input(number));
    if (answered.ok || left === 0 || !passing.has(answered.problem.code)) return answered;
    await pause(100);
  }
}

export interface World {
  readonly gateway: ScriptedGateway;
  readonly bridge: Bridge;
  stop(): Promise<void>;
}

export async function startWorld(settings?: unknown, processingSeconds = 1): Promise<World> {
  const gateway = await startGateway();
  const bridge = await startBridge({ gateway: gateway.url, processingSeconds, settings }).catch(
    async (error: unknown) => {
      await gateway.close();
      throw error;
    },
  );
  return {
    gateway,
    bridge,
    async stop() {
      await bridge.stop();
      await gateway.close();
    },
  };
}

async function openOperations(program: Program): Promise<ReadonlyMap<string, Operation>> {
  const found = new Map<string, Operation>();
  for (const state of ['accepted', 'sending', 'pending', 'unknown']) {
    for (let after: string | null = ''; after !== null;) {
      const query = `state=${state}&limit=500${after === '' ? '' : `&after=${after}`}`;
      const page = (await program.get(`/v1/operations?${query}`)) as { operations: Operation[]; next: string | null };
      for (const operation of page.operations) found.set(operation.id, operation);
      after = page.operations.length === 0 ? null : page.next;
    }
  }
  return found;
}

/** All rows go through one bridge at once: on a busy machine one of them may wait for its turn longer than a customer. */
const patience = { timeouts: { sendDeadlineSeconds: 600 } };

export async function runRows(rows: readonly Row[]): Promise<readonly Judged[]> {
  const world = await startWorld(patience);
  try {
    const programs = await Promise.all(['one', 'two'].map((name) => world.bridge.program(name)));
    const program = (index: number): Program => programs[index % programs.length]!;
    const judged: (Judged | undefined)[] = rows.map(() => undefined);
    const running = new Map<number, string>();

    await inParallel(rows, 12, async (row, index) => {
      const number = index + 1;
      world.gateway.script(number, {
        post: (sent) => row.answer(sent, number),
        // Before it was sent there is nothing of it to be seen.
        get: (sent) =>
          row.lookUp === undefined || world.gateway.posts(number).length === 0
            ? neutralRecord(number)(sent)
            : row.lookUp(sent, number),
      });
      const answered = await submitRow(program(index), row, number);
      if (answered.ok) {
        running.set(index, answered.operation.id);
        return;
      }
      const { problem } = answered;
      const wrong = [`refused: ${problem.status} ${problem.code}: ${problem.detail}`];
      judged[index] = { row, number, operation: null, problem, posts: world.gateway.posts(number).length, wrong };
    });

    const deadline = Date.now() + 60_000;
    while (running.size > 0) {
      const last = Date.now() > deadline;
      const open = await openOperations(program(0));
      await inParallel([...running], 12, async ([index, id]) => {
        const row = rows[index]!;
        const listed = open.get(id);
        if (listed !== undefined && !settled(row, listed) && !last) return;
        // What changed its state between two lists is in none of them: the operation itself says where it stands.
        const operation = await program(index).operation(id);
        if (!settled(row, operation) && !last) return;
        judged[index] = judge(row, index + 1, operation, world.gateway);
        running.delete(index);
      });
      if (running.size > 0) await pause(1_000);
    }
    return judged.map((each) => each!);
  } finally {
    await world.stop();
  }
}
