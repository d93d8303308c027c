// A purchase that is paid in parts: less is approved of a sale, and the rest is taken by another one or otherwise.
import { describe, expect, it } from 'vitest';
import type { Acceptance } from '#core/acceptance/accept.ts';
import type { Person } from '#contract/people/people.ts';
import type { Role } from '#contract/people/roles.ts';
import { currentTally } from '#core/shift/shift-books.ts';
import { reportOf } from '#core/shift/shift-report.ts';
import { commandOf } from '#operations/index.ts';
import type { OpenedStore } from '#store/open.ts';
import { answered, json } from '#support/records.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';
import { aTill, amountOf, ok } from '#support/till.ts';
import { aTillWithParts } from '#support/till-with-parts.ts';

const origin = { type: 'cashier', clientId: 'window' } as const;

const person = (id: string, role: Role): Person => ({ id, name: `Somebody ${id}`, role });

const xReport = { type: 'X', at: '2026-01-31T18:05:00.000Z', closedBy: null, head: null } as const;

const takings = ({ books }: Pick<OpenedStore, 'books'>) =>
  reportOf(currentTally(books), xReport, books).sections.flatMap((section) =>
    section.takings.map(({ currency, takenMinor }) => ({ currency, takenMinor })),
  );

const paidOtherwise = ({ books }: Pick<OpenedStore, 'books'>) =>
  reportOf(currentTally(books), xReport, books).sections.flatMap((section) => section.paidOtherwise);

const codeOf = (outcome: object) => ('code' in outcome ? outcome.code : 'state' in outcome ? outcome.state : null);

