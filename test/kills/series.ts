// A series of kills on one folder, in stages: each stage ends with the bridge left alone until all is settled, and
// with both books compared.
import type { Workbench } from '#support/processes.ts';
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
  /** After the last stage. */
  readonly books: Comparison;
  readonly differences: readonly string[];
}

export async function killOften(bench: Workbench, seed: number, kills: number, stage: number): Promise<Outcome> {
  const gateway = await startGateway(bench);
  const till = new KilledTill(bench, bench.folder(), gateway.url);
  await till.makeTokens();
  const orders: Order[] = [];
  const deaths: Dead[] = [];
  const differences: string[] = [];
  let books: Comparison | null = null;
  let executions = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    // Dice of its own for each kill: how far the one before came must not change what the seed means.
    const series: Series = { till, gateway, dice: diceOf(seed + kill), orders };
    deaths.push(await liveAndDie(series, `K${kill}`));
    if (kill % stage !== 0 && kill !== kills) continue;
    await drain(series);
    const ledger = await gateway.ledger();
    executions = ledger.executions.length;
    books = compare(orders, await till.journal(), ledger);
    process.stdout.write(`${new Date().toISOString()} seed ${seed}: ${kill} kills, ${orders.length} orders settled\n`);
    differences.push(...books.differences.map((what) => `after kill ${kill}: ${what}`));
    if (differences.length > 0) break;
  }
  if (books === null) throw new Error('a series has at least one kill');
  return { seed, deaths, orders: orders.length, executions, books, differences };
}

function howItDied(death: Dead): string {
  if (death.by !== 'system call') return death.by;
  return death.struck ? `at the n-th ${death.call}` : `before its n-th ${death.call} came`;
}

/** For the person who reads the test's output, and for docs/reliability.md. */
export function inWords({ seed, deaths, orders, executions, books }: Outcome): string {
  const by = Object.entries(Object.groupBy(deaths, howItDied));
  const undecided = books.needsPerson.filter(({ executed }) => executed).length;
  return [
    `seed ${seed}: ${deaths.length} kills (${by.map(([what, each]) => `${each?.length ?? 0} ${what}`).join(', ')})`,
    `${orders} orders, ${executions} executions at the gateway`,
    `${books.succeeded} succeeded, ${books.failed} failed, EUR ${(books.moved / 100).toFixed(2)} moved`,
    `${books.needsPerson.length} for a person (of which ${undecided} were executed)`,
    `${books.differences.length} differences`,
  ].join('; ');
}
