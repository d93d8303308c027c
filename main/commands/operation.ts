// `bridge operation`: lists operations, cancels waiting ones, and decides those that need a person. A till without a
// window has no other way. A running bridge carries it out, through its control socket; while none runs this process
// does (bridge-calls.ts). While no bridge runs nothing is being sent, so an accepted operation was not sent. Only in a
// copy or a restored backup it may have been, which is checked here as at a start of the bridge.
import { type ControlOutputs, type ControlPerson, type ControlRow, openStates } from '#contract/programs/control.ts';
import { greatestMinor } from '#contract/money/greatest-amount.ts';
import type { Slip } from '#contract/people/people.ts';
import type { OpenedStore } from '#store/open.ts';
import { doubtOf, owesDoubts, wasSeen } from '#store/folder-location.ts';
import { type CommandCalls, withBridge } from './folder-access/bridge-calls.ts';
import { accountName, operatorOf, personOf, refusalWords, refusedAs } from './io/persons.ts';
import { printJson } from './io/print-json.ts';
import { StartProblem } from './io/problems.ts';
import {
  type Io,
  UsageError,
  dataDirOf,
  leadingId,
  readOptions,
  required,
  wholeNumber,
  withActions,
} from './io/usage.ts';

export const operationCommand = withActions('operation', {
  list,
  cancel,
  decide,
  'keep-approved': keepApproved,
  'free-terminal': freeTerminal,
  'pay-rest': payRest,
  'take-back-rest': takeBackRest,
  seen,
});

async function list(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    client: { type: 'string' },
    state: { type: 'string', default: 'accepted' },
  });
  const state = openStates.find((each) => each === options.state);
  if (state === undefined) throw new UsageError(`--state must be one of ${openStates.join(', ')}`);
  const shown = await withBridge(dataDirOf(options['data-dir']), io, { use: 'reads', key: 'needed' }, async (calls) => {
    let count = 0;
    for await (const row of rowsIn(calls, state, options.client)) {
      count += 1;
      printJson(io, row);
    }
    return count;
  });
  if (shown === 0)
    io.stderr(
      `No operation is in the state ${state}. Other states: --state ${openStates.filter((each) => each !== state).join('|')}\n`,
    );
  return 0;
}

async function cancel(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    id: { type: 'string' },
    client: { type: 'string' },
    by: { type: 'string' },
  });
  const { id, client } = options;
  if ((id === undefined) === (client === undefined)) {
    throw new UsageError('operation cancel needs --id or --client, one of them');
  }
  const dataDir = dataDirOf(options['data-dir']);
  const by = `command: ${options.by ?? accountName()}`;
  const assert = (opened: OpenedStore, seenDir: string) => assertOwnState(opened, dataDir, seenDir);
  return withBridge(dataDir, io, { use: 'changes', key: 'needed', assert }, async (calls) => {
    if (id === undefined) return cancelAll(calls, await idsOf(rowsIn(calls, 'accepted', client)), by, io);
    printJson(io, changed(await calls.cancel({ id, by })));
    return 0;
  });
}

/** Cancels one after the other (hundreds at most) and prints each result: a refusal does not stop the others. */
export async function cancelAll(
  calls: Pick<CommandCalls, 'cancel'>,
  ids: readonly string[],
  by: string,
  io: Pick<Io, 'stdout' | 'stderr'>,
): Promise<number> {
  let refused = 0;
  for (const id of ids) {
    const outcome = await calls.cancel({ id, by });
    if (outcome.type === 'changed') printJson(io, outcome.operation);
    else {
      refused += 1;
      io.stderr(`bridge: ${id}: ${refusalWords(outcome)}\n`);
    }
  }
  io.stderr(`Taken back: ${ids.length - refused} of the ${ids.length} operations that waited.\n`);
  return refused === 0 ? 0 : 1;
}

const who = { 'data-dir': { type: 'string' }, id: { type: 'string' }, by: { type: 'string' } } as const;

