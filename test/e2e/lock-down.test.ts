// What the window's page cannot do: run other scripts, navigate, open windows, send forms out of the till.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openToOthers } from '#support/files.ts';
import { openTraining } from './counter.ts';
import { newHome, openTill } from './till.ts';

it('serves its page from app:// under a policy without inline script and eval', async () => {
  const { page } = await openTill();
  expect(page.url()).toBe('app://till/');
  const policy = await page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src 'self';/);
  expect(policy).toMatch(/style-src 'self';/);
  expect(policy).not.toContain('unsafe');
});

it('runs neither inline script nor eval', async () => {
  const { page } = await openTill();
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.inlineRan = true';
    document.head.append(script);
    // In a turn of the page's own: what a test evaluates itself is exempt from the policy.
    const evaluated = await new Promise<boolean>((resolve) => {
      setTimeout(() => {
        try {
          // oxlint-disable-next-line typescript/no-implied-eval -- That it cannot be done is the test.
          resolve(typeof new Function('return 1') === 'function');
        } catch {
          resolve(false);
        }
      });
    });
    return { inline: 'inlineRan' in globalThis, evaluated };
  });
  expect(ran).toEqual({ inline: false, evaluated: false });
});

it('does not navigate away', async () => {
  const { page } = await openTill();
  await page.evaluate(() => {
    location.href = 'https://example.com/';
  });
  await page.evaluate(() => {
    location.href = 'file:///etc/passwd';
  });
  expect(await page.evaluate(() => location.href)).toBe('app://till/');
});

it('opens no windows and embeds no pages', async () => {
  const { app, page } = await openTill();
  expect(await page.evaluate(() => window.open('https://example.com/') === null)).toBe(true);
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = 'https://example.com/';
    document.body.append(frame);
  });
  expect(app.windows()).toHaveLength(1);
  expect(page.frames().filter((frame) => frame.url().startsWith('https:'))).toEqual([]);
});

it('follows no link out of the till, neither in its window nor into a new one, and says so in its log', async () => {
  const till = await openTill();
  const { app, page } = till;
  await page.getByRole('heading', { name: 'What should this till do?' }).waitFor();
  const click = (target: '_self' | '_blank') =>
    page.evaluate((where) => {
      const link = document.createElement('a');
      link.href = 'https://example.com/secret?number=1';
      link.target = where;
      document.body.append(link);
      link.click();
    }, target);
  await click('_self');
  await expect.poll(() => till.log()).toContain('"event":"navigation-refused","to":"https://example.com"');
  await click('_blank');
  await expect.poll(() => till.log()).toContain('"event":"window-refused","to":"https://example.com"');
  expect(till.log()).not.toContain('secret?number');
  expect(app.windows()).toHaveLength(1);
  expect(page.url()).toBe('app://till/');
});

it('sends no form out of the till', async () => {
  const { page } = await openTill();
  const refused = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => resolve(violatedDirective));
        const form = document.createElement('form');
        form.action = 'https://example.com/';
        document.body.append(form);
        form.submit();
      }),
  );
  expect(await refused).toBe('form-action');
  expect(page.url()).toBe('app://till/');
});

it('refuses what is asked for, not only what is looked up', async () => {
  const till = await openTill();
  const answers = await till.page.evaluate(async () => {
    const place = new Promise<string>((resolve) => {
      navigator.geolocation.getCurrentPosition(
        () => resolve('given'),
        ({ code }) => resolve(code === 1 ? 'refused' : 'failed'),
      );
    });
    const reading = navigator.clipboard.readText().then(
      () => 'given',
      (error: unknown) => (error instanceof Error ? error.name : ''),
    );
    return Promise.all([place, Notification.requestPermission(), reading]);
  });
  expect(answers).toEqual(['refused', 'denied', 'NotAllowedError']);
  await expect.poll(() => till.log()).toContain('"event":"permission-refused","permission":"geolocation"');
});

