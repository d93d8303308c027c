// A window that hangs: the person is asked once, and gets another window where they want it.
import { type ChildProcess, spawn } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { DevTools } from '#support/devtools.ts';
import { listProc, readProc } from '#support/proc.ts';
import { done, openCounter, saleHead } from './counter.ts';
import { asked, holdDialogs, press } from './dialogs.ts';
import { type Till, launchOptions, until } from './till.ts';

const page = 'app://till/';

/** The till without the driver, which holds on to a page whose process died and lets no other take its place. */
async function openUndriven(
  home: string,
): Promise<{ readonly child: ChildProcess; readonly tools: () => Promise<DevTools> }> {
  const { executablePath, args, env } = launchOptions(home, { keys: 'keyring', args: ['--remote-debugging-port=0'] });
  const child = spawn(executablePath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const url = await new Promise<string>((resolve) => {
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  return { child, tools: () => DevTools.open(url) };
}

/** The processes of pages below this one, from Linux's own books. */
function pageProcesses(home: string): number[] {
  return listProc('')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const command = readProc(`${pid}/cmdline`);
      return command.includes('--type=renderer') && command.includes(home);
    })
    .map(Number);
}

/** Until it has another. */
async function killPage(home: string): Promise<void> {
  const killed = pageProcesses(home);
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  // A page that is dead answers nothing, not even that it is.
  await until(() => (pageProcesses(home).some((pid) => !killed.includes(pid)) ? true : null));
}

/** Of the page that is there now. */
async function heading(tools: () => Promise<DevTools>): Promise<string> {
  const now = await tools();
  const said = await now.evaluate<string>(page, `document.querySelector('h1')?.textContent ?? ''`);
  now.close();
  return said.replaceAll(/\s/g, ' ');
}

const windowHangs = ({ app }: Till) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'));

const processOf = ({ app }: Till) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId());

it.runIf(process.platform === 'linux')('comes back to the running sale after its page was killed', async () => {
  const { gateway, till, cable } = await openCounter({ keys: 'keyring' });
  cable.hold(saleHead);
  await till.close();
  const { tools } = await openUndriven(till.home);
  const first = await tools();
  const sale = {
    messageType: 'SALE',
    transId: 'CRASH-1',
    posTerminalId: 'T1',
    amount: { value: 600, currency: 'EUR' },
  };
  const submission = JSON.stringify({ kind: 'cloud-pos', input: sale, requestId: 'window-crash' });
  const accepted = `tillbridge.submit(${submission}).then((answer) => answer.type)`;
  expect(await first.evaluate(page, accepted)).toBe('accepted');
  await killPage(till.home);
  await expect.poll(() => heading(tools)).toBe('Ask the customer to present the card');
  cable.release();
  await expect.poll(() => heading(tools)).toBe('Paid 6.00 EUR');
  expect(await done(gateway, 'POST /cloudpos')).toHaveLength(1);
});

it.runIf(process.platform === 'linux')(
  'comes back to the screen that was open, after a death and after a reload',
  async () => {
    const { till } = await openCounter({ keys: 'keyring' });
    await till.close();
    const { tools } = await openUndriven(till.home);
    const inPage = async (work: string) => {
      const now = await tools();
      await now.evaluate(page, `(${work}, true)`);
      now.close();
    };
    await expect.poll(() => heading(tools)).toBe('How much?');
    await inPage(`[...document.querySelectorAll('nav button')].find((each) => each.textContent === 'Shift').click()`);
    await expect.poll(() => heading(tools)).toBe('What did we take today?');
    await killPage(till.home);
    await expect.poll(() => heading(tools)).toBe('What did we take today?');
    await inPage('setTimeout(() => location.reload())');
    await expect.poll(() => heading(tools)).toBe('What did we take today?');
  },
);

it('asks once what to do about a window that hangs, and waits where it is told to', async () => {
  const { till } = await openCounter();
  const before = await processOf(till);
  await holdDialogs(till);
  await windowHangs(till);
  await windowHangs(till);
  expect(await asked(till)).toHaveLength(1);
  expect((await asked(till))[0]?.message).toBe('The window does not answer.');
  await press(till, 'Wait');
  // The answer may still be on its way to whom it was given when the window hangs again.
  await expect
    .poll(async () => {
      await windowHangs(till);
      return asked(till);
    })
    .toHaveLength(2);
  expect(await processOf(till)).toBe(before);
});

it('ends the process of a window that hangs where a person wants it, and gives it another', async () => {
  const { till } = await openCounter();
  const before = await processOf(till);
  await holdDialogs(till);
  await windowHangs(till);
  await press(till, 'Reload the window');
  await expect.poll(() => till.log()).toContain('"event":"window-gone"');
  await expect.poll(async () => [0, before].includes(await processOf(till))).toBe(false);
});
