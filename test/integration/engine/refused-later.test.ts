// A refusal after an own sending that was lost, or that a look-up disproved, is never final by itself: it may mean that
// the lost one was carried out.
import { describe, expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { answered, json } from '#support/records.ts';
import { aTill, amountOf, bodyOf, lost, ok } from '#support/till.ts';

const hourMs = 3_600_000;
const refusedAs = (status: number, responseDescription: string): GatewayAnswer =>
  answered(status, json({ status: 'FAILED', responseCode: '21000500', responseDescription }));
const missing = answered(404, json({ title: 'Not Found' }));

/** P0 shows that look-ups show such operations; what is sent on P1 is lost once, then refused. */
async function refusedLater(kind: 'refund' | 'capture', refusal: GatewayAnswer, record: GatewayAnswer) {
  let shownRef = '';
  let sent = 0;
  const till = await aTill({
    answer: ({ method, path, body }) => {
      const isFirst = path.includes('P0');
      if (method === 'GET' && isFirst) {
        const operations = [{ type: kind.toUpperCase(), refNr: shownRef, amount: amountOf(300), status: 'OK' }];
        return ok({ payId: 'P0', status: 'CAPTURED', amount: amountOf(900), operations });
      }
      if (method === 'GET') return record;
      if (isFirst) {
        shownRef = textAt(bodyOf(body), 'refNr') ?? '';
        return ok({ payId: 'P0', status: 'OK', responseCode: '00000000' });
      }
      sent += 1;
      return sent === 1 ? lost : refusal;
    },
  });
  const input = (payId: string, transId: string): JsonObject => ({ payId, transId, amount: amountOf(300) });
  const first = await till.submit(kind, input('P0', 'R-0'));
  expect(first.state).toBe('succeeded');
  const { id } = await till.submit(kind, input('P1', 'R-1'));
  await till.clock.advance(4 * hourMs);
  return till.operation(id);
}

describe.each(['refund', 'capture'] as const)('a %s whose answer was lost and whose repetition is refused', (kind) => {
  it.each([
    ['422 "already done"', refusedAs(422, 'already done')],
    ['400', answered(400, json({ title: 'Bad Request' }))],
    ['410', answered(410, json({}))],
    ['404', missing],
    ['200 with a refusal', refusedAs(200, 'exceeds the sum')],
  ])('%s is not failed while look-ups find no such payment', async (_, refusal) => {
    expect(await refusedLater(kind, refusal, missing)).toMatchObject({ state: 'needs-person', failure: null });
  });
});
