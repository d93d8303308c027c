// `bridge print`: print jobs that are not at their end, on a till without a window too: which ones may have come out, what
// a person says of them, taking back what waits, and a receipt printed again. A running bridge carries it out; while none
// runs this process does, and nothing can be printed.
import { openPrintStates } from '#contract/programs/control.ts';
import { receiptCopies } from '#contract/devices/print-jobs.ts';
import { type CommandCalls, withBridge } from './folder-access/bridge-calls.ts';
import { personOf, refusedAs } from './io/persons.ts';
import { printJson } from './io/print-json.ts';
import { type Io, UsageError, dataDirOf, leadingId, readOptions, required, withActions } from './io/usage.ts';

export const printCommand = withActions('print', { list, decide, cancel, reprint });

const who = { 'data-dir': { type: 'string' }, by: { type: 'string' } } as const;

async function list(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, { 'data-dir': { type: 'string' }, state: { type: 'string', default: 'doubtful' } });
  const state = openPrintStates.find((each) => each === options.state);
  if (state === undefined) throw new UsageError(`--state must be one of ${openPrintStates.join(', ')}`);
  const need = { use: 'reads', key: 'needed' } as const;
  const { jobs } = await withBridge(dataDirOf(options['data-dir']), io, need, (calls) => calls.printJobs({ state }));
  for (const job of jobs) printJson(io, job);
  return 0;
}

async function decide(args: readonly string[], io: Io): Promise<number> {
  const { id, rest } = leadingId(args);
  const options = readOptions(rest, { ...who, 'came-out': { type: 'string' }, reprint: { type: 'boolean' } });
  const said = options['came-out'];
  if (said !== 'yes' && said !== 'no') throw new UsageError('--came-out must be yes or no');
  const again = options.reprint === true;
  if (again && said === 'yes') throw new UsageError('what came out is not printed again: leave --reprint out');
  return change(options, io, (calls, by) =>
    calls.decidePrint({ id: idOf(id), by, cameOut: said === 'yes', reprint: again }),
  );
}

async function cancel(args: readonly string[], io: Io): Promise<number> {
  const { id, rest } = leadingId(args);
  const options = readOptions(rest, who);
  return change(options, io, (calls, by) => calls.cancelPrint({ id: idOf(id), by }));
}

async function reprint(args: readonly string[], io: Io): Promise<number> {
  const { id, rest } = leadingId(args);
  const options = readOptions(rest, {
    ...who,
    copy: { type: 'string', default: 'customer' },
    reason: { type: 'string' },
  });
  const copy = receiptCopies.find((each) => each === options.copy);
  if (copy === undefined) throw new UsageError(`--copy must be ${receiptCopies.join(' or ')}`);
  const operationId = required(id ?? undefined, 'the id of the operation');
  const reason = options.reason ?? null;
  return change(options, io, (calls, by) => calls.printReceipt({ operationId, copy, by, reason }));
}

async function change(
  options: { readonly 'data-dir'?: string | undefined; readonly by?: string | undefined },
  io: Io,
  work: (calls: CommandCalls, by: Awaited<ReturnType<typeof personOf>>) => ReturnType<CommandCalls['decidePrint']>,
): Promise<number> {
  const dataDir = dataDirOf(options['data-dir']);
  const by = await personOf(options.by, io);
  const outcome = await withBridge(dataDir, io, { use: 'changes', key: 'needed' }, (calls) => work(calls, by));
  if (outcome.type === 'refused') return refusedAs(outcome);
  printJson(io, outcome.job);
  return 0;
}

function idOf(id: string | null): string {
  return required(id ?? undefined, 'the id of the print job');
}
