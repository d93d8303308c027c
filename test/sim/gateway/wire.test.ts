// What the simulated gateway answers stays within what the specification and the design leave to a gateway.
import { describe, expect, it } from 'vitest';
import type { GatewayRequest } from '#core/ports/gateway.ts';
import type { SendFault } from '../coverage.ts';
import { Faults } from '../faults.ts';
import { Random } from '../random.ts';
import { Schedule } from '../schedule.ts';
import { webShopPayment } from './customers.ts';
import { characters } from './characters.ts';
import { Server } from './server.ts';
import { Wire } from './wire.ts';

describe('an answer without a body', () => {
  it('is given to what is done', async () => {
    const { send } = aGateway();
    expect(await send('C-1', 'empty')).toMatchObject({ status: 200, body: { type: 'empty' } });
  });

  it('is not given to what is open: without a body nothing could say so', async () => {
    const { send } = aGateway();
    const open = { status: 200, body: { type: 'json', value: { status: 'PENDING' } } };
    expect(await send('C-1', 'pending')).toMatchObject(open);
    expect(await send('C-1', 'empty')).toMatchObject(open);
  });
});

function aGateway() {
  const schedule = new Schedule();
  const random = new Random('wire');
  const server = new Server({ ...characters.honest, late: 0 }, schedule, random.fork('server'), () => {});
  const { payId } = webShopPayment(server.books, 'W-1', 1_000, 0);
  let fault: SendFault | null = null;
  const faults = new Faults(random.fork('faults'), new Set());
  faults.onSend = () => fault;
  const wire = new Wire({
    schedule,
    server,
    faults,
    random: random.fork('wire'),
    processingMs: 180_000,
    online: () => true,
    lives: () => true,
    sending: () => {},
    lookingUp: () => {},
    knownTrace: () => null,
    notedConflict: () => false,
    crowded: () => {},
    heard: () => {},
    trace: () => {},
  });
  const send = async (transId: string, next: SendFault) => {
    fault = next;
    const body = JSON.stringify({ transId, amount: { value: 500, currency: 'EUR' } });
    const answer = wire.send(capture(payId, body));
    // Up to the client's time-out, so that there is an answer in any case.
    const untilMs = schedule.nowMs + 30_000;
    for (let work = schedule.next(untilMs); work !== null; work = schedule.next(untilMs)) work();
    return answer;
  };
  return { send };
}

function capture(payId: string, body: string): GatewayRequest {
  const path = `/payments/${payId}/captures`;
  const key = '0'.repeat(32);
  return { method: 'POST', path, body, key, freshConnection: true, answerTimeoutMs: 30_000, mayBegin: () => true };
}
