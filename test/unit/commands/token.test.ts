// The token command on a real folder: a client's scopes and options can be changed while its token stays.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workerSource } from '#host/worker-source.ts';
import { runCommand } from '#commands/run.ts';
import { hashToken } from '#loopback/access/tokens.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';

async function run(dataDir: string, ...args: readonly string[]) {
  const said = { out: '', errors: '' };
  const code = await runCommand(['token', args[0] ?? '', '--data-dir', dataDir, ...args.slice(1)], {
    program: 'bridge',
    version: '0.0.0',
    worker: workerSource(),
    environment: {},
    stdout: (text) => (said.out += text),
    secret: () => Promise.reject(new Error('nobody is asked here')),
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

describe('token create with a name that is taken', () => {
  const create = (dataDir: string, name: string, ...more: string[]) =>
    run(dataDir, 'create', '--name', name, '--scopes', 'refund', ...more);

  it.each([
    ['the same', 'ERP', 'a program named "ERP" has access already'],
    ['the same in small letters', ' erp', 'a program named "ERP" has access already'],
    ['one that looks like it', 'ЕRР', 'looks like "ERP", a program that has access already'],
  ])('%s: makes none, and says so', async (_what, name, words) => {
    const { dataDir } = await aClient();
    const refused = await create(dataDir, name);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.errors).toContain(words);
    expect(refused.errors).toContain('--same-name');
    expect((await run(dataDir, 'list')).out.trim().split('\n')).toHaveLength(1);
    const meant = await create(dataDir, name, '--same-name');
    expect(meant.out).toMatch(/^tb_/);
    expect(meant.errors).toContain(words);
  });

  it('also where the policy names it, and no more once its access was taken back', async () => {
    const { dataDir } = await aClient();
    const policy = join(aFolder(), 'policy.json');
    const client = { name: 'Shop', tokenSha256: hashToken('a token of the test'), scopes: ['status'] };
    writeFileSync(policy, JSON.stringify({ clients: [client] }), { mode: 0o644 });
    const refused = await create(dataDir, 'shop', '--policy', policy);
    expect(refused.errors).toContain('"Shop"');
    expect(refused.out).toBe('');
    await run(dataDir, 'revoke', '--name', 'ERP');
    expect((await create(dataDir, 'ERP')).out).toMatch(/^tb_/);
  });
});

describe('token revoke of a program that there is not', () => {
  it('says so in one line, and which there are', async () => {
    const { dataDir, id } = await aClient();
    await run(dataDir, 'create', '--name', 'Old', '--scopes', 'status');
    await run(dataDir, 'revoke', '--name', 'Old');
    const named = 'bridge: there is no client named "EPR". These have access: "ERP". Nothing was changed.\n';
    expect(await run(dataDir, 'revoke', '--name', 'EPR')).toEqual({ code: 1, out: '', errors: named });
    const byId = `bridge: there is no client other. These have access: ${id}. Nothing was changed.\n`;
    expect(await run(dataDir, 'revoke', '--id', 'other')).toEqual({ code: 1, out: '', errors: byId });
    await run(dataDir, 'revoke', '--name', 'ERP');
    expect((await run(dataDir, 'revoke', '--name', 'EPR')).errors).toContain('No program has access.');
  });
});

describe('token webhook', () => {
  const hook = { id: 'w1', url: 'https://erp.example/hook', from: 3, allowed: false };

  async function asking() {
    const { dataDir, id, client } = await aClient();
    const folder = opened(dataDir, { use: 'command', seal: null });
    folder.clients.change(id, { options: { webhook: hook } }, new Date().toISOString());
    folder.close();
    return { client, webhook: (...options: string[]) => run(dataDir, 'webhook', '--id', id, ...options) };
  }

  it('allows the address that the program asked for, and stops it', async () => {
    const { client, webhook } = await asking();
    expect(JSON.parse((await webhook('--allow', hook.url)).out)).toMatchObject({ scopes: ['status', 'refund'] });
    expect(client()?.options.webhook).toEqual({ ...hook, allowed: true });
    expect((await webhook('--stop')).code).toBe(0);
    expect(client()?.options.webhook).toEqual(hook);
  });

  it('allows no address that is not the one, and none that was not asked for', async () => {
    const { client, webhook } = await asking();
    const other = await webhook('--allow', 'https://erp.example/other');
    expect([other.code, other.errors]).toEqual([1, expect.stringContaining(hook.url)]);
    expect(client()?.options.webhook).toEqual(hook);
    expect((await webhook('--allow', hook.url, '--stop')).code).toBe(2);
    expect((await webhook()).code).toBe(2);
    const { dataDir, id } = await aClient();
    const none = await run(dataDir, 'webhook', '--id', id, '--stop');
    expect([none.code, none.errors]).toEqual([1, expect.stringContaining('asks for no webhook')]);
  });
});

describe('token change', () => {
  it('gives other scopes and options to the token that there is', async () => {
    const { client, change } = await aClient();
    const done = await change('--scopes', 'status, sale', '--refunds-per-day', '50000', '--waits-offline', 'true');
    expect(done).toMatchObject({ code: 0, errors: '' });
    const changed = {
      scopes: ['status', 'sale'],
      options: { refundsPerDayMinor: 50_000, waitsOffline: true, partialApprovals: false },
    };
    expect(client()).toMatchObject(changed);
    expect(JSON.parse(done.out)).toMatchObject(changed);
  });

  it('leaves an option as it is where it is not named, and takes a limit away with none', async () => {
    const { client, change } = await aClient();
    await change('--scopes', 'status', '--refunds-per-day', '50000', '--waits-offline', 'true');
    await change('--scopes', 'sale');
    expect(client()?.options).toEqual({ refundsPerDayMinor: 50_000, waitsOffline: true, partialApprovals: false });
    await change('--scopes', 'sale', '--refunds-per-day', 'none', '--waits-offline', 'false');
    expect(client()?.options).toEqual({ refundsPerDayMinor: null, waitsOffline: false, partialApprovals: false });
    await change('--scopes', 'sale', '--waits-offline', 'default');
    expect(client()?.options).toEqual({ refundsPerDayMinor: null, waitsOffline: null, partialApprovals: false });
  });

  it('leaves the scopes as they are where they are not named', async () => {
    const { client, change } = await aClient();
    const changed = await change('--waits-offline', 'false');
    expect(changed.code).toBe(0);
    expect(client()).toMatchObject({ scopes: ['status', 'refund'], options: { waitsOffline: false } });
  });

  it.each([
    ['nothing to change', [], 'one of --scopes, --refunds-per-day, --waits-offline and --partial-approvals is needed'],
    ['no scopes', ['--scopes', ''], '--scopes is missing'],
    ['a scope that there is not', ['--scopes', 'all'], 'must be one of'],
    ['a limit that is no number', ['--scopes', 'sale', '--refunds-per-day', '1e3'], 'must be a whole number'],
    ['a limit below nothing', ['--scopes', 'sale', '--refunds-per-day=-1'], 'must be a whole number'],
    ['half a yes', ['--scopes', 'sale', '--waits-offline', 'yes'], 'must be true, false or default'],
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

describe('token renew', () => {
  it('prints another token for the same program, and the one before is no longer known', async () => {
    const { dataDir, id, client } = await aClient();
    const renewed = await run(dataDir, 'renew', '--id', id, '--json');
    expect(renewed.code).toBe(0);
    expect(renewed.errors).toContain('The new token of ERP is shown this once. The one before is no longer known.');
    const said = JSON.parse(renewed.out) as { readonly token: string };
    expect(said).toMatchObject({ clientId: id, scopes: ['status', 'refund'], identity: null });
    expect(client()).toBeNull();
    const folder = opened(dataDir, { use: 'command', seal: null });
    expect(folder.clients.byTokenHash(hashToken(said.token))).toMatchObject({ id, name: 'ERP', revokedAt: null });
    folder.close();
    expect((await run(dataDir, 'renew', '--id', id)).out).toMatch(/^tb_[\w-]{43}\n$/);
  });

  it('is refused for a program that there is not, or that was revoked, and prints no token', async () => {
    const { dataDir, id } = await aClient();
    expect(await run(dataDir, 'renew', '--id', 'other')).toMatchObject({ code: 2, out: '' });
    await run(dataDir, 'revoke', '--id', id);
    expect(await run(dataDir, 'renew', '--id', id)).toMatchObject({ code: 2, out: '' });
    expect((await run(dataDir, 'renew')).errors).toContain('--id is missing');
  });
});

describe('a client whose row somebody changed in the database', () => {
  async function aDoubted(sql: string) {
    const folder = await aClient();
    const bound = opened(folder.dataDir);
    bound.rights.bind(0);
    bound.close();
    const db = rawDatabase(folder.dataDir);
    db.exec(sql);
    db.close();
    return folder;
  }

  it.each([
    ['changed', `UPDATE clients SET scopes = '["sale"]'`],
    ['changed and ended', `UPDATE clients SET scopes = '["sale"]', revoked_at = '2026-01-31T12:00:00.000Z'`],
    ['taken away', 'DELETE FROM clients'],
  ])('%s: is listed as not believed, and revoked by id or name', async (_what, sql) => {
    for (const how of ['--id', '--name']) {
      const { dataDir, id, change } = await aDoubted(sql);
      const listed = await run(dataDir, 'list');
      expect(JSON.parse(listed.out)).toMatchObject({ id, name: 'ERP', scopes: [], believed: false });
      expect(listed.errors).toContain(`token revoke --data-dir DIR --id ${id}`);
      const refused = await change('--scopes', 'status');
      expect(refused).toMatchObject({ code: 1, out: '' });
      expect(await run(dataDir, 'revoke', how, how === '--id' ? id : 'ERP')).toMatchObject({ code: 0, out: `${id}\n` });
      const [after] = (await run(dataDir, 'list')).out.trim().split('\n');
      expect(JSON.parse(after ?? '')).toMatchObject({ id, revokedAt: expect.any(String) });
      expect(after).not.toContain('believed');
    }
  });
});

describe("a client of the IT department's policy", () => {
  async function aManaged() {
    const folder = await aClient();
    const file = join(aFolder(), 'policy.json');
    const client = { name: 'Central ERP', scopes: ['status'], tokenSha256: 'a'.repeat(64) };
    writeFileSync(file, JSON.stringify({ clients: [client] }), { mode: 0o644 });
    const asked = (...args: string[]) => run(folder.dataDir, ...args, '--policy', file);
    const listed = await asked('list');
    const [managed, paired] = listed.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string });
    return { ...folder, file, asked, listed, managed, paired };
  }

  it('is listed as such, before those that are stored', async () => {
    const { id, file, listed, managed, paired } = await aManaged();
    expect(managed).toMatchObject({ name: 'Central ERP', scopes: ['status'], managed: true, policy: file });
    expect(managed).toMatchObject({ createdAt: null, lastUsedAt: null, revokedAt: null });
    expect(paired).toMatchObject({ id, name: 'ERP' });
    expect(listed.out).not.toContain('aaaa');
    expect(listed.errors).toContain(`come from the policy ${file}`);
  });

  it('is not revoked or changed here, and it is said where', async () => {
    const { file, asked, managed } = await aManaged();
    const id = managed?.id ?? '';
    for (const args of [
      ['revoke', '--id', id],
      ['revoke', '--name', 'Central ERP'],
      ['change', '--id', id, '--scopes', 'sale'],
    ]) {
      const refused = await asked(...args);
      expect(refused).toMatchObject({ code: 1, out: '' });
      expect(refused.errors).toContain(`the client ${id} (Central ERP) comes from the policy ${file}`);
    }
    expect((await asked('revoke', '--id', 'other')).errors).toContain('there is no client other');
  });

  it('does not keep stored ones of its name from being revoked, nor does a policy that is broken', async () => {
    const { dataDir, id, file, client, asked } = await aManaged();
    await run(dataDir, 'create', '--name', 'Central ERP', '--scopes', 'sale');
    const both = await asked('revoke', '--name', 'Central ERP');
    expect(both.code).toBe(1);
    expect(both.out.trim()).toMatch(/^[0-9a-f-]{36}$/);
    writeFileSync(file, '{');
    expect(await asked('revoke', '--id', id)).toMatchObject({ code: 0, out: `${id}\n` });
    expect(client()?.revokedAt).not.toBeNull();
  });
});

describe('a program whose name was stored before names were looked at', () => {
  it('is printed with no sign that a terminal would obey, for programs the same', async () => {
    const { dataDir, client } = await aClient();
    const name = 'ERP\u202E\u009B31m';
    const folder = opened(dataDir, { use: 'command', seal: null });
    const like = client();
    if (like === null) throw new Error('the client is gone');
    folder.clients.add({ ...like, id: 'c-old', name }, hashToken('another token'));
    folder.close();
    const { out } = await run(dataDir, 'list');
    expect(out).not.toMatch(/[\u202E\u009B]/);
    const names = out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly name: string }).name);
    expect(names).toContain(name);
    const refused = await run(dataDir, 'create', '--name', 'x\u009B', '--scopes', 'status');
    expect([refused.code, refused.errors.includes('\u009B')]).toEqual([1, false]);
    const { errors } = await run(dataDir, 'revoke', '--name', 'other');
    expect(errors).toContain('ERP‹U+202E›‹U+009B›31m');
  });
});
