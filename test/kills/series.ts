// A series of kills on one folder, in stages: each stage ends with the bridge left alone until all is settled, and
// with both books compared.
import type { Workbench } from '#support/processes.ts';
import { BackOffice } from './back-office.ts';
import { type Comparison, compare } from './books.ts';
import { diceOf } from './chance.ts';
import { startGateway } from './gateway.ts';
import type { Order } from './orders.ts';
import { type Dead, type Series, drain, liveAndDie } from './round.ts';
import { KilledTill } from './till.ts';

export interface Outcome {
  readonly seed: number;
  readonly deaths: readonly Dead[];
  readonly orders: number;
  readonly executions: number;
  /** Of the command line, beside it: ended by themselves, and killed. */
  readonly commands: number;
  readonly cutOff: number;
  /** After the last stage. */
  readonly books: Comparison;
  readonly differences: readonly string[];
}

export async function killOften(bench: Workbench, seed: number, kills: number, stage: number): Promise<Outcome> {
  const gateway = await startGateway(bench);
  const till = new KilledTill(bench, bench.folder(), gateway.url);
  await till.makeTokens();
  // Commands need a folder on which a bridge ran; kills in a first start are a test of their own.
  await till.start();
  await till.stop();
  const orders: Order[] = [];
  const deaths: Dead[] = [];
  const differences: string[] = [];
  const offices = ['north', 'south'].map((name) => new BackOffice(till, name));
  let books: Comparison | null = null;
  let executions = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    // Dice of its own for each kill: how far the one before came must not change what the seed means.
    const series: Series = { till, gateway, dice: diceOf(seed + kill), orders };
    const round = `K${kill}`;
    // Apart from the others, whose moments a seed must go on to mean.
    const officeDice = diceOf(seed - kill);
    const working = offices.filter(() => officeDice.chance(50));
    const [death] = await Promise.all([
      liveAndDie(series, round),
      ...working.map((office) => office.act(officeDice, round)),
    ]);
    deaths.push(death);
    if (kill % stage !== 0 && kill !== kills) continue;
    await drain(series);
    const ledger = await gateway.ledger();
    executions = ledger.executions.length;
    books = compare(orders, await till.journal(), ledger);
    process.stdout.write(`${new Date().toISOString()} seed ${seed}: ${kill} kills, ${orders.length} orders settled\n`);
    for (const office of offices) await office.look();
    const found = [...books.differences, ...offices.flatMap((office) => office.differences)];
    differences.push(...found.map((what) => `after kill ${kill}: ${what}`));
    if (differences.length > 0) break;
  }
  if (books === null) throw new Error('a series has at least one kill');
  const commands = offices.reduce((sum, office) => sum + office.done, 0);
  const cutOff = offices.reduce((sum, office) => sum + office.killed, 0);
  return { seed, deaths, orders: orders.length, executions, commands, cutOff, books, differences };
}

function howItDied(death: Dead): string {
  if (death.by !== 'system call') return death.by;
  return death.struck ? `at the n-th ${death.call}` : `before its n-th ${death.call} came`;
}

/** For the person who reads the test's output, and for docs/reliability.md. */
export function inWords({ seed, deaths, orders, executions, commands, cutOff, books, differences }: Outcome): string {
  const by = Object.entries(Object.groupBy(deaths, howItDied));
  const undecided = books.needsPerson.filter(({ executed }) => executed).length;
  return [
    `seed ${seed}: ${deaths.length} kills (${by.map(([what, each]) => `${each?.length ?? 0} ${what}`).join(', ')})`,
    `${commands + cutOff} commands beside it (${cutOff} of them killed)`,
    `${orders} orders, ${executions} executions at the gateway`,
    `${books.succeeded} succeeded, ${books.failed} failed, EUR ${(books.moved / 100).toFixed(2)} moved`,
    `${books.needsPerson.length} for a person (of which ${undecided} were executed)`,
    `${differences.length} differences`,
  ].join('; ');
}
