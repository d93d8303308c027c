// Access that is taken back or cut down while a request is under way: between its head and its body, and while its
// answer is waited for. What counts is what the program may at that moment; what was accepted is carried out.
import { type Socket, connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Scope, scopes as allScopes } from '#contract/programs/scopes.ts';
import { plainClientOptions } from '#contract/programs/client.ts';
import type { ProblemCode } from '#contract/programs/problems.ts';
import type { Refused } from '#contract/programs/problems.ts';
import { type Erp, type Till, jsonType, key, problemCode, refundBody, startTill } from './till.ts';
import { type WireAnswer, readAnswer, requestText } from './wire.ts';

const path = '/v1/operations/refund';

/** A request whose head has come in and was let through; what is returned sends its body and reads the answer. */
async function begun(
  till: Till,
  erp: Erp,
  target: string,
  body: object,
  ...headers: (readonly [string, string])[]
): Promise<() => Promise<WireAnswer>> {
  const all = [erp.authorization, jsonType, ...headers];
  const bytes = requestText(till.port, { method: 'POST', path: target, headers: all, body: JSON.stringify(body) });
  const bodyFrom = bytes.indexOf('\r\n\r\n') + 4;
  const socket: Socket = connect(till.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const seen = till.clients.touched.length;
  socket.write(bytes.subarray(0, bodyFrom + 1));
  await expect.poll(() => till.clients.touched.length).toBe(seen + 1);
  return () => {
    socket.write(bytes.subarray(bodyFrom + 1));
    return readAnswer(socket);
  };
}

function revoke(till: Till, { id }: Erp): void {
  till.clients.revoke(id, '2026-02-01T00:00:00.000Z');
}

function leave(till: Till, { id }: Erp, scopes: readonly Scope[]): void {
  till.clients.change(id, { scopes: [...scopes], options: plainClientOptions });
}

const withoutRefunds = allScopes.filter((scope) => scope !== 'refund');

describe('a body that comes after its program was revoked', () => {
  it('starts nothing, and is answered as the guard answers', async () => {
    const till = await startTill();
    const erp = till.erp();
    const rest = await begun(till, erp, path, refundBody, key('K-1'));
    revoke(till, erp);
    const answer = await rest();
    const guards = await erp.get('/v1/status');
    expect([answer.status, problemCode(answer)]).toEqual([401, 'token-unknown']);
    expect([answer.text, answer.headers['www-authenticate']]).toEqual([
      guards.text,
      guards.headers['www-authenticate'],
    ]);
    expect(till.bridge.submissions).toEqual([]);
  });

  it('takes nothing back', async () => {
    const till = await startTill();
    const erp = till.erp();
    await erp.post(path, refundBody, key('K-1'));
    const rest = await begun(till, erp, '/v1/operations/op-1/cancel', {});
    revoke(till, erp);
    expect(problemCode(await rest())).toBe('token-unknown');
    expect(till.bridge.get('op-1').state).toBe('accepted');
  });

  it('starts nothing, and takes nothing back, where only the scope for it was taken away', async () => {
    const till = await startTill();
    const erp = till.erp();
    await erp.post(path, refundBody, key('K-1'));
    const another = await begun(till, erp, path, { ...refundBody, transId: 'R-2' }, key('K-2'));
    const cancelling = await begun(till, erp, '/v1/operations/op-1/cancel', {});
    leave(till, erp, withoutRefunds);
    for (const answer of [await another(), await cancelling()]) {
      expect([answer.status, problemCode(answer)]).toEqual([403, 'scope-missing']);
    }
    expect([till.bridge.submissions.length, till.bridge.get('op-1').state]).toEqual([1, 'accepted']);
  });
});

describe('a wait that ends after its program was revoked', () => {
  it('of a submission says so and not the result; the operation goes on', async () => {
    const till = await startTill();
    const erp = till.erp();
    const answering = erp.post(`${path}?wait=120`, refundBody, key('K-1'));
    await till.bridge.waitersAre(1);
    revoke(till, erp);
    till.bridge.move('op-1', 'succeeded');
    const answer = await answering;
    expect([answer.status, problemCode(answer)]).toEqual([401, 'token-revoked']);
    expect(answer.headers['www-authenticate']).toContain('invalid_token');
    expect(till.bridge.get('op-1').state).toBe('succeeded');
  });

  it.each(['GET', 'HEAD'])('of a read (%s) is answered as the guard answers', async (method) => {
    const till = await startTill();
    const erp = till.erp();
    await erp.post(path, refundBody, key('K-1'));
    const socket = connect(till.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const answering = readAnswer(socket, method === 'HEAD');
    const target = '/v1/operations/op-1?wait=60';
    socket.write(requestText(till.port, { method, path: target, headers: [erp.authorization] }));
    await till.bridge.waitersAre(1);
    revoke(till, erp);
    till.bridge.move('op-1', 'succeeded');
    expect((await answering).status).toBe(401);
  });

  it('of a read is refused where the scope to read was taken away', async () => {
    const till = await startTill();
    const erp = till.erp();
    await erp.post(path, refundBody, key('K-1'));
    const answering = erp.get('/v1/operations/op-1?wait=60');
    await till.bridge.waitersAre(1);
    leave(till, erp, ['refund']);
    till.bridge.move('op-1', 'succeeded');
    expect(problemCode(await answering)).toBe('scope-missing');
  });

  it('of a read shows what the program may see by then', async () => {
    const till = await startTill();
    await till.erp().post(path, refundBody, key('K-1'));
    const reader = till.erp();
    const answering = reader.get('/v1/operations/op-1?wait=60');
    await till.bridge.waitersAre(1);
    leave(till, reader, ['status']);
    till.bridge.move('op-1', 'succeeded');
    expect((await answering).json['withheld']).toBe(true);
  });

  it('of a submission is still answered where only a scope was taken away: it was asked for in time', async () => {
    const till = await startTill();
    const erp = till.erp();
    const answering = erp.post(`${path}?wait=120`, refundBody, key('K-1'));
    await till.bridge.waitersAre(1);
    leave(till, erp, withoutRefunds);
    till.bridge.move('op-1', 'succeeded');
    expect([(await answering).status, (await answering).json['state']]).toEqual([200, 'succeeded']);
  });

  it('of a look-up that the gateway was slow to answer is answered as the guard answers', async () => {
    const till = await startTill();
    const erp = till.erp();
    till.bridge.payments.set('payId P1', { payId: 'P1' });
    const asked = Promise.withResolvers<void>();
    const gateway = Promise.withResolvers<void>();
    const ask = till.bridge.payment.bind(till.bridge);
    till.bridge.payment = async (lookUp) => {
      asked.resolve();
      await gateway.promise;
      return ask(lookUp);
    };
    const answering = erp.get('/v1/payments/P1');
    await asked.promise;
    revoke(till, erp);
    setTimeout(() => gateway.resolve(), 150);
    expect(problemCode(await answering)).toBe('token-unknown');
  });
});

describe('a refusal whose program was revoked before it', () => {
  const refusalOf = (code: ProblemCode): Refused => ({ type: 'refused', refusal: { code, detail: 'Refused.' } });

  it.each<[string, ProblemCode, string]>([
    ['that stored nothing is answered as the guard answers', 'offline', 'token-unknown'],
    ['that may have stored it leaves that open', 'storage-failed', 'token-revoked'],
  ])('%s', async (_what, code, told) => {
    const till = await startTill();
    const erp = till.erp();
    await erp.post(path, refundBody, key('K-1'));
    const refuse = async () => {
      revoke(till, erp);
      return refusalOf(code);
    };
    till.bridge.submit = refuse;
    expect(problemCode(await erp.post(path, refundBody, key('K-2')))).toBe(told);
  });

  it('of taking an operation back says so, too', async () => {
    const till = await startTill();
    const erp = till.erp();
    await erp.post(path, refundBody, key('K-1'));
    till.bridge.cancel = async () => {
      revoke(till, erp);
      return refusalOf('not-cancellable');
    };
    expect(problemCode(await erp.post('/v1/operations/op-1/cancel', {}))).toBe('token-unknown');
  });
});

describe('a read', () => {
  it('that waits for nothing asks for its client once', async () => {
    const till = await startTill();
    const erp = till.erp();
    await erp.post(path, refundBody, key('K-1'));
    let questions = 0;
    const byId = till.clients.byId.bind(till.clients);
    till.clients.byId = (id) => {
      questions += 1;
      return byId(id);
    };
    for (const each of ['/v1/operations/op-1', '/v1/operations/op-1?wait=0', '/v1/operations']) {
      expect((await erp.get(each)).status).toBe(200);
    }
    expect(questions).toBe(0);
  });
});
