// A program that has not said that it deals with partial approvals never sees a success of less than it asked for,
// whatever a person decides: not in an answer, in a list, in an event, nor in the gateway's own language.
import { expect, it } from 'vitest';
import { type Client, plainClientOptions } from '#contract/programs/client.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { State } from '#contract/operation/states.ts';
import { createCalls } from '#core/api/calls.ts';
import { Listeners } from '#core/commit/listeners.ts';
import { withReportedStates } from '#loopback/programs/reported-state.ts';
import { outcomeAnswer } from '#loopback/drop-in/outcome.ts';
import { pageOf, stretchAfter } from '#loopback/events/event-text.ts';
import { forPrograms } from '#loopback/programs/for-programs.ts';
import { commandOf } from '#operations/index.ts';
import { aPolicy } from '#support/records.ts';
import { amountOf } from '#support/till.ts';
import { aTillWithParts } from '#support/till-with-parts.ts';

const origin = { type: 'erp', clientId: 'erp-1' } as const;
const reader: Client = {
  id: 'erp-1',
  name: 'The ERP',
  scopes: ['status', 'sale', 'refund'],
  options: plainClientOptions,
  origin: null,
  createdAt: '2026-01-31T18:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
};

/** What a program is told of the operation with this id, by each road. */
async function aTillForPrograms() {
  const parts = await aTillWithParts();
  const { till, folder } = parts;
  const { store, engine, clock, environment } = till;
  const clients = { nameOf: () => 'The ERP' };
  const ports = { engine, store, clients, clock, environment, changes: new Listeners(() => {}), policy: aPolicy() };
  const calls = withReportedStates(createCalls(ports as never));
  const view = (id: string) => calls.operation(id) as OperationView;
  const events = () => {
    let text = '';
    let stretch = stretchAfter({ journal: folder.books, calls, devices: null }, 0);
    while (stretch !== null) {
      const page = pageOf(stretch, reader);
      text += page.text;
      stretch = stretchAfter({ journal: folder.books, calls, devices: null }, page.upTo);
    }
    const data = text.split('\n').filter((line) => line.startsWith('data: '));
    type Event = { type: string; state: State | null; operation: OperationView };
    return data.map((line) => JSON.parse(line.slice(6)) as Event);
  };
  const listed = (states: readonly State[], more = {}) =>
    calls.operations({ states, limit: 10, ...more })?.operations.map(({ id }) => id);
  const dropIn = (id: string) => {
    const operation = view(id);
    return outcomeAnswer(commandOf(operation.kind)!, operation, 'M').status;
  };
  const told = (id: string) => forPrograms(view(id), reader);
  /** A sale of 100.00 of a program, of which a person kept 50.00. */
  const kept = () => parts.half(origin);
  return { ...parts, told, events, listed, dropIn, kept };
}

it('needs a person with both sums and what is left, until the rest is paid', async () => {
  const { kept, told, submit, dropIn, tender } = await aTillForPrograms();
  const { id, revision } = await kept();
  expect(told(id)).toMatchObject({
    state: 'needs-person',
    approved: amountOf(5_000),
    doubt: { code: 'approved-less', kept: { remaining: amountOf(5_000) } },
  });
  expect(told(id).doubt?.reason).toContain('50.00 EUR of 100.00 EUR');
  expect(dropIn(id)).toBe(504);
  expect(tender(id)).toMatchObject({ remaining: 5_000 });
  const part = await submit('S-2', 3_000, id);
  expect(told(id)).toMatchObject({ state: 'needs-person', doubt: { kept: { remaining: amountOf(2_000) } } });
  const last = await submit('S-3', 2_000, id);
  expect(told(id)).toMatchObject({
    state: 'succeeded',
    approved: amountOf(5_000),
    parts: [
      { operationId: id, kept: amountOf(5_000) },
      { operationId: 'id' in part ? part.id : '', kept: amountOf(3_000) },
      { operationId: 'id' in last ? last.id : '', kept: amountOf(2_000) },
    ],
  });
  expect(told(id)).not.toHaveProperty('doubt');
  expect(told(id).revision).toBeGreaterThan(revision);
  expect(dropIn(id)).toBe(200);
});

