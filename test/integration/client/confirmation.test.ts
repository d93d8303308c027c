// A program that pays out by hand waits for a person at the till; the client waits with it, also beyond its time-out.
import { expect, it } from 'vitest';
import { Tillbridge, minor } from '#client/index.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

const credit = { messageType: 'CREDIT', transId: 'C-1', posTerminalId: 'T1', amount: minor(500, 'EUR') } as const;

it('goes on waiting for the person when its time-out for answers is over', async () => {
  const whole = await aWholeBridge();
  const { token } = whole.program();
  const bridge = new Tillbridge({ baseUrl: whole.bridge.url, token, timeoutMs: 1 });
  const sent = bridge.operations.submit('cloud-pos', credit, { requestId: 'mine' });
  const [question] = await whole.questions(1);
  await whole.window.answerConfirmation({ id: question?.id ?? '', allow: true, approval: null });
  expect(await sent).toMatchObject({ requestId: 'mine', kind: 'cloud-pos' });
});

it('is refused for good when the person says no', async () => {
  const whole = await aWholeBridge();
  const { token } = whole.program();
  const bridge = new Tillbridge({ baseUrl: whole.bridge.url, token });
  const sent = bridge.operations.submit('cloud-pos', credit, { requestId: 'mine' });
  const [question] = await whole.questions(1);
  await whole.window.answerConfirmation({ id: question?.id ?? '', allow: false, approval: null });
  await expect(sent).rejects.toMatchObject({ type: 'refused', code: 'confirmation-refused' });
  expect((await whole.ledger()).executions).toEqual([]);
});
