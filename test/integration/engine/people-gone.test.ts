// Who is removed, or may do less, while what they pressed or approved waits to be accepted: for the gateway to say that it
// is there, for its record of the payment, for the office's claim. What is not accepted yet is refused. What was accepted
// before stays: it is carried out, however long it waits for its lane or for the network.
import { describe, expect, it } from 'vitest';
import type { Person } from '#contract/people/people.ts';
import type { Role } from '#contract/people/roles.ts';
import type { Submission } from '#core/acceptance/accept.ts';
import { keepPerson } from '#support/fake-people.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { aTill, amountOf, ok } from '#support/till.ts';

const cashier: Person = { id: 'person_1', name: 'Mia', role: 'cashier' };
const supervisor: Person = { id: 'person_2', name: 'Sam', role: 'supervisor' };
const refund = { payId: 'P1', transId: 'R-1', amount: amountOf(100) };
const sale = {
  kind: 'cloud-pos',
  input: { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T1', amount: amountOf(100) },
};

async function aShop() {
  const folder = opened(aFolder());
  const set = (person: Person, change: { readonly active?: boolean; readonly role?: Role } = {}) =>
    keepPerson(folder.operators, person, change);
  set(cashier);
  set(supervisor);
  const office = {
    asked: 0,
    wants: false,
    meanwhile: () => {},
    wantsClaims: () => office.wants,
    isAway: () => false,
    claim: async () => {
      office.meanwhile();
      return { type: 'granted' } as const;
    },
  };
  const works = () => ok({ status: 'OK', responseCode: '00000000', traceNr: '7', approvalCode: 'A-1' });
  const till = await aTill({ folder, answer: works, office });
  /** `meanwhile` happens while the gateway is asked whether it is there. */
  const submitted = async (
    wish: Pick<Submission, 'kind' | 'input'>,
    origin: Partial<Submission['origin']>,
    meanwhile: () => void = () => {},
  ) => {
    till.gateway.probe = async () => {
      meanwhile();
      return true;
    };
    const asked = { ...wish, requestId: 'K-1', origin: { type: 'cashier', clientId: 'window', ...origin } as const };
    const acceptance = till.engine.submit(asked);
    await till.clock.advance(0);
    return acceptance;
  };
  const ofType = (type: string) => folder.journal.after(0, 1_000).filter((record) => record.type === type);
  return { till, office, set, submitted, ofType };
}

const codeOf = (outcome: { type: string; refusal?: { code: string } }) => outcome.refusal?.code ?? outcome.type;

describe('a person who is removed while what they pressed waits to be accepted', () => {
  it('starts nothing: it is refused, nothing is stored or sent, and no request id is used up', async () => {
    const { till, set, submitted, ofType } = await aShop();
    const removed = () => set(cashier, { active: false });
    expect(codeOf(await submitted(sale, { operator: cashier }, removed))).toBe('not-signed-in');
    expect([till.store.byRequest('window', 'K-1'), till.posts(), ofType('accepted')]).toEqual([null, [], []]);
  });

  it('pays nothing out after the office granted it: the claim is given back', async () => {
    const { till, office, set, submitted, ofType } = await aShop();
    office.wants = true;
    office.meanwhile = () => set(cashier, { active: false });
    const outcome = await submitted({ kind: 'refund', input: refund }, { operator: cashier, approvedBy: supervisor });
    expect([codeOf(outcome), till.posts(), ofType('claim-dropped').length]).toEqual(['not-signed-in', [], 1]);
  });

  it('repeats a request that was accepted before, and gets its operation', async () => {
    const { set, submitted } = await aShop();
    expect(codeOf(await submitted(sale, { operator: cashier }))).toBe('new');
    set(cashier, { active: false });
    expect(codeOf(await submitted(sale, { operator: cashier }))).toBe('known');
  });
});

describe('an approval', () => {
  it.each([
    ['is removed', { active: false }],
    ['is a supervisor no more', { role: 'cashier' }],
  ] as const)('does not count where who gave it %s before it is accepted', async (_what, change) => {
    const { till, office, set, submitted } = await aShop();
    office.wants = true;
    office.meanwhile = () => set(supervisor, change);
    const outcome = await submitted({ kind: 'refund', input: refund }, { operator: cashier, approvedBy: supervisor });
    expect([codeOf(outcome), till.posts()]).toEqual(['approval-needed', []]);
  });

  it('of a program’s refund does not count either: the program asks again', async () => {
    const { till, office, set, submitted } = await aShop();
    office.wants = true;
    office.meanwhile = () => set(supervisor, { active: false });
    const program = { type: 'erp', clientId: 'client', approvedBy: supervisor } as const;
    expect(codeOf(await submitted({ kind: 'refund', input: refund }, program))).toBe('confirmation-missed');
    expect(till.posts()).toEqual([]);
  });

  it('of the office counts: its people are not this till’s', async () => {
    const { submitted } = await aShop();
    const approvedBy: Person = { id: 'ada', name: 'Ada', role: 'supervisor', office: 'question-1' };
    expect(codeOf(await submitted({ kind: 'refund', input: refund }, { operator: cashier, approvedBy }))).toBe('new');
  });
});

describe('what was accepted before a person was removed', () => {
  it('is carried out when the network is back', async () => {
    const { till, set, submitted } = await aShop();
    till.gateway.answer = () => ({ type: 'unsent', reason: 'no network' });
    const outcome = await submitted({ kind: 'refund', input: refund }, { operator: cashier, approvedBy: supervisor });
    if (outcome.type === 'refused') throw new Error(outcome.refusal.detail);
    set(cashier, { active: false });
    set(supervisor, { active: false });
    till.gateway.answer = () => ok({ status: 'OK', xId: 'X-1' });
    await till.clock.advance(600_000);
    expect(till.operation(outcome.record.id)).toMatchObject({ state: 'succeeded', origin: { operator: cashier } });
  });
});
