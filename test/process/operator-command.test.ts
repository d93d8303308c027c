// People, programs and shifts of a shop without a window: who may do what by command is what the window says, beside a
// running bridge and without one.
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { userInfo } from 'node:os';
import type { JsonObject } from '#contract/data/json.ts';
import { Shop } from '#support/shop.ts';

const shop = new Shop();
const manager = '582047';
const cashier = '4096';

async function command(args: readonly string[], pins: readonly string[] = []) {
  const input = pins.map((pin) => `${pin}\n`).join('');
  const program = shop.bench.start('main/cli.ts', [...args, '--data-dir', shop.dataDir], {}, input);
  const code = await program.exited();
  return { code, out: program.stdoutLines, errors: program.stderrText };
}

const operator = (action: string, options: readonly string[], pins: readonly string[] = []) =>
  command(['operator', action, ...options], pins);
const made = (name: string, role: string, by: readonly string[] = ['--by', 'A manager']) =>
  ['--name', name, '--role', role, ...by] as const;

async function records(type: string): Promise<JsonObject[]> {
  const { out } = await command(['journal', 'export']);
  const all = out.map((line) => JSON.parse(line) as { type: string; data: JsonObject });
  return all.filter((record) => record.type === type).map(({ data }) => data);
}

beforeAll(() => shop.open('status'));
afterAll(() => shop.close());

