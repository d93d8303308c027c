import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { DevTools } from '#support/devtools.ts';
import { done, openCounter, steer } from './counter.ts';
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
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const command = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
      return command.includes('--type=renderer') && command.includes(home);
    })
    .map(Number);
}

const windowHangs = ({ app }: Till) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'));

const processOf = ({ app }: Till) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId());

it.runIf(process.platform === 'linux')('comes back to the running sale after its page was killed', async () => {
  const { gateway, till } = await openCounter({ keys: 'keyring' });
  await steer(gateway, 'T1', { delayMs: 6_000 });
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
  const killed = pageProcesses(till.home);
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  // A page that is dead answers nothing, not even that it is.
  await until(() => (pageProcesses(till.home).some((pid) => !killed.includes(pid)) ? true : null));

  const shows = async (words: string) => {
    const again = await tools();
    const said = await again.evaluate<string>(page, `document.querySelector('h1')?.textContent ?? ''`);
    again.close();
    return said.replaceAll(/\s/g, ' ') === words ? true : null;
  };
  await until(() => shows('Ask the customer to present the card'));
  await until(() => shows('Paid 6.00 EUR'));
  expect(await done(gateway, 'POST /cloudpos')).toHaveLength(1);
});

it('asks once what to do about a window that hangs, and waits where it is told to', async () => {
  const { till } = await openCounter();
  const before = await processOf(till);
  await holdDialogs(till);
  await windowHangs(till);
  await windowHangs(till);
  expect(await asked(till)).toHaveLength(1);
  expect((await asked(till))[0]?.message).toBe('The window does not answer.');
  await press(till, 'Wait');
  await windowHangs(till);
  await expect.poll(() => asked(till)).toHaveLength(2);
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
