// Records that callers read at the gateway: what comes back, what a refusal says, and that no card number passes.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { Connection } from '#core/gateway/connection.ts';
import { readRecord } from '#core/gateway/look-up.ts';
import type { GatewayAnswer, GatewayRequest } from '#core/ports/gateway.ts';
import { queries } from '#operations/index.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aPolicy, answered, json } from '#support/records.ts';

async function read(answer: GatewayAnswer, fields: { [name: string]: string } = { customerId: 'C-1' }) {
  const sent: GatewayRequest[] = [];
  const gateway = {
    send: async (request: GatewayRequest) => {
      sent.push(request);
      return answer;
    },
    probe: async () => true,
    renew: async () => 'same' as const,
  };
  const chance = { fraction: () => 0, operationId: () => 'op', hex128: () => '0'.repeat(32) };
  const connection = new Connection({ clock: new FakeClock(), chance, gateway, changed: () => {} });
  const outcome = await readRecord({ ports: { gateway, policy: aPolicy() }, connection }, queries.getCustomer, fields);
  connection.stop();
  return { outcome, sent };
}

const card: JsonObject = { last4Digits: '1111', pseudoCardNumber: '4111111111111111', note: 'was 4111 1111 1111 1111' };

describe('a record', () => {
  it('is asked for at its address and comes back as the gateway says', async () => {
    const { outcome, sent } = await read(answered(200, json({ id: 'C-1', more: [1] })));
    expect(outcome).toEqual({ type: 'found', record: { id: 'C-1', more: [1] } });
    expect(sent).toMatchObject([{ method: 'GET', path: '/customers/C-1', body: null, key: null }]);
  });

  it('holds a pseudo card number and the last four digits, never a card number', async () => {
    const { outcome } = await read(answered(200, json({ data: [card], number: 4_111_111_111_111_111 })));
    const masked = { ...card, note: 'was [card number removed]' };
    expect(outcome).toMatchObject({ record: { data: [masked], number: '[card number removed]' } });
  });

  it.each([
    [answered(404), 'customer-not-found'],
    [answered(400, json({ errors: { page: ['is too large'] } })), 'gateway-refused'],
    [answered(429), 'gateway-unclear'],
    [answered(500), 'gateway-unclear'],
    [answered(200, { type: 'cut' }), 'gateway-unclear'],
    [answered(401), 'credentials-refused'],
    [{ type: 'lost', reason: 'reset' } as const, 'offline'],
    [{ type: 'unsent', reason: 'no route' } as const, 'offline'],
  ])('that is answered with %j is refused as %s', async (answer, code) => {
    expect((await read(answer)).outcome).toMatchObject({ type: 'refused', refusal: { code } });
  });

  it('that the gateway refuses comes with its messages by field', async () => {
    const { outcome } = await read(answered(400, json({ title: 'Bad', errors: { page: ['is too large'] } })));
    expect(outcome).toMatchObject({ refusal: { errors: { page: ['is too large'] } } });
  });
});
