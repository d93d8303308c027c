// What pays out is claimed at the office before it is accepted: refused where another till refunded it, passed or not
// while the office is away, and given up by a record where it is not used.
import { describe, expect, it } from 'vitest';
import type { ClaimAnswer, ClaimAsked } from '#contract/office/claims.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { Submission } from '#core/acceptance/accept.ts';
import type { Office } from '#core/ports/engine.ts';
import { keepPerson } from '#support/fake-people.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { type Till, aTill, amountOf, ok, terminalCommand, unsent } from '#support/till.ts';

let number = 0;
const works = () => ok({ status: 'OK', responseCode: '00000000', traceNr: '7', approvalCode: `A-${(number += 1)}` });
const refund = (value: number, payId = 'P1'): JsonObject => ({
  payId,
  transId: `R-${(number += 1)}`,
  amount: amountOf(value),
});
/** Of 5.00 EUR, under the transId that it is given. */
const manualRefunds: [string, string, (transId: string) => JsonObject][] = [
  ['at a terminal', 'cloud-pos', (transId) => terminalCommand('CREDIT', transId, { amount: amountOf(500) })],
  [
    'to an account',
    'refund-unreferenced',
    (transId) => ({
      transId,
      amount: amountOf(500),
      paymentMethods: {
        directDebit: { account: { number: 'DE89370400440532013000', accountHolderName: 'A. Holder' } },
      },
    }),
  ],
];
const by = {
  till: 'Till 2',
  shop: 'North',
  isOwn: false,
  at: '2026-01-31T10:00:00.000Z',
  state: 'paid',
  amount: { value: 500, currency: 'EUR' },
} as const;
const elsewhere = { type: 'refused', why: 'line', by, left: null } as const;

const ada = { id: 'op-1', name: 'Ada', role: 'supervisor' } as const;

type Answered = Awaited<ReturnType<Office['claim']>>;

/** An office that a test scripts. */
class ScriptedOffice implements Office {
  readonly asked: Omit<ClaimAsked, 'asOf'>[] = [];
  wants = true;
  answer: (asked: Omit<ClaimAsked, 'asOf'>) => Answered | Promise<Answered> = () => ({ type: 'granted' });

  wantsClaims(): boolean {
    return this.wants;
  }

  isAway(): boolean {
    return false;
  }

  async claim(asked: Omit<ClaimAsked, 'asOf'>): Promise<Answered> {
    this.asked.push(asked);
    return this.answer(asked);
  }
}

async function withOffice(more: Parameters<typeof aTill>[0] = {}) {
  const folder = opened(aFolder());
  keepPerson(folder.operators, ada);
  const office = new ScriptedOffice();
  const till = await aTill({ folder, answer: works, office, ...more });
  const records = () => folder.journal.after(0, 1_000);
  const ofType = (type: string) => records().filter((record) => record.type === type);
  return { till, office, records, ofType };
}

async function submitted(till: Till, submission: Partial<Submission> & Pick<Submission, 'kind' | 'input'>) {
  const origin = { type: 'erp', clientId: 'client' } as const;
  const submitting = till.engine.submit({ requestId: `request-${(number += 1)}`, origin, ...submission });
  await till.clock.advance(0);
  return submitting;
}

const codeOf = (acceptance: Awaited<ReturnType<typeof submitted>>) =>
  acceptance.type === 'refused' ? acceptance.refusal.code : acceptance.type;