describe('a shop without a window', () => {
  it('is run by the machine’s user, as long as the shop has no operators', async () => {
    expect(await operator('list', [])).toEqual({ code: 0, out: [], errors: '' });
    const token = await command(['token', 'create', '--name', 'First', '--scopes', 'status']);
    expect(token.code).toBe(0);
    const by = { name: `command: ${userInfo().username}` };
    expect((await records('client-added')).at(-1)).toMatchObject({ name: 'First', by });
  });

  it('makes its first person a manager, with a PIN that is not easy to guess', async () => {
    const asCashier = await operator('create', made('A cashier', 'cashier', []), [cashier]);
    expect(asCashier).toMatchObject({ code: 1, out: [] });
    expect(asCashier.errors).toContain('The first operator must be a manager.');
    const short = await operator('create', made('A manager', 'manager', []), [cashier]);
    expect(short.errors).toContain('pin must have at least 6 digits');
    const weak = await operator('create', made('A manager', 'manager', []), ['111111']);
    expect(weak.errors).toContain('is easy to guess');
    expect((await operator('create', made('A manager', 'manager', []), ['12a456'])).code).toBe(2);
    const done = await operator('create', made('A manager', 'manager', []), [manager]);
    expect(done).toMatchObject({ code: 0, errors: '' });
    expect(JSON.parse(done.out[0] ?? '')).toMatchObject({ name: 'A manager', role: 'manager', active: true });
    const [added = {}, ...more] = await records('operator-added');
    expect(more).toEqual([]);
    expect(added).toMatchObject({ name: 'A manager', by: { name: `command: ${userInfo().username}` } });
    expect(JSON.stringify(added)).not.toContain(manager);
  });

  it('from then on lets a manager change the list, by PIN', async () => {
    const nobody = await operator('create', made('A cashier', 'cashier', []), [cashier]);
    expect(nobody.errors).toContain('This shop has operators: one of them must do it, by PIN.');
    const wrong = await operator('create', made('A cashier', 'cashier'), ['000000', cashier]);
    expect(wrong.errors).toContain('The PIN is wrong.');
    expect((await operator('create', made('A cashier', 'cashier'), [manager, cashier])).code).toBe(0);
    // It looks like the name that there is.
    const alike = await operator('create', made('А cashier', 'cashier'), [manager, '7351']);
    expect(alike.errors).toContain('There is an operator named A cashier already.');
    const raised = await operator(
      'create',
      ['--name', 'B', '--role', 'cashier', '--by', 'A cashier'],
      [cashier, '7351'],
    );
    expect(raised.errors).toContain('it needs a manager');
    const listed = (await operator('list', [])).out.map((line) => JSON.parse(line) as JsonObject);
    expect(listed.map(({ name, role, active }) => [name, role, active])).toEqual([
      ['A cashier', 'cashier', true],
      ['A manager', 'manager', true],
    ]);
    expect(JSON.stringify(listed)).not.toContain('pin');
  });

  it('lets a person choose another PIN, and a manager give one', async () => {
    expect((await operator('change-pin', ['--name', 'A cashier'], [cashier, '8264'])).code).toBe(0);
    const old = await operator('change-pin', ['--name', 'A cashier'], [cashier, '7351']);
    expect(old.errors).toContain('The PIN is wrong.');
    const given = await operator('change-pin', ['--name', 'A cashier', '--by', 'A manager'], [manager, cashier]);
    expect(given).toMatchObject({ code: 0, errors: '' });
    const own = await operator('change-pin', ['--name', 'A manager', '--by', 'A cashier'], [cashier, '640183']);
    expect(own.errors).toContain('it needs a manager');
  });

  it('gives programs access, and takes it back, by a manager’s word', async () => {
    const wish = ['token', 'create', '--name', 'Second', '--scopes', 'status'];
    expect((await command(wish)).errors).toContain('one of them must do it, by PIN');
    expect((await command([...wish, '--by', 'A cashier'], [cashier])).errors).toContain('it needs a manager');
    const token = await command([...wish, '--by', 'A manager'], [manager]);
    expect(token).toMatchObject({ code: 0, out: [expect.stringMatching(/^tb_/) as string] });
    shop.token = token.out[0] ?? '';
    expect((await shop.erp.get('/v1/status')).status).toBe(200);
    expect((await command(['token', 'revoke', '--name', 'Second'])).errors).toContain('by PIN');
    expect((await shop.erp.get('/v1/status')).status).toBe(200);
    expect((await command(['token', 'revoke', '--name', 'Second', '--by', 'A manager'], [manager])).code).toBe(0);
    expect((await shop.erp.get('/v1/status')).status).toBe(401);
  });

  it('closes its shift by the word of a supervisor or a manager, and shows its report to everybody', async () => {
    expect((await command(['shift', 'close'])).errors).toContain('by PIN');
    const few = await command(['shift', 'close', '--by', 'A cashier'], [cashier]);
    expect(few.errors).toContain('it needs a supervisor');
    const closed = await command(['shift', 'close', '--by', 'A manager'], [manager]);
    const report = JSON.parse(closed.out[0] ?? '') as JsonObject;
    expect(report).toMatchObject({ number: 1, closedBy: 'A manager' });
    expect(JSON.parse((await command(['shift', 'report', '--number', '1'])).out[0] ?? '')).toEqual(report);
  });

  it('keeps one manager, and takes a person who left back under the same name', async () => {
    const last = await operator('remove', ['--name', 'A manager', '--by', 'A manager'], [manager]);
    expect(last.errors).toContain('One active manager must remain.');
    const gone = await operator('remove', ['--name', 'A cashier', '--by', 'A manager'], [manager]);
    const { id } = JSON.parse(gone.out[0] ?? '') as { id: string };
    expect((await command(['operator', 'change-pin', '--name', 'A cashier'], [cashier, '8264'])).code).toBe(1);
    const back = await operator('create', made('A cashier', 'cashier'), [manager, '8264']);
    expect(JSON.parse(back.out[0] ?? '')).toMatchObject({ id, active: true });
  });

  it('goes by the same rules while no bridge runs', async () => {
    expect(await shop.program.kill('SIGTERM')).toBe(0);
    expect((await operator('create', made('C', 'cashier', []), ['7351'])).errors).toContain('by PIN');
    const weak = await operator('create', made('C', 'supervisor'), [manager, '7351']);
    expect(weak.errors).toContain('pin must have at least 6 digits');
    expect((await operator('create', made('C', 'supervisor'), [manager, '640183'])).code).toBe(0);
    expect((await command(['token', 'list'])).out).toHaveLength(3);
    expect((await command(['shift', 'close', '--by', 'C'], ['640183'])).code).toBe(0);
    expect((await command(['journal', 'verify'])).code).toBe(0);
  });
});
