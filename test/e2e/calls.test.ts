// The window's calls in the real app: what is refused, a sale from press to end, and what is known after a crash.
import type { WindowApi } from '#contract/calls/table.ts';
import { expect, it } from 'vitest';
import { newHome, openTill, until } from './till.ts';

const sale = (transId: string) => ({
  kind: 'cloud-pos',
  input: {
    transId,
    messageType: 'SALE',
    amount: { value: 1_234, currency: 'EUR' },
    posTerminalId: 'VIRTUAL-1',
  },
});

it('refuses input that the table does not describe', async () => {
  const { page } = await openTill();
  const answers = await page.evaluate(async () => {
    const { operation, status, submit } = window.tillbridge as unknown as {
      [name in keyof WindowApi]: (input?: unknown) => Promise<unknown>;
    };
    const asked = [operation({ id: 'x', extra: 1 }), operation({}), status(), submit({ kind: 'capture', input: {} })];
    const settled = await Promise.allSettled(asked);
    return settled.map((each) => (each.status === 'rejected' ? String(each.reason) : 'answered'));
  });
  for (const answer of answers) expect(answer).toContain('cannot be understood');
});

it('starts in training mode on the embedded sandbox, with a terminal', async () => {
  const { page } = await openTill();
  const status = await page.evaluate(() => window.tillbridge.status({}));
  const terminals = await page.evaluate(() => window.tillbridge.terminals({}));
  expect(status).toMatchObject({ mode: 'training', waiting: 0, inDoubt: 0 });
  expect(status.loopbackUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(terminals.map(({ id }) => id)).toEqual(['VIRTUAL-1']);
});

it('takes a sale once, however often it is pressed, and tells of it as it goes', async () => {
  const { page } = await openTill();
  const input = { ...sale('E2E-1'), requestId: 'press-1' };
  const told = await page.evaluate(async (wanted) => {
    const pause = () =>
      new Promise((turn) => {
        setTimeout(turn, 20);
      });
    const seen: { id: string; state: string; revision: number }[] = [];
    window.tillbridge.on('operationChanged', ({ id, state, revision }) => seen.push({ id, state, revision }));
    const answers = await Promise.all([wanted, wanted, wanted].map((each) => window.tillbridge.submit(each)));
    const ids = new Set(answers.map((answer) => (answer.type === 'accepted' ? answer.operation.id : 'refused')));
    while (!seen.some(({ state }) => state === 'succeeded')) await pause();
    return { ids: [...ids], seen };
  }, input);
  expect(told.ids).toHaveLength(1);
  expect(told.seen.at(-1)).toMatchObject({ id: told.ids[0], state: 'succeeded' });
});

it('shows after a crash of the window what runs', async () => {
  const { app, page } = await openTill();
  const id = await page.evaluate(
    async (wanted) => {
      const answer = await window.tillbridge.submit(wanted);
      return answer.type === 'accepted' ? answer.operation.id : 'refused';
    },
    { ...sale('E2E-2'), requestId: 'press-2' },
  );
  const back = page.waitForEvent('crash');
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await back;
  const state = await until(async () => {
    const found = await app.evaluate(async ({ BrowserWindow }, wanted) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (contents === undefined || contents.isCrashed() || contents.isLoading()) return null;
      const script = `window.tillbridge.operation({ id: ${JSON.stringify(wanted)} }).then((found) => found.state)`;
      return (await contents.executeJavaScript(script)) as string;
    }, id);
    return found === 'succeeded' ? found : null;
  });
  expect(state).toBe('succeeded');
});

it('knows after a kill and a new start what was under way', async () => {
  const home = newHome();
  const first = await openTill({ home });
  const id = await first.page.evaluate(
    async (wanted) => {
      const answer = await window.tillbridge.submit(wanted);
      return answer.type === 'accepted' ? answer.operation.id : 'refused';
    },
    { ...sale('E2E-3'), requestId: 'press-3' },
  );
  await first.kill();
  const second = await openTill({ home });
  const again = await second.page.evaluate((wanted) => window.tillbridge.operation({ id: wanted }), id);
  expect(again).toMatchObject({ id, kind: 'cloud-pos' });
  expect(['sending', 'unknown', 'succeeded']).toContain(again?.state);
});