it('never comes in an event or a list as a success before', async () => {
  const { kept, events, listed, till, settled } = await aTillForPrograms();
  const { id } = await kept();
  for (const { state, operation } of events()) expect([state, operation.state]).not.toContain('succeeded');
  expect(events().at(-1)).toMatchObject({ type: 'approved-amount-kept', state: 'needs-person' });
  for (const more of [{}, { newest: true }, { terminalId: 'T1' }, { kind: 'cloud-pos' }, { transId: 'S-1' }]) {
    expect(listed(['succeeded'], more), JSON.stringify(more)).toEqual([]);
    expect(listed(['failed', 'needs-person'], more), JSON.stringify(more)).toEqual([id]);
  }
  await settled(till.engine.payRestOtherwise(id, null, 5_000));
  expect(events().at(-1)).toMatchObject({ type: 'rest-paid', state: 'succeeded', operation: { state: 'succeeded' } });
  expect(listed(['succeeded'])).toEqual([id]);
  expect(listed(['needs-person'])).toEqual([]);
});

it('stays a success once it was told, whatever is given back later, and the note is not taken back', async () => {
  const { kept, told, refund, till, settled } = await aTillForPrograms();
  const { id } = await kept();
  await settled(till.engine.payRestOtherwise(id, null, 5_000));
  const back = settled(till.engine.takeBackRest(id, null, 'A wrong button.', () => null));
  expect(await back).toMatchObject({ type: 'refused', refusal: { code: 'too-late' } });
  await refund('S-1', 5_000, 'R-1');
  expect(told(id)).toMatchObject({ state: 'succeeded' });
});

it.each(['refund', 'reverse'] as const)(
  'fails where what was kept is given back (%s), and takes no rest',
  async (how) => {
    const { kept, told, refund, reverse, submit, dropIn, events, listed } = await aTillForPrograms();
    const { id } = await kept();
    expect(how === 'refund' ? await refund('S-1', 5_000, 'R-1') : await reverse(id)).toMatchObject({
      state: 'succeeded',
    });
    expect(told(id)).toMatchObject({ state: 'failed', failure: { code: 'given-back' } });
    expect(dropIn(id)).toBe(422);
    expect(events().at(-1)).toMatchObject({ type: 'sale-given-back', state: 'failed' });
    expect(listed(['failed'])).toEqual([id]);
    expect(await submit('S-2', 5_000, id)).toMatchObject({ code: 'rest-exceeded' });
  },
);

it('is a success of what was approved where a person keeps less of an authorization, which takes nothing by itself', async () => {
  const { halfAuthorized, carryOut, told, dropIn, events, listed } = await aTillForPrograms();
  const { id } = await halfAuthorized(origin);
  expect(told(id)).toMatchObject({ state: 'succeeded', approved: amountOf(5_000) });
  expect(told(id)).not.toHaveProperty('doubt');
  expect(dropIn(id)).toBe(200);
  expect(events().at(-1)).toMatchObject({ type: 'approved-amount-kept', state: 'succeeded' });
  expect(listed(['succeeded'])).toEqual([id]);
  // A program that goes by what it asked for takes no more for it.
  const capture = (value: number, requestId: string) =>
    carryOut({
      kind: 'capture',
      input: { payId: 'PAY-A-1', transId: requestId, amount: amountOf(value) },
      requestId,
      origin,
    });
  expect(await capture(10_000, 'C-1')).toMatchObject({ code: 'capture-exceeds-authorized' });
});

it('goes on needing a person while a part is given back and another is kept', async () => {
  const { kept, told, refund, submit } = await aTillForPrograms();
  const { id } = await kept();
  await submit('S-2', 3_000, id);
  await refund('S-1', 5_000, 'R-1');
  expect(told(id)).toMatchObject({ state: 'needs-person', doubt: { kept: { remaining: amountOf(7_000) } } });
  await refund('S-2', 3_000, 'R-2');
  expect(told(id)).toMatchObject({ state: 'failed' });
});
