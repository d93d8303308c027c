// A void at the terminal whose answer was lost is looked up by its own transId. What stands there may be another till's:
// shops give such numbers again. Taken for this void, a sale that stands counts as given back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer } from './support/gateway.ts';
import { newPayIdOf, terminalOf } from './support/operations.ts';
import { eur, inputs, lax, type Scene, sceneAt } from './support/scene.ts';
import { startWorld, type World } from './support/rows.ts';

let world: World;
let scene: Scene;

beforeAll(async () => {
  world = await startWorld();
  scene = sceneAt(world, await world.bridge.program('a till'));
});
afterAll(async () => {
  await world.stop();
});

const weeksAgo = () => new Date(Date.now() - 21 * 86_400_000).toISOString();
const voidId = (number: number) => `V${String(number).padStart(5, '0')}-N${String(number).padStart(5, '0')}`;

/** What the gateway has under the void's transId. */
const reversed = (number: number, over: Record<string, unknown>) => ({
  transId: voidId(number),
  status: 'REVERSED',
  responseCode: '00000000',
  amount: eur(5000),
  ...over,
});

async function voidThat(ends: Answer, over: (number: number) => Record<string, unknown>): Promise<string> {
  const number = scene.number(
    (sent, own) => (sent.body['messageType'] === 'REVERSE' ? ends : lax(sent, own)),
    (sent, own) =>
      sent.path.includes(voidId(own))
        ? { status: 200, body: reversed(own, over(own)) }
        : {
            status: 200,
            body: { payId: newPayIdOf(own), status: 'OK', amount: { ...eur(5000), capturedValue: 5000 } },
          },
  );
  expect((await scene.must('cloud-pos', number, inputs.terminal(number, 'SALE'))).state).toBe('succeeded');
  const input = inputs.reverseAtTerminal(number, 5000, { transId: voidId(number) });
  const { state } = await scene.must('cloud-pos', number, input);
  expect(scene.sent(number, 'REVERSE')).toBe(1);
  return state;
}

const lost: Answer = { status: 200, broken: 'reset' };
const conflict: Answer = { status: 409, body: { title: 'conflict' } };

describe.concurrent.each([
  ['lost', lost],
  ['a conflict', conflict],
])('the answer to the void is %s, and its transId shows', (_, ends) => {
  test.each<[string, (number: number) => Record<string, unknown>]>([
    ['another payment', () => ({ payId: 'TILL2-PAYMENT' })],
    [
      "another till's of three weeks ago",
      () => ({ payId: 'TILL2-PAYMENT', posTerminalId: 'TILL2', refNr: 'TILL2-REFERENCE', creationDate: weeksAgo() }),
    ],
    ['another terminal', () => ({ posTerminalId: 'TILL2' })],
    ['another trace number', (number) => ({ posTerminalId: terminalOf(number), traceNr: '999999' })],
    [
      'another currency',
      (number) => ({ payId: 'OTHER', posTerminalId: terminalOf(number), amount: { value: 5000, currency: 'USD' } }),
    ],
    ['a record that names nothing but the number', () => ({})],
  ])('%s: it is not this void', async (_name, over) => {
    expect(await voidThat(ends, over)).toBe('needs-person');
  });

  test('the payment that was to be reversed: it is', async () => {
    expect(await voidThat(ends, (number) => ({ payId: newPayIdOf(number) }))).toBe('succeeded');
  });
});