describe('a sale of which less was approved', () => {
  it('has no rest until somebody keeps what was approved', async () => {
    const { submit, tender } = await aTillWithParts();
    const asked = await submit('S-1', 10_000);
    expect(asked).toMatchObject({ state: 'needs-person', approved: amountOf(5_000) });
    expect(tender('id' in asked ? asked.id : '')).toBeNull();
  });

  it('takes its rest by another sale, and the journal links the two', async () => {
    const { half, submit, tender, folder } = await aTillWithParts();
    const first = await half();
    expect(tender(first.id)).toMatchObject({ asked: 10_000, remaining: 5_000, underWay: 0 });
    const second = await submit('S-2', 5_000, first.id);
    expect(second).toMatchObject({ state: 'succeeded', partOf: first.id });
    expect(tender(first.id)).toMatchObject({ remaining: 0, parts: [{ amount: 5_000 }, { amount: 5_000 }] });
    expect(tender('id' in second ? second.id : '')?.operationId).toBe(first.id);
    const records = folder.journal.after(0, 1_000);
    const accepted = records.find(({ type, data }) => type === 'accepted' && data['transId'] === 'S-2');
    expect(accepted?.data['partOf']).toBe(first.id);
  });

  it('keeps the tip that was chosen at the till for the end of it', async () => {
    const { till, carryOut, tender, folder } = await aTillWithParts();
    const input = { messageType: 'SALE', posTerminalId: 'T1' };
    const whole = { ...input, transId: 'S-1', amount: amountOf(5_300), tipMinor: 800 };
    const first = await carryOut({ kind: 'cloud-pos', input: whole, requestId: 'S-1', origin });
    const id = 'id' in first ? first.id : '';
    const kept = till.engine.keepApproved(id, null);
    await till.clock.advance(0);
    await kept;
    expect(tender(id)).toMatchObject({ remaining: 300, tipLeft: 300 });
    const rest = { ...input, transId: 'S-2', amount: amountOf(300), tipMinor: 300 };
    await carryOut({ kind: 'cloud-pos', input: rest, requestId: 'S-2', origin, partOf: id });
    expect(tender(id)).toMatchObject({ remaining: 0, tipLeft: 0 });
    const tips = reportOf(currentTally(folder.books), xReport, folder.books).sections[0]?.takings[0]?.tipMinor;
    expect(tips).toBe(800);
  });

  it('is given back with the approved sum named before anybody kept it', async () => {
    const { submit, till, reverse } = await aTillWithParts();
    const asked = await submit('S-1', 10_000);
    const { id } = 'id' in asked ? asked : { id: '' };
    expect(till.operation(id).state).toBe('needs-person');
    const input = { messageType: 'REVERSE', transId: 'S-1', posTerminalId: 'T1', traceNr: '000001' };
    const payOut = { amount: amountOf(5_000), unreferenced: false };
    const command = commandOf('cloud-pos')!;
    expect(till.engine.payOut(command, input)).toMatchObject(payOut);
    const kept = till.engine.keepApproved(id, null);
    await till.clock.advance(0);
    await kept;
    expect(till.engine.payOut(command, input)).toMatchObject(payOut);
    expect(codeOf(await reverse(id))).toBe('succeeded');
  });

  it('never takes more than its rest, counting what is under way, and in its own currency only', async () => {
    const { half, submit, till } = await aTillWithParts();
    const first = await half();
    expect(codeOf(await submit('S-2', 5_001, first.id))).toBe('rest-exceeded');
    till.gateway.answer = () => new Promise(() => {});
    expect(codeOf(await submit('S-3', 3_000, first.id))).toBe('sending');
    expect(await submit('S-4', 2_001, first.id)).toMatchObject({
      code: 'rest-exceeded',
      facts: { left: { value: 2_000 } },
    });
    expect(codeOf(await submit('S-5', 1_000, 'op_none'))).toBe('rest-exceeded');
    expect(till.store.operation(first.id)?.state).toBe('succeeded');
  });

  it('has its rest again where a part was reversed', async () => {
    const { half, submit, tender, reverse } = await aTillWithParts();
    const first = await half();
    const second = await submit('S-2', 5_000, first.id);
    expect(tender(first.id)?.remaining).toBe(0);
    await reverse('id' in second ? second.id : '');
    expect(tender(first.id)).toMatchObject({ remaining: 5_000, parts: [{ reversed: false }, { reversed: true }] });
  });

  it('has as much of its rest again as was refunded of a part before all of it was paid', async () => {
    const { half, submit, refund, tender, till, settled } = await aTillWithParts();
    const first = await half();
    await submit('S-2', 3_000, first.id);
    expect(codeOf(await refund('S-2', 2_000, 'R-1'))).toBe('succeeded');
    const part = { amount: 3_000, givenBack: 2_000, reversed: false };
    expect(tender(first.id)).toMatchObject({ remaining: 4_000, parts: [{ givenBack: 0, goingBack: 0 }, part] });
    expect(codeOf(await refund('S-1', 5_000, 'R-2'))).toBe('succeeded');
    expect(tender(first.id)).toMatchObject({ remaining: 9_000, returned: 0, parts: [{ givenBack: 5_000 }, part] });
    expect(await settled(till.engine.payRestOtherwise(first.id, null, 9_000))).toMatchObject({ type: 'decided' });
    expect(tender(first.id)).toMatchObject({ remaining: 0 });
  });

  it('is not open again where goods come back after all of it was paid', async () => {
    const { half, submit, refund, tender } = await aTillWithParts();
    const first = await half();
    await submit('S-2', 5_000, first.id);
    expect(codeOf(await refund('S-2', 2_000, 'R-1'))).toBe('succeeded');
    const part = { amount: 5_000, givenBack: 2_000, reversed: false };
    expect(tender(first.id)).toMatchObject({ remaining: 0, returned: 2_000, parts: [{ givenBack: 0 }, part] });
    expect(codeOf(await submit('S-3', 2_000, first.id))).toBe('rest-exceeded');
    expect(codeOf(await refund('S-1', 5_000, 'R-2'))).toBe('succeeded');
    expect(codeOf(await refund('S-2', 3_000, 'R-3'))).toBe('succeeded');
    expect(tender(first.id)).toMatchObject({ remaining: 0, returned: 10_000 });
  });

  it('is open again by what is voided for another card, and not by the goods that came back before', async () => {
    const { half, submit, refund, reverse, tender } = await aTillWithParts();
    const first = await half();
    const second = await submit('S-2', 5_000, first.id);
    expect(codeOf(await refund('S-1', 2_000, 'R-1'))).toBe('succeeded');
    await reverse('id' in second ? second.id : '');
    expect(tender(first.id)).toMatchObject({ remaining: 5_000, returned: 2_000 });
    // The customer changes the other card, too, before the void is paid again.
    expect(codeOf(await refund('S-1', 3_000, 'R-2'))).toBe('succeeded');
    expect(tender(first.id)).toMatchObject({ remaining: 8_000, returned: 2_000 });
    await submit('S-3', 5_000, first.id);
    await submit('S-4', 3_000, first.id);
    expect(tender(first.id)).toMatchObject({ remaining: 0, returned: 2_000 });
    expect(codeOf(await refund('S-4', 1_000, 'R-3'))).toBe('succeeded');
    expect(tender(first.id)).toMatchObject({ remaining: 0, returned: 3_000 });
  });

  it('is open again where goods come back after the note that its rest was paid was taken back', async () => {
    const { half, refund, tender, till, settled } = await aTillWithParts();
    const first = await half();
    await settled(till.engine.payRestOtherwise(first.id, null, 5_000));
    expect(codeOf(await refund('S-1', 1_000, 'R-1'))).toBe('succeeded');
    expect(tender(first.id)).toMatchObject({ remaining: 0, returned: 1_000 });
    await settled(till.engine.takeBackRest(first.id, null, 'it was another sale', () => null));
    expect(codeOf(await refund('S-1', 2_000, 'R-2'))).toBe('succeeded');
    expect(tender(first.id)).toMatchObject({ remaining: 7_000, returned: 1_000 });
  });

  it('has no more of its rest while a refund of a part is in doubt, and shows what may be going back', async () => {
    const { half, submit, refund, tender, till } = await aTillWithParts();
    const first = await half();
    await submit('S-2', 5_000, first.id);
    const { answer } = till.gateway;
    till.gateway.answer = (request) => (request.method === 'GET' ? answer(request) : new Promise(() => {}));
    expect(codeOf(await refund('S-2', 2_000, 'R-1'))).toBe('sending');
    expect(tender(first.id)).toMatchObject({
      remaining: 0,
      parts: [{ goingBack: 0 }, { givenBack: 0, goingBack: 2_000 }],
    });
  });

  it('is paid otherwise for the rest that was shown, and not twice', async () => {
    const { half, tender, till, settled, folder } = await aTillWithParts();
    const first = await half();
    const pay = (value: number) => settled(till.engine.payRestOtherwise(first.id, null, value));
    expect(await pay(4_999)).toMatchObject({ type: 'refused', refusal: { code: 'rest-exceeded' } });
    expect(await pay(5_000)).toMatchObject({ type: 'decided' });
    expect(await pay(5_000)).toMatchObject({ type: 'refused' });
    expect(tender(first.id)).toMatchObject({ remaining: 0, paidOtherwise: 5_000 });
    const noted = folder.journal.after(0, 1_000).filter(({ type }) => type === 'rest-paid-otherwise');
    expect(noted.map(({ data }) => data)).toMatchObject([{ amount: amountOf(5_000) }]);
    expect(noted[0]?.data).not.toHaveProperty('state');
    expect(paidOtherwise(folder)).toEqual([{ currency: 'EUR', count: 1, amountMinor: 5_000 }]);
    expect(takings(folder)).toEqual([{ currency: 'EUR', takenMinor: 5_000 }]);
  });

  it('has its rest again where the note that it was paid otherwise is taken back while the shift is open', async () => {
    const { half, tender, till, settled, folder } = await aTillWithParts();
    const first = await half();
    const [one, two] = [person('one', 'cashier'), person('two', 'cashier')];
    const supervisor = person('three', 'supervisor');
    const pay = (value: number) => settled(till.engine.payRestOtherwise(first.id, one, value));
    const takeBack = (by: Person, closedAtMs: number | null = null) =>
      settled(till.engine.manualActionsFor('ab').takeBackRest(first.id, by, 'it was another sale', () => closedAtMs));
    const records = () => folder.journal.after(0, 1_000).filter(({ type }) => type === 'rest-mark-taken-back');

    expect(await takeBack(one)).toMatchObject({ refusal: { code: 'not-decidable' } });
    expect(await pay(5_000)).toMatchObject({ type: 'decided' });
    expect(await takeBack(two)).toMatchObject({ refusal: { code: 'role-missing' } });
    expect(await takeBack(supervisor, till.clock.nowMs())).toMatchObject({ refusal: { code: 'too-late' } });
    expect(tender(first.id)).toMatchObject({ remaining: 0, paidOtherwise: 5_000 });
    expect(records()).toEqual([]);

    expect(await takeBack(one, till.clock.nowMs() - 1)).toMatchObject({ type: 'decided' });
    expect(tender(first.id)).toMatchObject({ remaining: 5_000, paidOtherwise: 0 });
    expect(await takeBack(one)).toMatchObject({ refusal: { code: 'not-decidable' } });
    expect(await pay(5_000)).toMatchObject({ type: 'decided' });
    expect(await takeBack(supervisor)).toMatchObject({ type: 'decided' });
    const [own, other] = records().map(({ data }) => data);
    expect(own).toMatchObject({ amount: amountOf(5_000), by: { id: 'one' }, notedBy: { id: 'one' }, request: 'ab' });
    expect(other).toMatchObject({ by: { id: 'three' }, notedBy: { id: 'one' }, reason: 'it was another sale' });
    expect(own).not.toHaveProperty('state');
    expect(takings(folder)).toEqual([{ currency: 'EUR', takenMinor: 5_000 }]);
    expect(paidOtherwise(folder)).toEqual([]);
  });

  it('has its rest again at a till without operators, and not what a person noted', async () => {
    const { half, tender, till, settled } = await aTillWithParts();
    const first = await half();
    const takeBack = () => settled(till.engine.takeBackRest(first.id, null, 'it was another sale', () => null));
    await settled(till.engine.payRestOtherwise(first.id, person('one', 'cashier'), 5_000));
    expect(await takeBack()).toMatchObject({ refusal: { code: 'role-missing' } });
    const supervisor = person('three', 'supervisor');
    await settled(till.engine.takeBackRest(first.id, supervisor, 'it was another sale', () => null));
    await settled(till.engine.payRestOtherwise(first.id, null, 5_000));
    expect(await takeBack()).toMatchObject({ type: 'decided' });
    expect(tender(first.id)).toMatchObject({ remaining: 5_000, paidOtherwise: 0 });
  });

  it('is one row of the payments, and a search still finds each part', async () => {
    const { half, submit, window } = await aTillWithParts();
    const first = await half();
    await submit('S-2', 5_000, first.id);
    const { payments } = await window.payments({ limit: 10 });
    expect(payments).toMatchObject([{ transId: 'S-1', tender: { remaining: 0, parts: [{}, { payId: 'PAY-S-2' }] } }]);
    expect((await window.payments({ text: 'S-2', limit: 10 })).payments).toMatchObject([{ payId: 'PAY-S-2' }]);
  });
});