describe('a refund at a till whose office wants claims', () => {
  it('is accepted under the id that was claimed, with its line and the answer in its journal record', async () => {
    const { till, office, ofType } = await withOffice();
    const accepted = await submitted(till, { kind: 'refund', input: refund(500), line: '4711/1' });
    if (accepted.type !== 'new') throw new Error('it is refused');
    expect(office.asked).toMatchObject([
      { id: accepted.record.id, mode: 'test', payId: 'P1', line: '4711/1', amount: amountOf(500) },
    ]);
    expect(ofType('accepted')[0]?.data).toMatchObject({ line: '4711/1', claim: 'granted' });
    expect(till.store.operation(accepted.record.id)).toMatchObject({ line: '4711/1', claim: 'granted' });
    expect(ofType('claim-dropped')).toEqual([]);
  });

  it.each(manualRefunds)(
    'without a payment names none, not the one that it makes: %s',
    async (_what, kind, inputOf) => {
      const { till, office } = await withOffice();
      await submitted(till, { kind, input: inputOf('M-1'), line: '4711/1' });
      expect(office.asked).toMatchObject([{ payId: null, transId: null, line: '4711/1', amount: amountOf(500) }]);
    },
  );

  it('of a sale at the terminal names that sale', async () => {
    const { till, office } = await withOffice();
    const sale = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    const credit = terminalCommand('CREDIT', 'M-1');
    await submitted(till, { kind: 'cloud-pos', input: credit, refundOf: sale.id });
    expect(office.asked).toMatchObject([{ transId: 'S-1' }]);
  });

  it('names no payment where it is a reversal of a sale that the till does not know', async () => {
    const { till, office } = await withOffice();
    const reversal = terminalCommand('REVERSE', 'V-1', { traceNr: '99' });
    await submitted(till, { kind: 'cloud-pos', input: reversal, line: '4711/1' });
    expect(office.asked).toMatchObject([{ payId: null, transId: null, line: '4711/1', amount: null }]);
  });

  it('is refused where another till refunded its line, says which one, and sends nothing', async () => {
    const { till, office } = await withOffice();
    office.answer = () => elsewhere;
    const refused = await submitted(till, { kind: 'refund', input: refund(500), line: '4711/1' });
    expect(refused).toMatchObject({ refusal: { code: 'refunded-elsewhere', facts: { refunded: by } } });
    expect(till.posts()).toEqual([]);
  });

  it('opens its claims once in a run, before the first question', async () => {
    const { till, office, ofType } = await withOffice();
    const before: number[] = [];
    office.answer = () => {
      before.push(ofType('claims-opened').length);
      return { type: 'granted' };
    };
    await submitted(till, { kind: 'refund', input: refund(100) });
    await submitted(till, { kind: 'refund', input: refund(100) });
    expect(before).toEqual([1, 1]);
  });

  it('asks for nothing that sells, and for nothing that the till itself refuses', async () => {
    const { till, office } = await withOffice();
    await submitted(till, { kind: 'cloud-pos', input: terminalCommand('SALE', 'S-1') });
    expect(codeOf(await submitted(till, { kind: 'refund', input: refund(1_001, 'P9'), line: 'a b' }))).toBe(
      'invalid-input',
    );
    expect(office.asked).toEqual([]);
  });

  it('does not ask the office where it wants no claims', async () => {
    const { till, office, ofType } = await withOffice();
    office.wants = false;
    expect(codeOf(await submitted(till, { kind: 'refund', input: refund(100), line: '1' }))).toBe('new');
    expect([office.asked, ofType('claims-opened')]).toEqual([[], []]);
  });

  it('gives up by a record what was granted and then not accepted', async () => {
    let barred = false;
    const { till, office, ofType } = await withOffice({
      barred: () => (barred ? { code: 'token-unknown', detail: 'gone' } : null),
    });
    office.answer = () => {
      barred = true;
      return { type: 'granted' };
    };
    expect(codeOf(await submitted(till, { kind: 'refund', input: refund(100) }))).toBe('token-unknown');
    expect(ofType('claim-dropped').map(({ data }) => data['claim'])).toEqual([office.asked[0]?.id]);
    expect(ofType('accepted')).toEqual([]);
  });

  it('gives up by a record what its own refund stood in the way of: it may have been granted when asked once more', async () => {
    const { till, office, ofType } = await withOffice();
    office.answer = () => ({ ...elsewhere, by: { ...by, isOwn: true } });
    expect(codeOf(await submitted(till, { kind: 'refund', input: refund(100) }))).toBe('refunded-elsewhere');
    expect(ofType('claim-dropped').map(({ data }) => data['claim'])).toEqual([office.asked[0]?.id]);
  });

  it('uses no claim that it got long ago', async () => {
    const { till, office, ofType } = await withOffice();
    office.answer = async () => {
      await till.clock.advance(16_000);
      return { type: 'granted' };
    };
    expect(codeOf(await submitted(till, { kind: 'refund', input: refund(100) }))).toBe('office-away');
    expect(ofType('claim-dropped')).toHaveLength(1);
  });

  it('is refused where the till learns that it pays money out when it is too late to ask', async () => {
    const { till, office } = await withOffice();
    await till.submit('cloud-pos', terminalCommand('AUTHORISATION_OR_RESERVATION', 'A-1'));
    const transact = till.store.transact.bind(till.store);
    const reversal = terminalCommand('REVERSE', 'V-1', { traceNr: '7' });
    till.store.transact = async (work) => {
      // The capture was waiting to be stored already.
      till.store.transact = transact;
      await till.submit('cloud-pos', terminalCommand('CAPTURE', 'C-1', { traceNr: '7', approvalCode: 'A' }));
      return till.store.transact(work);
    };
    expect(codeOf(await submitted(till, { kind: 'cloud-pos', input: reversal }))).toBe('office-away');
    expect(office.asked).toEqual([]);
    expect(codeOf(await submitted(till, { kind: 'cloud-pos', input: reversal, requestId: 'again' }))).toBe('new');
    expect(office.asked).toMatchObject([{ amount: null }]);
  });

  it('is accepted where the office answers that its chain wants no claims', async () => {
    const { till, office, ofType } = await withOffice();
    office.answer = () => ({ type: 'not-wanted' });
    expect(codeOf(await submitted(till, { kind: 'refund', input: refund(100) }))).toBe('new');
    expect(ofType('accepted')[0]?.data).not.toHaveProperty('claim');
  });

  it('of its own payment is refused as well where the office does not take the question', async () => {
    const { till, office, ofType } = await withOffice();
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    office.answer = () => ({ type: 'not-taken', code: 'claim-stale' });
    const reversal = terminalCommand('REVERSE', 'V-1', { traceNr: '7' });
    expect(codeOf(await submitted(till, { kind: 'cloud-pos', input: reversal }))).toBe('office-away');
    expect(ofType('claim-dropped')).toEqual([]);
  });

  it('is one for all repetitions of a request, also while the office is asked', async () => {
    const { till, office } = await withOffice();
    const answer = Promise.withResolvers<ClaimAnswer>();
    office.answer = () => answer.promise;
    const input = refund(100);
    const asking = [1, 2].map(() => submitted(till, { kind: 'refund', input, requestId: 'same', line: '1' }));
    await till.clock.advance(0);
    answer.resolve({ type: 'granted' });
    await till.clock.advance(0);
    const [first, second] = await Promise.all(asking);
    expect([first?.type, second?.type]).toEqual(['new', 'known']);
    expect(office.asked).toHaveLength(1);
  });

  it('is another request with another line', async () => {
    const { till } = await withOffice();
    const input = refund(100);
    await submitted(till, { kind: 'refund', input, requestId: 'same', line: '1' });
    expect(codeOf(await submitted(till, { kind: 'refund', input, requestId: 'same', line: '2' }))).toBe(
      'request-id-reused',
    );
  });
});

