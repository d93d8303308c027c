// Records of look-ups that show one thing wrong, through a whole engine: what such a record decides, how often the
// operation is sent, and what is known of the payment afterwards.
import { describe, expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { answered, json } from '#support/records.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aTill, amountOf, bodyOf, lost, ok, terminalCommand } from '#support/till.ts';

const hourMs = 3_600_000;

/** A time before the clock of these tests begins. */
const before = (ms: number) => new Date(new FakeClock().wallMs() - ms).toISOString();

/** What becomes of an operation whose answer is `answer`, where its look-up shows `record`. */
async function lookedUp(
  kind: string,
  input: JsonObject,
  record: (refNr: string) => JsonObject,
  answer: GatewayAnswer = lost,
) {
  let refNr = '';
  const till = await aTill({
    answer: ({ method, body }) => {
      if (method === 'GET') return ok(record(refNr));
      refNr = textAt(bodyOf(body), 'refNr') ?? '';
      return answer;
    },
  });
  const { id } = await till.submit(kind, input);
  await till.clock.advance(12 * hourMs);
  const { state, doubt } = till.operation(id);
  return { till, state, doubt, sent: till.posts().length };
}

const order = { refNr: 'ORDER-7', amount: amountOf(1_000) };
const sale = terminalCommand('SALE', 'ORDER-7', order);

describe('a sale whose answer was lost', () => {
  const listing = (...transactions: readonly JsonObject[]) =>
    lookedUp('cloud-pos', terminalCommand('SALE', 'S-1'), (refNr) => ({
      payId: 'P1',
      transId: 'S-1',
      refNr,
      status: 'OK',
      amount: amountOf(1_000),
      transactions: transactions.map((each) => ({ type: 'SALE', status: 'OK', amount: amountOf(1_000), ...each })),
    }));

  it.each<[string, JsonObject]>([
    ['was refused', { status: 'DECLINED' }],
    ['was refused beside its good word', { result: 'DECLINED' }],
    ['was refused by the host’s code', { hostResponseCode: '05' }],
    ['gave money back', { amount: amountOf(-1_000) }],
  ])('is left to a person where the only entry of its list says that it %s', async (_, entry) => {
    expect(await listing(entry)).toMatchObject({ state: 'needs-person', sent: 1 });
  });

  it('is left to a person where a negative entry gives all of it back', async () => {
    expect(await listing({ xId: 'X-1' }, { xId: 'X-2', amount: amountOf(-1_000) })).toMatchObject({
      state: 'needs-person',
    });
  });

  it.each<[string, JsonObject]>([
    ['a try was refused before', { xId: 'X-0', status: 'DECLINED' }],
    ['it may be reversed', { xId: 'X-0', type: 'REVERSIBLE_SALE', status: 'DECLINED' }],
  ])('is done where %s', async (_, entry) => {
    expect(await listing(entry, { xId: 'X-1' })).toMatchObject({ state: 'succeeded' });
  });
});

describe('what a list gives back', () => {
  async function refundable(entries: readonly JsonObject[], more: JsonObject = {}) {
    const done = { type: 'SALE', status: 'OK', amount: amountOf(1_000) };
    const operations = [done, ...entries.map((each) => ({ status: 'OK', ...each }))];
    const record = { payId: 'P1', status: 'CAPTURED', amount: amountOf(1_000), ...more, operations };
    const till = await aTill({ answer: ({ method }) => (method === 'GET' ? ok(record) : lost) });
    const asked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await asked;
    return till.store.payment('env', 'P1');
  }

  it.each<[string, JsonObject, JsonObject?]>([
    ['as a negative sale', { type: 'SALE', amount: amountOf(-600) }],
    ['as a negative sum', { amount: -600 }],
    ['in digits', { amount: '-600' }],
    ['as a negative refund', { type: 'REFUND', amount: amountOf(-600) }],
    [
      'beside a total of nothing',
      { type: 'REFUND', amount: amountOf(600) },
      { totals: { captured: 1_000, refunded: 0 } },
    ],
  ])('is given back: %s', async (_, entry, more = {}) => {
    const totals = { totals: { authorized: 1_000, captured: 1_000 } };
    expect(await refundable([entry], { ...totals, ...more })).toMatchObject({ captured: 1_000, refunded: 600 });
  });

  it('is not taken back as a whole where a negative reversal is of a part', async () => {
    const seen = await refundable([{ type: 'REVERSAL', amount: amountOf(-600) }], { totals: { authorized: 1_000 } });
    expect(seen).toMatchObject({ reversed: false });
  });
});

describe('a reversal whose answer was lost', () => {
  /** P1 is reversed before, which shows that look-ups show reversals; P2 lists what was asked for on it, and `status`. */
  async function reversed(listed: (refNr: string) => JsonObject) {
    const references: string[] = [];
    let isReversed = false;
    const till = await aTill({
      answer: ({ method, path, body }) => {
        const isFirst = path.includes('P1');
        const status = isReversed ? 'REVERSED' : 'AUTHORIZED';
        if (method === 'GET' && isFirst) return ok({ payId: 'P1', status, amount: amountOf(1_000) });
        if (method === 'GET') {
          const first = { type: 'AUTHORIZATION', refNr: 'ORDER-1', status: 'AUTHORIZED', amount: amountOf(1_000) };
          const operations = [first, ...references.map(listed)];
          return ok({ payId: 'P2', status: 'AUTHORIZED', amount: amountOf(1_000), operations });
        }
        isReversed ||= isFirst;
        if (isFirst) return ok({ status: 'REVERSED', responseCode: '00000000', payId: 'P1' });
        references.push(textAt(bodyOf(body), 'refNr') ?? '');
        return lost;
      },
    });
    await till.submit('reverse', { payId: 'P1' });
    await till.clock.advance(hourMs);
    const { id } = await till.submit('reverse', { payId: 'P2' });
    await till.clock.advance(12 * hourMs);
    return { state: till.operation(id).state, sent: references.length };
  }

  const entry = { type: 'REVERSAL', status: 'REVERSED', amount: amountOf(1_000) };

  it('is done where the list says so of its own entry, whatever the status of the payment', async () => {
    expect(await reversed((refNr) => ({ ...entry, refNr }))).toEqual({ state: 'succeeded', sent: 1 });
  });

  it.each([
    ['is open', (refNr: string) => ({ ...entry, refNr, status: 'PENDING' })],
    ['has a status that nobody knows', (refNr: string) => ({ ...entry, refNr, status: 'ODD' })],
    ['has a status that may be the payment’s', (refNr: string) => ({ ...entry, refNr, status: 'CANCELLED' })],
    ['names no reference', () => entry],
    ['names no reference and is of an unknown kind', () => ({ ...entry, type: null })],
  ])('is not sent again while an entry that may be its own %s', async (_, listed) => {
    const { state, sent } = await reversed(listed);
    expect([sent, ['pending', 'unknown', 'needs-person'].includes(state)]).toEqual([1, true]);
  });

  it('is sent again where only somebody else’s reversal of a part is listed', async () => {
    const { sent } = await reversed(() => ({ ...entry, refNr: 'ORDER-9', amount: amountOf(100) }));
    expect(sent).toBe(7);
  });
});

describe('a record that is older than the sending', () => {
  const shown = { payId: 'P1', transId: 'ORDER-7', refNr: 'ORDER-7', amount: amountOf(1_000) };
  const old = { ...shown, creationDate: before(24 * hourMs) };

  it.each([
    ['sale', 'cloud-pos', sale, { ...old, posTerminalId: 'T1', status: 'CAPTURED' }],
    ['sale, of which it names no terminal', 'cloud-pos', sale, { ...old, status: 'CAPTURED' }],
    ['credit', 'cloud-pos', terminalCommand('CREDIT', 'ORDER-7', order), { ...old, status: 'OK' }],
  ])('is not that of the %s with the same order number', async (_, kind, input, record) => {
    expect(await lookedUp(kind, input, () => record)).toMatchObject({ state: 'needs-person', sent: 1 });
  });

  it('is not that of the sale either where it shows the reference that the bridge made', async () => {
    const record = (refNr: string) => ({ ...old, refNr, status: 'CAPTURED' });
    const input = terminalCommand('SALE', 'ORDER-7', { amount: amountOf(1_000) });
    expect(await lookedUp('cloud-pos', input, record)).toMatchObject({ state: 'needs-person', sent: 1 });
  });

  it('is that of the sale where the clocks differ by less than the tolerance', async () => {
    const record = { ...shown, creationDate: before(10 * 60_000), posTerminalId: 'T1', status: 'CAPTURED' };
    expect(await lookedUp('cloud-pos', sale, () => record)).toMatchObject({ state: 'succeeded' });
  });
});

describe('an amount that cannot be read', () => {
  const unreadable = [-1_000, -99_999, '10.00', '1e3', 1e17, 10.5, true, [1_000], ''];

  it.each(unreadable)('is another one than was asked for in the record of a sale: %j', async (value) => {
    const shown = { payId: 'P1', transId: 'ORDER-7', posTerminalId: 'T1', status: 'OK' };
    for (const sums of [
      { amount: { value, currency: 'EUR' } },
      { amount: amountOf(1_000), totals: { captured: value } },
    ]) {
      const record = (refNr: string) => ({ ...shown, refNr, ...sums });
      expect(await lookedUp('cloud-pos', sale, record)).toMatchObject({ state: 'needs-person', sent: 1 });
    }
  });

  it.each(unreadable)('is another one in the list of a payment: %j', async (value) => {
    const entry = { type: 'REFUND', status: 'OK', amount: { value, currency: 'EUR' } };
    const record = (refNr: string) => ({ payId: 'P1', status: 'CAPTURED', operations: [{ ...entry, refNr }] });
    const wish = { payId: 'P1', transId: 'R-1', amount: amountOf(1_000) };
    expect(await lookedUp('refund', wish, record)).toMatchObject({
      state: 'needs-person',
      doubt: 'contradiction',
      sent: 1,
    });
  });

  it.each([99_999, '99999'])('is none that stands beside its currency: %j', async (amount) => {
    const entry = { type: 'REFUND', status: 'OK', amount, currency: 'EUR' };
    const record = (refNr: string) => ({ payId: 'P1', status: 'CAPTURED', operations: [{ ...entry, refNr }] });
    const wish = { payId: 'P1', transId: 'R-1', amount: amountOf(1_000) };
    expect(await lookedUp('refund', wish, record)).toMatchObject({ doubt: 'contradiction', sent: 1 });
  });

  it.each(['1000', ' 1000 ', 1_000])('is none that is written in digits: %j', async (value) => {
    const entry = { type: 'REFUND', status: 'OK', amount: { value, currency: 'eur' } };
    const record = (refNr: string) => ({ payId: 'P1', status: 'CAPTURED', operations: [{ ...entry, refNr }] });
    const wish = { payId: 'P1', transId: 'R-1', amount: amountOf(1_000) };
    expect(await lookedUp('refund', wish, record)).toMatchObject({ state: 'succeeded', sent: 1 });
  });

  it('does not rule out that an entry is the operation', async () => {
    const stranger = { type: 'AUTHORIZATION', refNr: 'W-1', transId: 'W-1', status: 'OK' };
    const entry = { type: 'REFUND', status: 'PENDING', amount: { value: '10.00' } };
    const record = () => ({ payId: 'P1', status: 'CAPTURED', operations: [stranger, entry] });
    const wish = { payId: 'P1', transId: 'R-1', amount: amountOf(1_000) };
    expect(await lookedUp('refund', wish, record)).toMatchObject({ state: 'unknown', sent: 1 });
  });
});

describe('an entry in the list of a payment', () => {
  const wish = { payId: 'P1', transId: 'R-1', amount: amountOf(1_000) };
  const entry = { type: 'REFUND', status: 'OK', amount: amountOf(1_000) };
  const listed = (change: JsonObject) => (refNr: string) => ({
    payId: 'P1',
    status: 'CAPTURED',
    operations: [{ ...entry, refNr, ...change }],
  });

  it.each<[JsonObject]>([
    [{ responseCode: '22000001' }],
    [{ ResponseCode: '42000001' }],
    [{ responseCode: '05' }],
    [{ success: false }],
    [{ declined: 'true' }],
    [{ error: { text: 'no money' } }],
    [{ responseDescription: 'declined by the host' }],
    [{ card: { status: 'FAILED' } }],
    [{ Status: 'FAILED' }],
  ])('is not done where it shows %j beside a good status', async (change) => {
    const { state, sent } = await lookedUp('refund', wish, listed(change));
    expect([state, sent]).toEqual(['needs-person', 1]);
  });

  it.each<[JsonObject]>([[{ responseCode: '00000000' }], [{ responseCode: '42000001' }], [{ card: { status: 'OK' } }]])(
    'is not refused where it shows %j beside a bad status',
    async (change) => {
      const { state, sent } = await lookedUp('refund', wish, listed({ status: 'FAILED', ...change }));
      expect([state, sent]).toEqual(['needs-person', 1]);
    },
  );

  it.each<[JsonObject, string]>([
    [{ responseCode: '00000000', success: true, responseDescription: 'success' }, 'succeeded'],
    [{ status: 'FAILED', responseCode: '22000001', success: false, error: 'no money' }, 'failed'],
  ])('that shows %j all through is %s', async (change, state) => {
    expect(await lookedUp('refund', wish, listed(change))).toMatchObject({ state, sent: 1 });
  });

  it('is read in any capitals', async () => {
    const capitals = (Status: string, Value: number) => (refNr: string) => ({
      payId: 'P1',
      status: 'CAPTURED',
      operations: [{ Type: 'REFUND', RefNr: refNr, Status, Amount: { Value, Currency: 'EUR' } }],
    });
    expect(await lookedUp('refund', wish, capitals('OK', 1_000))).toMatchObject({ state: 'succeeded', sent: 1 });
    expect(await lookedUp('refund', wish, capitals('OK', 9_000))).toMatchObject({ doubt: 'contradiction', sent: 1 });
    expect(await lookedUp('refund', wish, capitals('FAILED', 1_000))).toMatchObject({ state: 'failed', sent: 1 });
  });

  it('is not the operation where it is older, and shows no more than an order number', async () => {
    const old = { refNr: 'ORDER-7', transId: 'ORDER-7', creationDate: before(24 * hourMs) };
    const asked = { ...wish, refNr: 'ORDER-7', transId: 'ORDER-7' };
    expect(await lookedUp('refund', asked, listed(old))).toMatchObject({ state: 'needs-person' });
    const now = { ...old, creationDate: before(0) };
    expect(await lookedUp('refund', asked, listed(now))).toMatchObject({ state: 'succeeded', sent: 1 });
  });
});

describe('a look-up that shows another payment than it was asked for', () => {
  const other = {
    payId: 'P2',
    transId: 'S-0',
    status: 'CAPTURED',
    amount: amountOf(5_000),
    totals: { authorized: 5_000, captured: 5_000, refunded: 1_000 },
  };
  const wish = { payId: 'P1', transId: 'R-1', amount: amountOf(1_000) };

  it('decides nothing, and is not noted', async () => {
    const entry = { type: 'REFUND', status: 'OK', amount: amountOf(1_000) };
    // Before the refund is sent, the look-up shows the payment itself.
    const record = (refNr: string) =>
      refNr === '' ? { ...other, payId: 'P1' } : { ...other, operations: [{ ...entry, refNr }] };
    const { till, state } = await lookedUp('refund', wish, record);
    expect(state).toBe('needs-person');
    expect(till.store.payment(till.environment.id, 'P2')).toBeNull();
  });

  it('is not told to a caller who asks, and not noted', async () => {
    const till = await aTill({ answer: () => ok(other) });
    const asked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    expect(await asked).toMatchObject({ type: 'refused', refusal: { code: 'gateway-unclear' } });
    expect(till.store.payment(till.environment.id, 'P2')).toBeNull();
  });

  it('is believed where it was asked for by the transId of a later operation', async () => {
    const till = await aTill({ answer: () => ok(other) });
    const asked = till.engine.payment({ by: 'transId', id: 'R-1' });
    await till.clock.advance(0);
    expect(await asked).toMatchObject({ type: 'found' });
    expect(till.store.payment(till.environment.id, 'P2')).toMatchObject({ transId: 'S-0' });
  });

  it('is another’s where an answer told the payId of ours', async () => {
    const record = (refNr: string) => ({ ...other, transId: 'ORDER-7', refNr, amount: amountOf(1_000), totals: null });
    const open = answered(202, json({ payId: 'P1', status: 'PENDING' }));
    const { state } = await lookedUp('cloud-pos', sale, record, open);
    expect(state).not.toBe('succeeded');
    expect((await lookedUp('cloud-pos', sale, (refNr) => ({ ...record(refNr), payId: 'P1' }), open)).state).toBe(
      'succeeded',
    );
  });
});

describe('a list that shows xIds and no references', () => {
  const open = answered(202, json({ status: 'PENDING', responseCode: '60000000', payId: 'P1', xId: 'X1' }));
  const record = (type: string, status: string) => () => ({
    payId: 'P1',
    status: 'CAPTURED',
    operations: [
      { type: 'AUTHORIZATION', xId: 'X0', status: 'AUTHORIZED', amount: amountOf(1_000) },
      { type, xId: 'X1', status, amount: amountOf(1_000) },
    ],
  });
  const wish = { payId: 'P1', transId: 'C-1', amount: amountOf(1_000) };

  it.each([
    ['CAPTURE', 'CAPTURED', 'succeeded'],
    ['CAPTURE', 'PENDING', 'pending'],
    ['CAPTURE', 'FAILED', 'failed'],
    ['REFUND', 'OK', 'needs-person'],
  ])('shows the operation by the xId of its answer, as %s with status %s: %s', async (type, status, state) => {
    expect(await lookedUp('capture', wish, record(type, status), open)).toMatchObject({ state, sent: 1 });
  });
});

describe('the captures of a payment that a look-up lists', () => {
  async function counted(operations: JsonObject[]) {
    const totals = { authorized: 5_000, captured: 5_000, refunded: 0 };
    const till = await aTill({
      answer: () => ok({ payId: 'P1', status: 'CAPTURED', amount: amountOf(5_000), totals, operations }),
    });
    const asked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await asked;
    return till.store.payment(till.environment.id, 'P1')?.captureCount;
  }

  const captures = (types: readonly string[], status: string) =>
    types.map((type) => ({ type, status, amount: amountOf(2_500) }));

  it.each([
    [['CAPTURE', 'CAPTURE'], 'OK', 2],
    [['PARTIAL_CAPTURE', 'FinalCapture'], 'CAPTURED', 2],
    [['AUTHORIZATION', 'CAPTURE_REVERSAL'], 'OK', 0],
    [['CAPTURE', 'CAPTURE'], 'DECLINED', 0],
    [['CAPTURE', 'CAPTURE'], 'PENDING', 0],
  ])(
    'are those that were carried out, whatever they are called: %j with status %s are %i',
    async (types, status, n) => {
      expect(await counted(captures(types, status))).toBe(n);
    },
  );
});

describe('a record that is refused at first', () => {
  const operations = (entry: JsonObject) => (shown: JsonObject) => ({
    payId: 'P1',
    status: 'CAPTURED',
    operations: [{ ...entry, ...shown }],
  });
  const made = { payId: 'P9', transId: 'ORDER-7', amount: amountOf(1_000) };
  const atTerminal = (shown: JsonObject) => ({ ...made, posTerminalId: 'T1', ...shown });
  const elsewhere = (shown: JsonObject) => ({ ...made, ...shown });
  const onP1 = { payId: 'P1', transId: 'ORDER-7', amount: amountOf(1_000) };
  const card = { pseudoCardNumber: 'PCN-A' };

  it.each<[string, string, JsonObject, (shown: JsonObject) => JsonObject, number]>([
    ['sale', 'cloud-pos', terminalCommand('SALE', 'ORDER-7', { amount: amountOf(1_000) }), atTerminal, 100],
    ['credit', 'cloud-pos', terminalCommand('CREDIT', 'ORDER-7', { amount: amountOf(1_000) }), atTerminal, 100],
    [
      'direct payment',
      'create-payment',
      {
        transId: 'ORDER-7',
        amount: amountOf(1_000),
        paymentMethods: { integrationType: 'DIRECT', type: 'CARD', card },
      },
      elsewhere,
      50,
    ],
    ['refund', 'refund', onP1, operations({ type: 'REFUND', amount: amountOf(1_000) }), 50],
    ['capture', 'capture', onP1, operations({ type: 'CAPTURE', amount: amountOf(1_000) }), 50],
  ])('%s: it may be carried out until its time is over', async (_, kind, input, record, seconds) => {
    for (const isDone of [true, false]) {
      let refNr = '';
      let shown: JsonObject = { status: 'FAILED', responseCode: '20000051' };
      const till = await aTill({
        answer: ({ method, body }) => {
          if (method === 'GET') return ok(record({ ...shown, refNr }));
          refNr = textAt(bodyOf(body), 'refNr') ?? '';
          return lost;
        },
      });
      const { id } = await till.submit(kind, input);
      await till.clock.advance(seconds * 1_000);
      expect(till.operation(id).state).toBe('unknown');
      if (isDone) shown = { status: 'OK', responseCode: '00000000' };
      await till.clock.advance(12 * hourMs);
      expect(till.operation(id).state).toBe(isDone ? 'succeeded' : 'failed');
      expect(till.posts()).toHaveLength(1);
    }
  });
});

describe('a sale of which a look-up lists what others gave back, and shows no sums', () => {
  const listed = (type: string, value: number | null, more: JsonObject = {}) => ({
    type,
    refNr: 'BACK-OFFICE',
    status: 'OK',
    ...(value === null ? {} : { amount: amountOf(value) }),
    ...more,
  });

  it.each<[string, JsonObject[], string | null]>([
    ['a refund of a part', [listed('REFUND', 700)], 'refund-exceeds-captured'],
    ['two refunds', [listed('REFUND', 300), listed('REFUND', 400)], 'refund-exceeds-captured'],
    ['a refund that was refused', [listed('REFUND', 700, { status: 'FAILED' })], null],
    ['a refund that leaves enough', [listed('REFUND', 500)], null],
    ['one refund twice', [listed('REFUND', 400, { xId: 'X9' }), listed('REFUND', 400, { xId: 'X9' })], null],
    ['a reversal', [listed('REVERSAL', 1_000)], 'payment-reversed'],
    ['a reversal without a sum', [listed('VOID', null)], 'payment-reversed'],
    ['a reversal that was refused', [listed('REVERSAL', 1_000, { status: 'FAILED' })], null],
    ['a reversal of a part', [listed('REVERSAL', 300)], null],
    ['the try before it taken back', [listed('SALE', 1_000), listed('VOID', 1_000)], null],
  ])('%s: no more is given back than is left', async (_, others, refusal) => {
    const till = await aTill({
      answer: ({ method, body }) => {
        const sent = method === 'GET' ? {} : bodyOf(body);
        const shown = { payId: 'P1', status: 'CAPTURED', amount: amountOf(1_000) };
        if (method !== 'GET') return ok({ ...sent, payId: 'P1', status: 'OK', traceNr: '7', approvalCode: '654321' });
        return ok({ ...shown, operations: [listed('SALE', 1_000, { refNr: 'OURS' }), ...others] });
      },
    });
    await till.submit('cloud-pos', terminalCommand('SALE', 'ORDER-7', { amount: amountOf(1_000) }));
    await till.engine.payment({ by: 'payId', id: 'P1' });
    const wish = { payId: 'P1', transId: 'R-1', amount: amountOf(500) };
    if (refusal === null) expect((await till.submit('refund', wish)).state).toBe('succeeded');
    else expect(await till.refused('refund', wish)).toBe(refusal);
  });
});
