// The real sandbox as a process of its own, and the payments that a shop made elsewhere (web shop, yesterday): they are
// made at the gateway directly, so that an order on them needs nothing of the bridge that is being killed.
import type { JsonObject } from '#contract/data/json.ts';
import { type Execution, type LedgerPayment, addFaults, ledgerOf } from '#support/erp.ts';
import type { Workbench } from '#support/processes.ts';
import { apiKey } from '#support/shop.ts';

export const merchantId = 'SHOP-1';

export interface Ledger {
  readonly payments: readonly LedgerPayment[];
  readonly executions: readonly Execution[];
}

export interface TestGateway {
  readonly url: string;
  ledger(): Promise<Ledger>;
  /** Makes a payment (`valueElsewhere`) and gives its payId. */
  make(messageType: 'SALE' | 'AUTHORISATION_OR_RESERVATION'): Promise<string>;
  /** These faults and no others. */
  setFaults(faults: readonly JsonObject[]): Promise<void>;
}

/** What begins so was not ordered through the bridge; the word after it says what it was. */
export const elsewhere = 'ELSEWHERE-';
/** Minor units of every payment that was made elsewhere. */
export const valueElsewhere = 10_000;

export async function startGateway(bench: Workbench): Promise<TestGateway> {
  const args = ['--port', '0', '--merchant-id', merchantId, '--api-key', apiKey, '--terminal-delay-ms', '40'];
  const { url } = await bench.start('main/sandbox/cli.ts', args).ready();
  let made = 0;
  const headers = {
    authorization: `Basic ${Buffer.from(`${merchantId}:${apiKey}`).toString('base64')}`,
    'content-type': 'application/json',
  };
  return {
    url,
    ledger: () => ledgerOf(url),
    async make(messageType) {
      made += 1;
      const transId = `${elsewhere}${messageType}-${made}`;
      const amount = { value: valueElsewhere, currency: 'EUR' };
      const command = { messageType, transId, posTerminalId: transId, amount };
      const body = JSON.stringify({ ...command, localDateTime: '2026-01-01T12:00:00' });
      const response = await fetch(`${url}/api/v2/cloudpos`, { method: 'POST', headers, body });
      const result = (await response.json()) as { payId?: string };
      if (!response.ok || result.payId === undefined) throw new Error(JSON.stringify(result));
      return result.payId;
    },
    async setFaults(faults) {
      await fetch(`${url}/_sandbox/faults`, { method: 'DELETE' });
      await addFaults(url, faults);
    },
  };
}
