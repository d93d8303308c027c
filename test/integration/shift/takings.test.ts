// A day of sales, voids, partial captures, refunds here and at the portal, and payments by link, at random, through a whole bridge and its
// sandbox: what the X report says is what the sandbox's own ledger holds.
import { expect, it } from 'vitest';
import { type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import type { ShiftReport, ShiftSection } from '#contract/shift/shift.ts';
import { settingsSchema } from '#settings/settings.ts';
import { seedOfRun, share } from '#support/share.ts';
import { until } from '#support/until.ts';
import { type Program, type WholeBridge, aWholeBridge, merchant } from '#support/whole-bridge.ts';
import { Random } from '../../sim/random.ts';

const days = share({ small: { first: 1, count: 5 }, large: { first: seedOfRun(), count: 25 } });
const operations = 28;

interface Made {
  readonly payId: string;
  readonly transId: string;
  readonly terminalId: string | null;
  readonly traceNr: string | null;
  readonly approvalCode: string | null;
  readonly value: number;
  readonly currency: string;
  refunded: boolean;
  captured: number;
}

class Day {
  readonly #random: Random;
  readonly #program: Program;
  readonly #bridge: WholeBridge;
  readonly #made: Made[] = [];
  readonly #offered: string[] = [];
  #number = 0;

  constructor(seed: number, bridge: WholeBridge) {
    this.#random = new Random(`takings ${seed}`);
    this.#bridge = bridge;
    this.#program = bridge.program();
  }

  async go(): Promise<void> {
    for (let step = 0; step < operations; step += 1) {
      const act = this.#random.weighted({
        sale: 8,
        authorize: 6,
        capture: 6,
        refund: 5,
        void: 4,
        release: 3,
        credit: 2,
        offer: 6,
      });
      await this.#do(act);
    }
    // A look-up of a payment shows that it was paid.
    for (const payId of this.#offered) await this.#get(`/v1/payments/${payId}`);
  }

  async #do(act: string): Promise<void> {
    const { currency, value } = this.#amount();
    switch (act) {
      case 'sale':
        return this.#atTerminal('SALE', { value, currency });
      case 'authorize':
        return this.#atTerminal('AUTHORISATION_OR_RESERVATION', { value, currency });
      case 'offer':
        return this.#offer({ value, currency });
      case 'credit': {
        await this.#submit('cloud-pos', { messageType: 'CREDIT', posTerminalId: 'T1', amount: { value, currency } });
        return;
      }
      default: {
        const payment = this.#made.length === 0 ? null : this.#random.pick(this.#made);
        if (payment !== null) await this.#onPayment(act, payment);
      }
    }
  }

  async #onPayment(act: string, payment: Made): Promise<void> {
    const { payId, currency, terminalId, traceNr, approvalCode } = payment;
    const part = { value: this.#random.between(1, payment.value), currency };
    switch (act) {
      case 'capture': {
        const atTerminal = traceNr !== null && this.#random.chance(0.4);
        const done = atTerminal
          ? await this.#submit('cloud-pos', {
              messageType: 'CAPTURE',
              posTerminalId: terminalId,
              amount: part,
              traceNr,
              approvalCode,
              transId: payment.transId,
            })
          : await this.#submit('capture', { payId, amount: part });
        if (done !== null) payment.captured += part.value;
        return;
      }
      case 'refund': {
        if ((await this.#submit('refund', { payId, amount: part })) !== null) payment.refunded = true;
        return;
      }
      case 'void': {
        // What was refunded is not taken back as a whole.
        if (traceNr === null || payment.refunded) return;
        const amount = { value: payment.value, currency };
        await this.#submit('cloud-pos', {
          messageType: 'REVERSE',
          posTerminalId: terminalId,
          amount,
          traceNr,
          transId: payment.transId,
        });
        return;
      }
      default:
        if (payment.captured === 0) await this.#submit('reverse', { payId });
    }
  }

  async #atTerminal(messageType: string, amount: { value: number; currency: string }): Promise<void> {
    const posTerminalId = this.#random.pick(['T1', 'T2']);
    const answer = await this.#submit('cloud-pos', { messageType, posTerminalId, amount });
    if (answer === null) return;
    const [traceNr, approvalCode] = [textAt(answer, 'result.traceNr'), textAt(answer, 'result.approvalCode')];
    const captured = messageType === 'SALE' ? amount.value : 0;
    this.#remember(answer, { terminalId: posTerminalId, traceNr, approvalCode, captured, ...amount });
  }

  /** A link, a session or a hosted payment; the customer pays it, declines or leaves it. */
  async #offer(amount: { value: number; currency: string }): Promise<void> {
    const kind = this.#random.pick(['create-link', 'create-session', 'create-payment']);
    const urls = {
      return: 'https://shop.example/paid',
      cancel: 'https://shop.example/no',
      webhook: 'https://shop.example/hook',
    };
    const manual = kind !== 'create-link' && this.#random.chance(0.3);
    const body = {
      amount,
      ...(kind === 'create-link' ? {} : { urls }),
      ...(kind === 'create-payment' ? { paymentMethods: { integrationType: 'HOSTED', type: 'CARD' } } : {}),
      ...(manual ? { captureMethod: { type: 'MANUAL' } } : {}),
    };
    const answer = await this.#submit(kind, body);
    const href = textAt(answer ?? {}, 'result._links.redirect.href');
    if (answer === null || href === null) throw new Error(`no page in ${JSON.stringify(answer)}`);
    const how = this.#random.weighted({ pay: 5, leave: 2, cancel: 1 });
    if (how !== 'leave') {
      const form = new URLSearchParams({ action: how, method: 'CARD', card: 'visa' });
      await fetch(href, { method: 'POST', body: form, redirect: 'manual' });
    }
    const transId = textAt(answer, 'input.transId') ?? '';
    const { payments } = await this.#bridge.ledger();
    const payId = payments.find((each) => each.transId === transId)?.payId ?? '';
    this.#offered.push(payId);
    // Some are looked at before the shop works on them, as a till does.
    if (how === 'pay') {
      const isRefunded = !manual && this.#random.chance(0.3);
      if (isRefunded) await this.#refundAtPortal(payId, { ...amount, value: this.#random.between(1, amount.value) });
      await this.#get(`/v1/payments/${payId}`);
      this.#made.push({
        payId,
        transId,
        terminalId: null,
        traceNr: null,
        approvalCode: null,
        refunded: isRefunded,
        captured: manual ? 0 : amount.value,
        ...amount,
      });
    }
  }

  /** By somebody who works at the gateway itself, before anybody here saw that the customer paid. */
  async #refundAtPortal(payId: string, amount: { value: number; currency: string }): Promise<void> {
    const authorization = `Basic ${Buffer.from(`${merchant.merchantId}:${merchant.apiKey}`).toString('base64')}`;
    const answer = await fetch(`${this.#bridge.sandboxUrl}/api/v2/payments/${payId}/refunds`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ transId: `portal-${payId}`, amount }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  #remember(answer: JsonObject, more: Omit<Made, 'payId' | 'transId' | 'refunded'>): void {
    const [payId, transId] = [textAt(answer, 'result.payId') ?? '', textAt(answer, 'input.transId') ?? ''];
    this.#made.push({ payId, transId, refunded: false, ...more });
  }

  /** The operation where it succeeded, else null. */
  async #submit(kind: string, input: JsonObject): Promise<JsonObject | null> {
    this.#number += 1;
    const named = kind === 'reverse' ? input : { transId: `D-${this.#number}`, ...input };
    const { status, body } = await this.#program.post(kind, named, `r-${this.#number}`);
    if (status === 400) throw new Error(JSON.stringify(body));
    const state = textAt(body, 'state');
    if (state !== null && !['succeeded', 'failed'].includes(state)) throw new Error(`${kind} is ${state}`);
    return state === 'succeeded' ? body : null;
  }

  async #get(path: string): Promise<JsonObject> {
    const headers = { authorization: `Bearer ${this.#program.token}` };
    const answer = await fetch(`${this.#bridge.bridge.url}${path}`, { headers });
    return (await answer.json()) as JsonObject;
  }

  #amount(): { readonly value: number; readonly currency: string } {
    return { value: this.#random.between(100, 9_000), currency: this.#random.chance(0.8) ? 'EUR' : 'CHF' };
  }

  async report(): Promise<ShiftSection | null> {
    const report = (await this.#get('/v1/shifts/current')) as unknown as ShiftReport;
    return report.sections[0] ?? null;
  }

  /** What the gateway shows was captured of a payment, also where it was taken back since. */
  async capturedOf(payId: string): Promise<number> {
    const { operations: listed } = await this.#get(`/v1/payments/${payId}`);
    const captures = (Array.isArray(listed) ? listed.filter(isJsonObject) : []).filter(
      (each) => each['type'] === 'CAPTURE' && each['status'] === 'CAPTURED',
    );
    return captures.reduce((sum, each) => sum + Number(textAt(each, 'amount.value')), 0);
  }
}

