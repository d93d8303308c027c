// What a gateway once showed of an operation keeps it from being sent again, whatever later look-ups show: gateways with
// keys that are processed again while open, copies of records that lag, and lists that are shown in parts.
import { describe, expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { answered, json } from '#support/records.ts';
import { share } from '#support/share.ts';
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
      if (method === 'GET' && sent === 0) return answered(404, json({ title: 'not found' }));
      if (method === 'GET') {
        const shown = record({ refNr, asked, wallMs: till.clock.wallMs() });
        asked += 1;
        return 'type' in shown && shown['type'] === 'response' ? (shown as GatewayAnswer) : ok(shown);
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

const worked = (['refund', 'capture'] as const).slice(0, share({ small: 1, large: 2 }));

describe.each(worked)('a %s that is still being worked on', (kind) => {
  const nothing = () => listing();
  it.each<[string, number, JsonObject]>([
    ['500 with a code that says that a final status follows', 500, { responseCode: '60000001' }],
    ['503 with a status that is open', 503, { status: 'PENDING' }],
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

it('an error of the server, whose body is the specified one, is looked up, and sent again with the same key', async () => {
  const answer = (sent: number) =>
    sent === 1
      ? answered(500, json({ responseCode: '20010001', responseDescription: 'internal error' }))
      : ok({ payId: 'P1', status: 'OK', responseCode: '00000000' });
  expect(await told({ answer, record: () => listing() })).toMatchObject({ state: 'succeeded', sent: 2 });
});

it.each([
  [500, { responseCode: '40010001', responseDescription: 'internal error' }],
  [502, { responseCode: '40010001' }],
  [503, { error: { responseCode: '40010001' } }],
  [422, { responseCode: '40010001' }],
])('what speaks of lost data (4…) with HTTP %i is not sent again by itself', async (status, body) => {
  const answer = (sent: number) =>
    sent === 1 ? answered(status, json(body)) : ok({ payId: 'P1', status: 'OK', responseCode: '00000000' });
  expect(await told({ answer, record: () => listing() })).toMatchObject({ state: 'needs-person', sent: 1 });
});

/** The shape that public clients of the gateway rely on: sums within the amount, and no list. */
const summed = (status: string, value: number, capturedValue: number, refundedValue: number): JsonObject => ({
  payId: 'P1',
  transId: 'BASE',
  status,
  responseCode: '00000000',
  amount: { value, currency: 'EUR', capturedValue, refundedValue },
});

describe('sums of a record without a list', () => {
  it.each<[string, 'refund' | 'capture', JsonObject]>([
    ['a refund of which as much is given back', 'refund', summed('OK', 900, 900, 300)],
    ['a refund of which more is given back', 'refund', summed('OK', 900, 900, 450)],
    ['a refund where all was given back', 'refund', summed('REFUNDED', 300, 300, 300)],
    ['a refund of which too little is left', 'refund', summed('OK', 400, 400, 200)],
    ['a refund of more than was captured', 'refund', summed('OK', 900, 200, 0)],
    ['a refund where only the status says so', 'refund', { payId: 'P1', status: 'REFUNDED', amount: amountOf(300) }],
    ['a capture of as much', 'capture', summed('AUTHORIZED', 900, 300, 0)],
    ['a capture of all', 'capture', summed('CAPTURED', 300, 300, 0)],
    ['a capture of which too little is left', 'capture', summed('AUTHORIZED', 400, 200, 0)],
    ['a capture where only the status says so', 'capture', { payId: 'P1', status: 'CAPTURED', amount: amountOf(300) }],
  ])('that may show %s: it is not sent again, and a person is told why', async (_, kind, record) => {
    expect(await told({ kind, record: () => record })).toEqual({
      state: 'needs-person',
      doubt: 'sums-may-show-it',
      sent: 1,
    });
  });

  it('that showed it once keep it from being sent, whatever a copy shows later', async () => {
    const record = ({ asked }: Shown) => summed('OK', 900, 900, asked === 1 ? 300 : 0);
    expect(await told({ record })).toMatchObject({ state: 'needs-person', sent: 1 });
  });

  it('and a list of other names, that show it in a sum', async () => {
    const record = ({ refNr }: Shown) => ({ ...summed('OK', 900, 900, 300), refunds: [entryOf('refund', refNr)] });
    expect(await told({ record })).toMatchObject({ state: 'needs-person', sent: 1 });
  });

  const resent = (sent: number) => (sent === 1 ? lost : ok({ payId: 'P1', status: 'OK', responseCode: '00000000' }));

  it.each<[string, 'refund' | 'capture', JsonObject]>([
    ['a refund', 'refund', summed('OK', 900, 900, 0)],
    ['a refund beside another’s of less', 'refund', summed('OK', 900, 900, 100)],
    ['a capture', 'capture', summed('AUTHORIZED', 900, 0, 0)],
    ['a capture beside another’s of less', 'capture', summed('AUTHORIZED', 900, 100, 0)],
  ])('that do not show it let %s be sent again with its key', async (_, kind, record) => {
    expect(await told({ kind, answer: resent, record: () => record })).toMatchObject({ state: 'succeeded', sent: 2 });
  });

  it('that a list explains let a refund be sent again with its key', async () => {
    const others = { type: 'REFUND', refNr: 'W-2', transId: 'W-2', amount: amountOf(400), status: 'OK' };
    const record = { ...summed('OK', 900, 900, 400), operations: [stranger, others] };
    expect(await told({ answer: resent, record: () => record })).toMatchObject({ state: 'succeeded', sent: 2 });
  });

  it('that a list explains to the last cent let a capture be sent again with its key', async () => {
    const others = { type: 'CAPTURE', refNr: 'W-2', transId: 'W-2', amount: amountOf(900), status: 'OK' };
    const record = { ...summed('CAPTURED', 900, 900, 0), operations: [stranger, others] };
    expect(await told({ kind: 'capture', answer: resent, record: () => record })).toMatchObject({ sent: 2 });
  });

  it('that were there before it was sent let a refund be sent again with its key', async () => {
    let isLost = false;
    let refunded = 300;
    const till = await aTill({
      answer: ({ method }) => {
        if (method === 'GET') return ok(summed('OK', 1_500, 1_500, refunded));
        if (isLost) {
          isLost = false;
          return lost;
        }
        refunded += 300;
        return ok({ payId: 'P1', status: 'OK', responseCode: '00000000' });
      },
    });
    const sale = { messageType: 'SALE', transId: 'BASE', posTerminalId: 'T1', amount: amountOf(1_500) };
    refunded = 0;
    till.gateway.answer = (
      (before) => (request) =>
        request.path.includes('cloudpos')
          ? ok({
              payId: 'P1',
              transId: 'BASE',
              status: 'OK',
              responseCode: '00000000',
              traceNr: '17',
              amount: amountOf(1_500),
            })
          : before(request)
    )(till.gateway.answer);
    await till.submit('cloud-pos', sale);
    const first = await till.submit('refund', { ...inputs.refund, transId: 'R-0' });
    expect(first.state).toBe('succeeded');
    isLost = true;
    const { id } = await till.submit('refund', inputs.refund);
    await till.clock.advance(3 * hourMs);
    expect(till.operation(id).state).toBe('succeeded');
    expect(till.posts()).toHaveLength(4);
  });
});

describe('an entry with the own number and sum, and no reference', () => {
  const entry = { type: 'REFUND', xId: 'XE', transId: 'R-1', amount: amountOf(300), status: 'OK' };
  const at = (ms: number) => new Date(ms).toISOString();
  it.each<[string, (wallMs: number) => JsonObject]>([
    ['from a clock that is 40 s behind', (wallMs) => ({ creationDate: at(wallMs - 40_000) })],
    ['in local time an hour behind', (wallMs) => ({ creationDate: at(wallMs - hourMs).slice(0, 19) })],
    ['without a time', () => ({})],
  ])('%s: the refund is not sent again, and not done by it', async (_, time) => {
    let sentMs = 0;
    const record = ({ wallMs, asked }: Shown) => {
      if (asked === 0) sentMs = wallMs;
      return listing({ ...entry, ...time(sentMs) });
    };
    expect(await told({ record })).toMatchObject({ state: 'needs-person', sent: 1 });
  });

  it.each<[string, JsonObject]>([
    ['of weeks ago', { creationDate: at(new FakeClock().wallMs() - 500 * hourMs) }],
    ['under another reference', { refNr: 'THEIRS-7' }],
    ['with another sum', { amount: amountOf(301) }],
    ['with another number', { transId: 'R-2' }],
    ['of another kind', { type: 'CAPTURE' }],
  ])('%s is another’s: the refund is sent again with its key', async (_, change) => {
    const answer = (sent: number) => (sent === 1 ? lost : ok({ payId: 'P1', status: 'OK', responseCode: '00000000' }));
    const record = () => listing({ ...entry, ...change });
    expect(await told({ answer, record })).toMatchObject({ state: 'succeeded', sent: 2 });
  });
});

describe('a list that is not whole', () => {
  it.each<[string, JsonObject]>([
    ['says that there is more', { ...listing(), hasMore: true }],
    ['says so in other capitals', { ...listing(), HasMore: 'true' }],
    ['is the first page of two', { ...listing(), page: 1, totalNumberOfPages: 2 }],
    ['is empty and has pages', { ...base, operations: [], totalPages: 3 }],
    ['names a next page', { ...listing(), _links: { next: { href: '/next' } } }],
    ['names a next page beside it', { ...listing(), next: 'https://gateway.example/next' }],
    ['has a cursor', { ...listing(), pagination: { nextCursor: 'abc' } }],
    ['is a map', { ...base, operations: { x1: stranger } }],
    ['holds what is no entry', { ...base, operations: [stranger, 'R-1'] }],
  ])('because it %s proves nothing absent: nothing is sent again', async (_, record) => {
    expect(await told({ record: () => record })).toMatchObject({ state: 'needs-person', sent: 1 });
  });

  it.each<[string, JsonObject]>([
    ['says that there is no more', { ...listing(), hasMore: false, next: null, _links: { next: null, self: {} } }],
    ['is the only page', { ...listing(), page: 1, totalNumberOfPages: 1 }],
  ])('but where it %s a refund is sent again with its key', async (_, record) => {
    const answer = (sent: number) => (sent === 1 ? lost : ok({ payId: 'P1', status: 'OK', responseCode: '00000000' }));
    expect(await told({ answer, record: () => record })).toMatchObject({ state: 'succeeded', sent: 2 });
  });

  it('still shows what it shows', async () => {
    const record = ({ refNr }: Shown) => ({ ...listing({ ...entryOf('refund', refNr), status: 'OK' }), hasMore: true });
    expect(await told({ record })).toMatchObject({ state: 'succeeded', sent: 1 });
  });
});

describe('two entries of one sending', () => {
  const mine = (refNr: string, xId: string) => ({ ...entryOf('refund', refNr), xId, status: 'OK' });

  it('with ids of their own are money that moved twice: a person is told', async () => {
    const record = ({ refNr }: Shown) => listing(mine(refNr, 'X1'), mine(refNr, 'X2'));
    expect(await told({ record })).toMatchObject({ state: 'needs-person', doubt: 'contradiction', sent: 1 });
  });

  it('with one id, or with one that was refused, are one refund', async () => {
    const twice = ({ refNr }: Shown) => listing(mine(refNr, 'X1'), mine(refNr, 'X1'));
    expect(await told({ record: twice })).toMatchObject({ state: 'succeeded', sent: 1 });
    const refused = ({ refNr }: Shown) => listing({ ...mine(refNr, 'X1'), status: 'FAILED' }, mine(refNr, 'X2'));
    expect(await told({ record: refused })).toMatchObject({ state: 'succeeded', sent: 1 });
  });
});

describe('a refund that its record shows in an unusual way is not sent again', () => {
  const paid = { ...base, amount: { ...amountOf(900), capturedValue: 900 } };
  const refund = (refNr: string) => ({ ...entryOf('refund', refNr), xId: 'X1', status: 'OK' });
  const inCapitals = (entry: JsonObject) =>
    Object.fromEntries(Object.entries(entry).map(([name, value]) => [name.toUpperCase(), value]));

  it.each<[string, (shown: Shown) => JsonObject, readonly string[]]>([
    ['in major units', () => ({ ...paid, amount: { ...paid.amount, refundedValue: '3.00' } }), ['needs-person']],
    ['as less than nothing', () => ({ ...paid, amount: { ...paid.amount, refundedValue: -300 } }), ['needs-person']],
    [
      'in a list in capitals',
      ({ refNr }) => ({ ...paid, OPERATIONS: [inCapitals(stranger), inCapitals(refund(refNr))] }),
      ['succeeded'],
    ],
    [
      'in the second of two lists',
      ({ refNr }) => ({ ...listing(), history: [stranger, refund(refNr)] }),
      ['succeeded'],
    ],
    ['in a list of refunds', ({ refNr }) => ({ ...listing(), refunds: [refund(refNr)] }), ['succeeded']],
    ['in a list of refunds alone', ({ refNr }) => ({ ...paid, refunds: [refund(refNr)] }), ['succeeded']],
    ['in a list of others alone', () => ({ ...paid, refunds: [refund('W-2')] }), ['needs-person']],
    [
      'in its sums, beside an earlier one that is listed twice',
      () => {
        const earlier = { ...refund('W-2'), transId: 'W-2' };
        return { ...listing(earlier, earlier), amount: { ...paid.amount, refundedValue: 600 } };
      },
      ['needs-person'],
    ],
  ])('%s', async (_, record, states) => {
    const { state, sent } = await told({ record });
    expect([sent, states.includes(state)]).toEqual([1, true]);
  });
});