it('reaches no network and no disk', async () => {
  const { page } = await openTill();
  const reached = await page.evaluate(async () => {
    const addresses = ['https://example.com/', 'http://127.0.0.1:1/', 'file:///etc/passwd', 'receipt://page/x'];
    const answers = await Promise.allSettled(addresses.map((address) => fetch(address)));
    return answers.filter((answer) => answer.status === 'fulfilled').length;
  });
  expect(reached).toBe(0);
});

it('opens no connection to another page or a relay: WebRTC gathers no address and calls no server', async () => {
  const { page } = await openTill();
  let called = 0;
  const relay = createServer((socket) => {
    called += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    relay.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void relay.close());
  const at = relay.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  const gathered = await page.evaluate(async (relayPort) => {
    const candidates: string[] = [];
    const iceServers = ['tcp', 'udp'].map((transport) => ({
      urls: `turn:127.0.0.1:${relayPort}?transport=${transport}`,
      username: 'a',
      credential: 'b',
    }));
    try {
      const connection = new RTCPeerConnection({ iceServers });
      const complete = new Promise<void>((resolve) => {
        connection.addEventListener('icecandidate', ({ candidate }) => {
          if (candidate === null) resolve();
          else if (candidate.candidate !== '') candidates.push(candidate.candidate);
        });
      });
      connection.createDataChannel('out');
      await connection.setLocalDescription(await connection.createOffer());
      await complete;
      connection.close();
    } catch {
      // Refused altogether, which is as good.
    }
    return candidates;
  }, port);
  expect({ gathered, called }).toEqual({ gathered: [], called: 0 });
});

it('attaches no page to a page, whatever its tag asks for', async () => {
  const { app } = await openTill();
  const refused = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => {
      let isRefused = false;
      // The tag itself is switched off, so that no page can cause the event.
      webContents.emit('will-attach-webview', { preventDefault: () => (isRefused = true) }, {}, {});
      return isRefused;
    }),
  );
  expect(refused).toEqual([true]);
});

it('leaves nothing in its home to other users of the machine, also what an earlier version left open', async () => {
  const home = newHome();
  writeFileSync(join(home, 'preferences.json'), '{}', { mode: 0o644 });
  const { till, cashier } = await openTraining({ home });
  await till.page.evaluate(() => window.tillbridge.shiftReport({ number: null }));
  const preferences = await till.page.evaluate(() => window.tillbridge.preferences({}));
  await till.page.evaluate((wanted) => window.tillbridge.savePreferences(wanted), {
    ...preferences,
    startAtLogin: true,
  });
  await cashier.statusSays('Training: no real money');
  await till.close();
  // Chromium's own: made before our first line runs, the second for the test's driver; their folder is closed.
  const chromiums = /(?:Crashpad\/client_id|DevToolsActivePort) \d+$/;
  expect(openToOthers(home).filter((entry) => !chromiums.test(entry))).toEqual([]);
});

it('serves no file outside the built window', async () => {
  const { page } = await openTill();
  const served = await page.evaluate(async () => {
    const paths = ['/index.html', '/../main/index.cjs', '/%2e%2e/main/index.cjs', '/..%2f..%2fpackage.json'];
    const more = ['/assets/none.js', '/assets/', '/assets'];
    const answers = await Promise.allSettled([...paths, ...more].map((path) => fetch(path)));
    return answers.map(({ status }) => status === 'fulfilled');
  });
  expect(served).toEqual([true, false, false, false, false, false, false]);
});

it('refuses every permission but copying', async () => {
  const { page } = await openTill();
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi'];
    const asked = names.map(async (name) => {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return state;
    });
    return Promise.all(asked);
  });
  expect(new Set(states)).toEqual(new Set(['denied']));
});

it('keeps context isolation, the sandbox and web security on', async () => {
  const { app } = await openTill();
  const settings = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const preferences = (
      contents as unknown as { getLastWebPreferences(): { [name: string]: unknown } }
    ).getLastWebPreferences();
    return ['contextIsolation', 'sandbox', 'webSecurity', 'nodeIntegration', 'webviewTag'].map((n) => preferences[n]);
  });
  expect(settings).toEqual([true, true, true, false, false]);
});