async function decide(args: readonly string[], io: Io): Promise<number> {
  const { id: leading, rest } = leadingId(args);
  const options = readOptions(rest, {
    ...who,
    second: { type: 'string' },
    outcome: { type: 'string' },
    reason: { type: 'string' },
    evidence: { type: 'string' },
    amount: { type: 'string' },
    'trace-number': { type: 'string' },
    'approval-code': { type: 'string' },
    'pay-id': { type: 'string' },
    'given-back': { type: 'boolean' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const id = idOf(leading, options.id);
  const { outcome } = options;
  if (outcome !== 'succeeded' && outcome !== 'failed') {
    throw new UsageError('--outcome must be succeeded or failed');
  }
  const reason = required(options.reason, '--reason');
  const evidence = required(options.evidence, '--evidence');
  const amountMinor = wholeNumber(options.amount, '--amount', greatestMinor);
  const slip: Slip = {
    ...(amountMinor === undefined ? {} : { amountMinor }),
    ...(options['trace-number'] === undefined ? {} : { traceNr: options['trace-number'] }),
    ...(options['approval-code'] === undefined ? {} : { approvalCode: options['approval-code'] }),
    ...(options['pay-id'] === undefined ? {} : { payId: options['pay-id'] }),
  };
  const hasSlip = Object.keys(slip).length > 0;
  if (hasSlip && outcome === 'failed') throw new UsageError('what failed has no slip: leave its options out');
  const givenBack = options['given-back'] === true;
  if (givenBack && outcome === 'succeeded') throw new UsageError('--given-back is for --outcome failed');
  const by = await personOf(options.by, io);
  const second = await operatorOf(options.second, io);
  const said = {
    outcome,
    reason,
    evidence,
    ...(hasSlip ? { slip } : {}),
    ...(givenBack ? { givenBack } : {}),
  } as const;
  const row = await withBridge(dataDir, io, { use: 'changes', key: 'needed' }, async (calls) =>
    changed(await calls.decide({ id, by, second, ...said })),
  );
  printJson(io, row);
  if (row.decisions !== undefined) {
    io.stderr(
      `It is not decided yet: ${row.decisions.voicesNeeded} people must say the same, and it was said by ` +
        `${row.decisions.saidBy.join(', ')}.\n`,
    );
  }
  return 0;
}

async function keepApproved(args: readonly string[], io: Io): Promise<number> {
  const { id, rest } = leadingId(args);
  return change(id, readOptions(rest, who), io, (calls, given) => calls.keepApproved(given));
}

async function freeTerminal(args: readonly string[], io: Io): Promise<number> {
  const { id, rest } = leadingId(args);
  const options = readOptions(rest, { ...who, second: { type: 'string' }, reason: { type: 'string' } });
  const reason = required(options.reason, '--reason');
  return change(id, options, io, (calls, given, second) => calls.freeTerminal({ ...given, second, reason }));
}

async function payRest(args: readonly string[], io: Io): Promise<number> {
  const { id, rest } = leadingId(args);
  const options = readOptions(rest, { ...who, amount: { type: 'string' } });
  const value = wholeNumber(required(options.amount, '--amount'), '--amount', greatestMinor) ?? 0;
  if (value === 0) throw new UsageError('--amount must be what is left to pay, in minor units');
  return change(id, options, io, (calls, given) => calls.payRest({ ...given, value }));
}

async function seen(args: readonly string[], io: Io): Promise<number> {
  const { id, rest } = leadingId(args);
  return change(id, readOptions(rest, who), io, (calls, given) => calls.seeDiffering(given));
}

async function takeBackRest(args: readonly string[], io: Io): Promise<number> {
  const { id, rest } = leadingId(args);
  const options = readOptions(rest, { ...who, reason: { type: 'string' } });
  const reason = required(options.reason, '--reason');
  return change(id, options, io, (calls, given) => calls.takeBackRest({ ...given, reason }));
}

/** Has one operation changed by the people who are named, and prints it as it then stands. */
async function change(
  leading: string | null,
  options: { readonly [name in keyof typeof who | 'second']?: string | undefined },
  io: Io,
  call: (
    calls: CommandCalls,
    given: { readonly id: string; readonly by: ControlPerson },
    second: ControlPerson['operator'],
  ) => Promise<ControlOutputs['decide']>,
): Promise<number> {
  const dataDir = dataDirOf(options['data-dir']);
  const id = idOf(leading, options.id);
  const by = await personOf(options.by, io);
  const second = await operatorOf(options.second, io);
  const outcome = await withBridge(dataDir, io, { use: 'changes', key: 'needed' }, (calls) =>
    call(calls, { id, by }, second),
  );
  printJson(io, changed(outcome));
  return 0;
}

function idOf(leading: string | null, option: string | undefined): string {
  if (leading !== null && option !== undefined) throw new UsageError('the id is given twice');
  return leading ?? required(option, 'the id of the operation');
}

/** Throws StartProblem where another copy of the folder may have sent what waits here, or this one after its backup. */
function assertOwnState(opened: OpenedStore, dataDir: string, seenDir: string): void {
  if (!wasSeen(opened, seenDir)) {
    throw new StartProblem(
      'This user has not run the bridge on this data folder, so nobody here can tell whether it is a restored copy. ' +
        'Nothing was cancelled. Run this as the user that the bridge runs as.',
    );
  }
  const unlooked = owesDoubts(opened) ? 'It was paused, and no start has looked up since what waits.' : null;
  const reason = doubtOf({ opened, dataDir, seenDir }) ?? unlooked;
  if (reason === null) return;
  throw new StartProblem(
    `The data folder may be a copy: ${reason} What waits may have been sent already. Nothing was cancelled. Start the ` +
      'bridge, which looks it up.',
  );
}

function changed(outcome: ControlOutputs['decide']): ControlRow {
  if (outcome.type === 'changed') return outcome.operation;
  return refusedAs(outcome);
}

async function* rowsIn(
  calls: CommandCalls,
  state: (typeof openStates)[number],
  client: string | undefined,
): AsyncIterable<ControlRow> {
  for (let after: string | null = null; ;) {
    const page: ControlOutputs['list'] = await calls.list({ state, client: client ?? null, after });
    yield* page.operations;
    if (page.next === null) return;
    after = page.next;
  }
}

async function idsOf(rows: AsyncIterable<ControlRow>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of rows) ids.push(id);
  return ids;
}