it('a new try of an altered operation is refused rather than taken without its sale', async () => {
  const dir = aFolder();
  const till = await aTill({
    folder: opened(dir),
    answer: ({ body }) => {
      const { transId } = JSON.parse(body ?? '{}') as { transId: string };
      if (transId !== 'S-1') return answered(429, json({}));
      const numbers = { payId: 'PAY-1', traceNr: '000001', approvalCode: '482913' };
      return ok({ transId, status: 'OK', responseCode: '00000000', amount: amountOf(600), ...numbers });
    },
  });
  const submit = async (transId: string, value: number, links: { partOf?: string; replaces?: string } = {}) => {
    const input = { messageType: 'SALE', transId, posTerminalId: 'T1', amount: amountOf(value) };
    const asked = till.engine.submit({
      kind: 'cloud-pos',
      input,
      requestId: transId,
      origin,
      takesPartial: true,
      ...links,
    });
    await till.clock.advance(1_000);
    return asked;
  };
  const idOf = (acceptance: Acceptance) => (acceptance.type === 'refused' ? '' : acceptance.record.id);
  const sale = idOf(await submit('S-1', 1_000));
  const part = idOf(await submit('S-2', 400, { partOf: sale }));
  expect(till.operation(part)).toMatchObject({ state: 'failed', partOf: sale });
  const beside = rawDatabase(dir);
  beside.exec(`UPDATE operations SET next_at = next_at + 1 WHERE trans_id = 'S-2'`);
  beside.close();
  expect(await submit('S-3', 400, { replaces: part })).toMatchObject({ refusal: { code: 'operation-altered' } });
});
