// What a gateway once showed of an operation keeps it from being sent again, whatever later look-ups show: gateways with
// keys that are processed again while open, copies of records that lag, and lists that are shown in parts.
import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, textAt } from '#contract/json.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { answered, json } from '#support/records.ts';
import { aFolder } from '#support/store-folder.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aTill, amountOf, bodyOf, lost, ok } from '#support/till.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const undecided = ['pending', 'unknown', 'needs-person'];

interface Shown {
  readonly refNr: string;
  /** How often the payment was looked up before. */
  readonly asked: number;
  readonly wallMs: number;
}

interface Story {
  readonly kind?: 'refund' | 'capture';
  readonly answer?: (sent: number) => GatewayAnswer;
  readonly record: (shown: Shown) => GatewayAnswer | JsonObject;
}

const inputs = {
  refund: { payId: 'P1', transId: 'R-1', amount: amountOf(300) },
  capture: { payId: 'P1', transId: 'R-1', amount: amountOf(300) },
} as const;

/** What becomes of an operation in three hours, and how often it is sent. Its first answer is lost unless the story says. */
async function told({ kind = 'refund', answer = () => lost, record }: Story) {
  let refNr = '';
  let [asked, sent] = [0, 0];
  const till = await aTill({
    answer: ({ method, body }) => {
      if (method === 'GET') {
        const shown = record({ refNr, asked, wallMs: till.clock.wallMs() });
        asked += 1;
        return 'type' in shown && shown['type'] === 'response' ? (shown as GatewayAnswer) : ok(shown as JsonObject);
      }
      refNr = textAt(bodyOf(body), 'refNr') ?? '';
      sent += 1;
      return answer(sent);
    },
  });
  const { id } = await till.submit(kind, inputs[kind]);
  await till.clock.advance(3 * hourMs);
  const { state, doubt } = till.operation(id);
  return { state, doubt, sent };
}

const base = { payId: 'P1', transId: 'BASE', status: 'CAPTURED', amount: amountOf(900) };
const stranger = {
  type: 'AUTHORIZATION',
  xId: 'X0',
  refNr: 'W-1',
  transId: 'W-1',
  amount: amountOf(900),
  status: 'OK',
};
const listing = (...entries: readonly JsonObject[]): JsonObject => ({ ...base, operations: [stranger, ...entries] });
const entryOf = (kind: string, refNr: string): JsonObject => ({
  type: kind.toUpperCase(),
  refNr,
  transId: 'R-1',
  amount: amountOf(300),
});

describe.each(['refund', 'capture'] as const)('a %s whose own entry was seen once', (kind) => {
  it.each([
    ['open', { status: 'PENDING', responseCode: '60000000' }],
    ['with a status that nobody knows', { status: 'ODD' }],
  ])('%s is not sent again when it is no longer shown', async (_, status) => {
    const record = ({ refNr, asked }: Shown) =>
      asked === 1 ? listing({ ...entryOf(kind, refNr), ...status }) : listing();
    const { state, sent } = await told({ kind, record });
    expect([sent, undecided.includes(state)]).toEqual([1, true]);
  });

  it('flips between open and absent: it is sent once, and done when it is shown done', async () => {
    const record = ({ refNr, asked }: Shown) => {
      if (asked > 20) return listing({ ...entryOf(kind, refNr), status: 'OK' });
      return asked % 2 === 1 ? listing({ ...entryOf(kind, refNr), status: 'PENDING' }) : listing();
    };
    expect(await told({ kind, record })).toMatchObject({ state: 'succeeded', sent: 1 });
  });

  it('is remembered over a restart', async () => {
    const dataDir = aFolder();
    let refNr = '';
    let isShown = true;
    let sent = 0;
    const answer = ({ method, body }: { method: string; body: string | null }) => {
      if (method === 'GET') return ok(isShown ? listing({ ...entryOf(kind, refNr), status: 'ODD' }) : listing());
      refNr = textAt(bodyOf(body), 'refNr') ?? '';
      sent += 1;
      return lost;
    };
    const before = await aTill({ dataDir, answer });
    const { id } = await before.submit(kind, inputs[kind]);
    await before.clock.advance(10_000);
    await before.engine.stop(0);
    isShown = false;
    const clock = FakeClock.startingAt(before.clock.nowMs() + minuteMs);
    const till = await aTill({ dataDir, clock, answer });
    await clock.advance(12 * hourMs);
    expect([sent, till.operation(id).state]).toEqual([1, 'needs-person']);
  });
});

describe.each(['refund', 'capture'] as const)('a %s that is still being worked on', (kind) => {
  const nothing = () => listing();
  it.each<[string, number, JsonObject]>([
    ['500 with a code that says that a final status follows', 500, { responseCode: '60000001' }],
    ['503 with a status that is open', 503, { status: 'PENDING' }],
    ['500 with a code that says that data may be lost', 500, { responseCode: '40000001' }],
    ['409 for a key in progress', 409, { title: 'A request with this key is still in progress' }],
    ['409 whose detail says so', 409, { title: 'Conflict', detail: 'The original request is being processed.' }],
    ['422 with a code that says that data may be lost', 422, { status: 'FAILED', responseCode: '40000001' }],
    ['200 with a code that says that data may be lost', 200, { status: 'OK', responseCode: '40000001' }],
  ])('and is answered %s is not sent again', async (_, status, body) => {
    const { state, sent } = await told({ kind, answer: () => answered(status, json(body)), record: nothing });
    expect([sent, undecided.includes(state)]).toEqual([1, true]);
  });

  it.each([
    ['an empty list', { ...base, status: 'PENDING', operations: [] }],
    ['no list', { ...base, status: 'PENDING' }],
    ['a list of others', { ...listing(), status: 'PROCESSING' }],
  ])('is not sent again while the payment itself is open, with %s', async (_, record) => {
    const { state, sent } = await told({ kind, record: () => record });
    expect([sent, undecided.includes(state)]).toEqual([1, true]);
  });
});

it('a conflict that does not say that it is in progress is looked up, and sent again with the same key', async () => {
  const answer = (sent: number) =>
    sent === 1
      ? answered(409, json({ title: 'Conflict' }))
      : ok({ payId: 'P1', status: 'OK', responseCode: '00000000' });
  expect(await told({ answer, record: () => listing() })).toMatchObject({ state: 'succeeded', sent: 2 });
});