it('a payment by link is seen to be paid by the bridge itself', async () => {
  const settings = settingsSchema.parse({ offerLookUpSeconds: { first: 1, most: 1 } });
  const bridge = await aWholeBridge({ ports: { settings } });
  const program = bridge.program();
  const link = { transId: 'L-1', amount: { value: 1_999, currency: 'EUR' } };
  const { body } = await program.post('create-link', link, 'r-1');
  expect(body['offer']).toMatchObject({ state: 'open', lookUps: 0, lastLookUpAt: null });
  const form = new URLSearchParams({ action: 'pay', method: 'CARD', card: 'visa' });
  await fetch(textAt(body, 'result._links.redirect.href') ?? '', { method: 'POST', body: form, redirect: 'manual' });
  const headers = { authorization: `Bearer ${program.token}` };
  const read = async (path: string) => (await fetch(`${bridge.bridge.url}${path}`, { headers })).json();
  const operation = await until(async () => {
    const found = (await read(`/v1/operations/${textAt(body, 'id')}`)) as JsonObject;
    return textAt(found, 'offer.state') === 'paid' ? found : null;
  });
  expect(operation['offer']).toMatchObject({ state: 'paid', nextLookUpAt: null });
  const report = (await read('/v1/shifts/current')) as ShiftReport;
  expect(report.sections[0]?.byEntry).toMatchObject([{ entry: 'link', takenMinor: 1_999, leftMinor: 1_999 }]);
  expect(report.sections[0]?.byBrand).toMatchObject([{ brand: 'VISA', takenMinor: 1_999 }]);
});

