// The shop's people from the command line: a till without a window has no other way. The rules are the window's. The first
// one is a manager, whom the machine's user makes; from then on a manager's name and PIN are asked for. PINs are typed
// unseen or come as lines on standard input, never as arguments.
import type { ControlOutputs } from '#contract/programs/control.ts';
import { roles } from '#contract/people/roles.ts';
import { type CommandCalls, withBridge } from './folder-access/bridge-calls.ts';
import { operatorOf, personOf, pinOf, refusedAs } from './io/persons.ts';
import { printJson } from './io/print-json.ts';
import { type Io, UsageError, dataDirOf, readOptions, required, withActions } from './io/usage.ts';

export const operatorCommand = withActions('operator', { create, list, 'change-pin': changePin, remove });

const who = { 'data-dir': { type: 'string' }, name: { type: 'string' }, by: { type: 'string' } } as const;

async function create(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, { ...who, role: { type: 'string' } });
  const dataDir = dataDirOf(options['data-dir']);
  const name = nameOf(options.name);
  const role = roles.find((each) => each === options.role);
  if (role === undefined) throw new UsageError(`--role must be one of ${roles.join(', ')}`);
  const by = await personOf(options.by, io);
  const pin = await pinOf(`new PIN of ${name}`, io, true);
  return save(dataDir, io, (calls) => calls.createOperator({ by, name, role, pin }));
}

async function list(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, { 'data-dir': { type: 'string' } });
  const need = { use: 'reads', key: 'needed' } as const;
  const { operators } = await withBridge(dataDirOf(options['data-dir']), io, need, (calls) => calls.operators({}));
  for (const each of operators) printJson(io, each);
  return 0;
}

async function changePin(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, who);
  const dataDir = dataDirOf(options['data-dir']);
  const name = nameOf(options.name);
  const by = await operatorOf(options.by ?? name, io);
  if (by === null) throw new UsageError('--name is missing');
  const pin = await pinOf(`new PIN of ${name}`, io, true);
  return save(dataDir, io, (calls) => calls.changePin({ by, name, pin }));
}

async function remove(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, who);
  const dataDir = dataDirOf(options['data-dir']);
  const name = nameOf(options.name);
  const by = await personOf(required(options.by, '--by'), io);
  return save(dataDir, io, (calls) => calls.removeOperator({ by, name }));
}

async function save(
  dataDir: string,
  io: Io,
  work: (calls: CommandCalls) => Promise<ControlOutputs['createOperator']>,
): Promise<number> {
  const saved = await withBridge(dataDir, io, { use: 'changes', key: 'needed' }, work);
  if (saved.type === 'refused') return refusedAs(saved);
  printJson(io, saved.operator);
  return 0;
}

function nameOf(option: string | undefined): string {
  const name = required(option, '--name').trim();
  if (name === '' || name.length > 60) throw new UsageError('--name must have 1 to 60 characters');
  return name;
}