describe('while the office is away', () => {
  const away = async (more: Parameters<typeof aTill>[0] = {}) => {
    const made = await withOffice(more);
    made.office.answer = () => null;
    return made;
  };
  const ofCashier = (approved: boolean): Submission['origin'] => {
    return { type: 'cashier', clientId: 'window', operator: ada, approvedBy: approved ? ada : null };
  };

  it('a payment of this till is refunded as always, and marked', async () => {
    const { till, ofType } = await away();
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    const voided = terminalCommand('REVERSE', 'V-1', { traceNr: '7' });
    const answered = await submitted(till, { kind: 'cloud-pos', input: voided });
    if (answered.type === 'refused') throw new Error(JSON.stringify(answered.refusal));
    expect(ofType('accepted').at(-1)?.data).toMatchObject({ claim: 'away' });
  });

  it('one that another till made needs a supervisor, and is marked', async () => {
    const { till, ofType } = await away();
    expect(codeOf(await submitted(till, { kind: 'refund', input: refund(100) }))).toBe('office-away');
    const byHand = { kind: 'refund', input: refund(100) } as const;
    expect(codeOf(await submitted(till, { ...byHand, origin: ofCashier(false) }))).toBe('approval-needed');
    expect(ofType('claim-dropped')).toHaveLength(2);
    expect(codeOf(await submitted(till, { ...byHand, origin: ofCashier(true) }))).toBe('new');
    expect(ofType('accepted').at(-1)?.data).toMatchObject({ claim: 'away' });
  });

  it.each(manualRefunds)(
    'another try of a refund without a payment is none of this till’s: %s',
    async (_what, kind, inputOf) => {
      const { till, office } = await withOffice({ answer: () => unsent });
      const first = await submitted(till, { kind, input: inputOf('M-1') });
      await till.clock.advance(60_000);
      till.gateway.answer = works;
      if (first.type === 'refused') throw new Error(JSON.stringify(first.refusal));
      office.answer = () => null;
      expect(codeOf(await submitted(till, { kind, input: inputOf('M-1'), replaces: first.record.id }))).toBe(
        'office-away',
      );
    },
  );

  it('one of another till is refused, or passes up to a sum, where the shop has set that', async () => {
    const refuse = await away({ policy: { officeAway: { rule: 'refuse', limitMinor: 9_999 } } });
    const byHand = { kind: 'refund', input: refund(1), origin: ofCashier(true) } as const;
    expect(codeOf(await submitted(refuse.till, byHand))).toBe('office-away');
    const limit = await away({ policy: { officeAway: { rule: 'limit', limitMinor: 500 } } });
    expect(codeOf(await submitted(limit.till, { kind: 'refund', input: refund(501) }))).toBe('office-away');
    expect(codeOf(await submitted(limit.till, { kind: 'refund', input: refund(500) }))).toBe('new');
  });
});