/** Nobody types a PIN: the terminal answers without delay. */
async function atOnce({ sandboxUrl }: WholeBridge, terminal: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const steer = { method: 'POST', headers, body: JSON.stringify({ delayMs: 0 }) };
  const answer = await fetch(`${sandboxUrl}/_sandbox/terminals/${terminal}`, steer);
  if (!answer.ok) throw new Error(await answer.text());
}

it.each(Array.from({ length: days.count }, (_, day) => days.first + day))(
  'the X of day %i is the ledger',
  async (seed) => {
    const bridge = await aWholeBridge({ loopback: { confirmUnreferenced: 'never' } });
    for (const terminal of ['T1', 'T2']) await atOnce(bridge, terminal);
    const day = new Day(seed, bridge);
    await day.go();
    const section = await day.report();
    const { payments } = await bridge.ledger();
    const truth = new Map<string, { taken: number; left: number; open: number }>();
    for (const { payId, currency, authorised, captured, refunded, reversed } of payments) {
      const sums = truth.get(currency) ?? { taken: 0, left: 0, open: 0 };
      sums.taken += await day.capturedOf(payId);
      sums.left += captured - refunded;
      sums.open += Math.max(0, authorised - captured - reversed);
      truth.set(currency, sums);
    }
    for (const [currency, { taken, left, open }] of truth) {
      const told = section?.takings.find((each) => each.currency === currency);
      expect(told ?? { takenMinor: 0, leftMinor: 0, givenBackMinor: 0 }, currency).toMatchObject({
        takenMinor: taken,
        leftMinor: left,
        givenBackMinor: taken - left,
      });
      expect(section?.authorized.find((each) => each.currency === currency)?.openMinor ?? 0, currency).toBe(open);
    }
    for (const rows of [section?.byPerson, section?.byBrand, section?.byEntry]) {
      const sum = (rows ?? []).reduce((total, { leftMinor }) => total + leftMinor, 0);
      expect(sum).toBe((section?.takings ?? []).reduce((total, { leftMinor }) => total + leftMinor, 0));
    }
  },
);
