// What a program that charges an order once must get right when it is started again: with a token that is another client
// to the bridge, after an error of its own, and with another amount.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationView } from '#contract/operation/operation.ts';
import { type ClientShop, accessOf } from './client-shop.ts';
import { addFaults, ledgerOf } from './erp.ts';
import type { Program } from './processes.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

export interface Asked {
  readonly order: string;
  readonly terminal: string;
  /** The file with the token and the identity. */
  readonly access: string;
  readonly minor?: number;
  /** How long it waits for the end. */
  readonly seconds?: number;
}

export type Charge = (asked: Asked) => Program;

export interface End {
  readonly code: number | null;
  readonly said: { readonly [member: string]: unknown } | null;
}

export async function endOf(program: Program): Promise<End> {
  const code = await program.exited();
  const line = program.stdoutLines.at(-1);
  return { code, said: line === undefined ? null : (JSON.parse(line) as End['said']) };
}

/** How often the gateway carried out the order, under any of its attempts. */
export async function timesCharged(shop: Shop, order: string): Promise<number> {
  const { executions } = await ledgerOf(shop.sandboxUrl);
  return executions.filter(({ transId }) => transId?.startsWith(`${order}-`) === true).length;
}

/**
 * Kills the program while its sale is not known, revokes its token, makes a new one of the same name and runs the order
 * twice. `offline`: the first of the two runs while the gateway cannot be reached.
 */
export async function chargeWithNewToken(
  { shop }: ClientShop,
  charge: Charge,
  { order, offline }: { readonly order: string; readonly offline: boolean },
): Promise<readonly End[]> {
  const name = `Orders of ${order}`;
  const before = await accessOf(shop, 'status,sale', name);
  await addFaults(shop.sandboxUrl, [{ route: 'POST /cloudpos', fault: 'reset-after', times: 1 }]);
  const first = charge({ order, terminal: 'T1', access: before });
  const find = (isMeant: (state: OperationView['state']) => boolean) =>
    until(async () => {
      const { body } = await shop.erp.get(`/v1/operations?transId=${order}-1`);
      const [sale] = (body as unknown as { readonly operations: readonly OperationView[] }).operations;
      return sale !== undefined && isMeant(sale.state) ? sale : null;
    });
  await find((state) => state === 'unknown');
  // Before the bridge asks the gateway what became of it.
  if (offline) await shop.cable.pullOut();
  await first.kill('SIGKILL');
  await shop.run(['token', 'revoke', '--data-dir', shop.dataDir, '--name', name]);
  const access = await accessOf(shop, 'status,sale', name);
  if (!offline) await find((state) => state === 'succeeded');
  const again = await endOf(charge({ order, terminal: 'T1', access, seconds: offline ? 3 : 60 }));
  if (offline) await shop.cable.putIn();
  return [again, await endOf(charge({ order, terminal: 'T1', access, seconds: 60 }))];
}

/** A file that holds no token. */
export function brokenAccess(shop: Shop): string {
  const file = join(shop.bench.folder(), 'access.json');
  writeFileSync(file, '{');
  return file;
}
