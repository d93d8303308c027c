// What a person is told of an answer that disagreed: the member, what it shows, what was asked for, and nothing personal.
import { describe, expect, it } from 'vitest';
import { disagreementOf } from '#core/answers/contradicted.ts';
import { decide } from '#core/sending/decide.ts';
import { judge } from '#core/recovery/judge.ts';
import { readAnswer } from '#core/answers/signals.ts';
import { cloudPos } from '#operations/cloud-pos.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { applyChange } from '#core/operation/change.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { aMoment, aSale, anAttempt, answered, json, startMs } from '../../support/records.ts';

const good = { status: 'OK', responseCode: '00000000', traceNr: '7', approvalCode: '123456' };
const sent = { ...aSale(), attempts: [anAttempt({})] };

function afterwards(answer: GatewayAnswer) {
  const signal = readAnswer(cloudPos, sent, answer, defaultAnswerReading);
  return applyChange(sent, decide(cloudPos, sent, signal, aMoment(startMs + 100)), startMs + 100);
}

describe('what disagrees', () => {
  it.each<[string, number, JsonObject, object]>([
    [
      'another currency',
      200,
      { ...good, amount: { value: 500, currency: 'USD' } },
      { member: 'currency', shown: '5.00 USD', asked: '5.00 EUR' },
    ],
    ['a good code in a refusal', 422, good, { member: 'responsecode', status: 422, shown: '00000000' }],
    ['a success with a 401', 401, { ...good, transId: 'T' }, { status: 401 }],
    [
      'another sum that was captured',
      200,
      { ...good, amount: { value: 500, currency: 'EUR', capturedValue: 9 } },
      { member: 'capturedValue', shown: '0.09 EUR', asked: '5.00 EUR' },
    ],
    [
      'a smaller sum at a place of its own',
      200,
      { ...good, card: { approvedAmount: { value: 300, currency: 'EUR' } } },
      { member: 'card.approvedamount', shown: '3.00 EUR', asked: '5.00 EUR' },
    ],
    ['a text, of which only the name is told', 200, { ...good, errorMessage: 'Sam' }, { member: 'errormessage' }],
  ])('%s', (_, status, body, expected) => {
    const record = afterwards(answered(status, json(body)));
    expect(record.state).toBe('unknown');
    expect(disagreementOf(record)).toMatchObject(expected);
    expect(JSON.stringify(disagreementOf(record))).not.toContain('Sam');
  });

  it('is told still when no look-up could tell', () => {
    const record = afterwards(answered(200, json({ ...good, amount: { value: 500, currency: 'USD' } })));
    const nowMs = startMs + 3_600_000;
    const evidence = {
      observation: 'absent',
      control: false,
      listed: false,
      partial: false,
      seen: null,
      sum: null,
      record: null,
      approved: null,
      retryAfterMs: 0,
      askedAtMs: nowMs,
    } as const;
    const change = judge(cloudPos, record, evidence, aMoment(nowMs));
    expect(change).toMatchObject({ state: 'needs-person', doubt: 'contradiction: currency' });
    expect(disagreementOf(applyChange(record, change, nowMs))).toMatchObject({
      shown: '5.00 USD',
      asked: '5.00 EUR',
    });
  });

  it('is nothing where nothing was said', () => {
    expect(disagreementOf({ ...sent, doubt: 'no-answer' })).toBeNull();
    expect(disagreementOf({ ...sent, doubt: 'contradiction' })).toBeNull();
  });
});
