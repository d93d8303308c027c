// A counter with a till on it: a sandbox gateway as a process of its own, the network cable before it, and the
// packaged app, taken through its first steps by hand as a shopkeeper would.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { Cable } from '#support/cable.ts';
import { type Execution, addFaults, ledgerOf } from '#support/erp.ts';
import { Cashier } from './cashier.ts';
import { type TestGateway, startGateway } from './gateway.ts';
import { type Till, type TillOptions, newHome, openTill } from './till.ts';

/** In doubt for seconds, not minutes. */
const quick = { processingSeconds: 1 };

export interface CounterOptions {
  readonly apiKey?: string;
  /** Seals what the till keeps; without one the API key is forgotten with the process. */
  readonly passphrase?: string;
  /** The session's key store, where the till can protect its keys without a passphrase. */
  readonly keys?: 'keyring';
  /** What the settings file says before the first start. */
  readonly settings?: JsonObject;
}

export interface Counter {
  readonly gateway: TestGateway;
  readonly cable: Cable;
  readonly till: Till;
  readonly cashier: Cashier;
}

export async function openCounter(options: CounterOptions = {}): Promise<Counter> {
  const gateway = await startGateway(options.apiKey ?? 'e2e-api-key');
  const cable = new Cable(gateway.url);
  await cable.putIn();
  onTestFinished(() => cable.pullOut());
  const home = newHome();
  mkdirSync(join(home, 'shop'));
  writeFileSync(join(home, 'shop', 'settings.json'), JSON.stringify({ ...quick, ...options.settings }));
  const till = await openTill({ home, ...(options.keys === undefined ? {} : { keys: options.keys }) });
  const cashier = new Cashier(till.page);
  await firstSteps(cashier, gateway, cable.url, options.passphrase ?? null);
  return { gateway, cable, till, cashier };
}

async function firstSteps(cashier: Cashier, gateway: TestGateway, root: string, passphrase: string | null) {
  await cashier.reads('What should this till do?');
  await cashier.choose(/^Test/);
  await cashier.press('Go on');
  await cashier.reads('Which gateway?');
  await cashier.fill('Gateway address', root);
  await cashier.fill('Merchant id', gateway.merchantId);
  await cashier.typeSecret('API key', gateway.apiKey);
  if (passphrase !== null) await cashier.typeSecret('Passphrase', passphrase);
  await cashier.press('Test the connection');
  await cashier.finds('The gateway answers and accepts the merchant id and the API key.');
  await cashier.press('Go on');
  await cashier.reads('Which terminals?');
  for (const id of ['T1', 'T2']) {
    await cashier.fill('Terminal id', id);
    await cashier.press('Add the terminal');
  }
  await cashier.press('Open the till');
  await cashier.statusSays('Test: no real money');
}

/** A till in training, on the sandbox inside it. */
export async function openTraining(
  options: TillOptions = {},
): Promise<{ readonly till: Till; readonly cashier: Cashier }> {
  const till = await openTill(options);
  const cashier = new Cashier(till.page);
  await cashier.reads('What should this till do?');
  await cashier.press('Go on');
  await cashier.reads('Which terminals?');
  await cashier.press('Open the till');
  await cashier.statusSays('Training: no real money');
  return { till, cashier };
}

/** What the gateway really did at one route, oldest first. */
export async function done({ url }: TestGateway, route: string): Promise<Execution[]> {
  const { executions } = await ledgerOf(url);
  return executions.filter((execution) => execution.route === route);
}

/** A sale on its way to the gateway: see `hold` of the cable. */
export const saleHead = 'POST /api/v2/cloudpos ';

export interface Steering {
  readonly next?: 'approve' | 'decline' | 'timeout';
  /** What the next sale approves instead of what it asks for, minor units. */
  readonly approveMinor?: number;
  readonly delayMs?: number;
}

export async function steer({ url }: TestGateway, terminalId: string, steering: Steering): Promise<void> {
  const response = await fetch(`${url}/_sandbox/terminals/${terminalId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(steering),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** From now on; the answer resolves once the gateway has the next request of a route. */
export async function arrivalAt({ url }: TestGateway, route: string): Promise<() => Promise<void>> {
  await addFaults(url, [{ route, fault: 'latency', ms: 1, times: 1 }]);
  const left = async () => (await (await fetch(`${url}/_sandbox/faults`)).json()) as { readonly faults: unknown[] };
  return async () => {
    await expect.poll(async () => (await left()).faults).toEqual([]);
  };
}

export async function clearFaults({ url }: TestGateway): Promise<void> {
  await fetch(`${url}/_sandbox/faults`, { method: 'DELETE' });
}
