// The token command on a real folder: a client's scopes and options can be changed while its token stays.
import { describe, expect, it } from 'vitest';
import { runCommand } from '#commands/run.ts';
import { hashToken } from '#loopback/tokens.ts';
import { aFolder, opened } from '#support/store-folder.ts';

async function run(dataDir: string, ...args: readonly string[]) {
  const said = { out: '', errors: '' };
  const code = await runCommand(['token', args[0] ?? '', '--data-dir', dataDir, ...args.slice(1)], {
    environment: {},
    stdout: (text) => (said.out += text),
    stderr: (text) => (said.errors += text),
  });
  return { code, ...said };
}

async function aClient() {
  const dataDir = aFolder();
  const { out } = await run(dataDir, 'create', '--name', 'ERP', '--scopes', 'status,refund');
  const token = out.trim();
  const client = () => {
    const folder = opened(dataDir, { use: 'command', seal: null });
    const found = folder.clients.byTokenHash(hashToken(token));
    folder.close();
    return found;
  };
  const id = client()?.id ?? '';
  return { dataDir, id, client, change: (...options: string[]) => run(dataDir, 'change', '--id', id, ...options) };
}

describe('token change', () => {
  it('gives other scopes and options to the token that there is', async () => {
    const { client, change } = await aClient();
    const done = await change('--scopes', 'status, sale', '--refunds-per-day', '50000', '--waits-offline', 'true');
    expect(done).toMatchObject({ code: 0, errors: '' });
    const changed = { scopes: ['status', 'sale'], options: { refundsPerDayMinor: 50_000, waitsOffline: true } };
    expect(client()).toMatchObject(changed);
    expect(JSON.parse(done.out)).toMatchObject(changed);
  });

  it('leaves an option as it is where it is not named, and takes a limit away with none', async () => {
    const { client, change } = await aClient();
    await change('--scopes', 'status', '--refunds-per-day', '50000', '--waits-offline', 'true');
    await change('--scopes', 'sale');
    expect(client()?.options).toEqual({ refundsPerDayMinor: 50_000, waitsOffline: true });
    await change('--scopes', 'sale', '--refunds-per-day', 'none', '--waits-offline', 'false');
    expect(client()?.options).toEqual({ refundsPerDayMinor: null, waitsOffline: false });
  });

  it.each([
    ['no scopes', [], '--scopes is missing'],
    ['a scope that there is not', ['--scopes', 'all'], 'must be one of'],
    ['a limit that is no number', ['--scopes', 'sale', '--refunds-per-day', '1e3'], 'must be a whole number'],
    ['a limit below nothing', ['--scopes', 'sale', '--refunds-per-day=-1'], 'must be a whole number'],
    ['half a yes', ['--scopes', 'sale', '--waits-offline', 'yes'], 'must be true or false'],
  ])('is refused with %s, and changes nothing', async (_what, options, why) => {
    const { client, change } = await aClient();
    const refused = await change(...options);
    expect(refused.code).toBe(2);
    expect(refused.errors).toContain(why);
    expect(client()?.scopes).toEqual(['status', 'refund']);
  });

  it('is refused for a client that there is not, or that was revoked', async () => {
    const { dataDir, id, change } = await aClient();
    expect((await run(dataDir, 'change', '--id', 'other', '--scopes', 'sale')).errors).toContain('no client other');
    await run(dataDir, 'revoke', '--id', id);
    expect((await change('--scopes', 'sale')).code).toBe(2);
  });
});
