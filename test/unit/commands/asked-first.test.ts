// A command asks a person for a PIN without holding the data folder: somebody who thinks keeps no bridge from starting.
import { expect, it } from 'vitest';
import { workerSource } from '#host/worker-source.ts';
import { runCommand } from '#commands/run.ts';
import { openDataKey } from '#secrets/data-key.ts';
import { lockFolder } from '#store/folder/folder-lock.ts';
import { aFolder } from '#support/store-folder.ts';

/** A shop with a manager named Kim, and no bridge. `meanwhile`: while the command waits for a PIN. */
async function aShop() {
  const dataDir = aFolder();
  const environment = { TILLBRIDGE_DATA_KEY: '5'.repeat(64), XDG_STATE_HOME: aFolder() };
  openDataKey({ dataDir, environment });
  const run = async (args: readonly string[], meanwhile: () => void | Promise<unknown> = () => undefined) => {
    const said = { out: '', errors: '', asked: 0 };
    const [group = '', action = '', ...more] = args;
    const code = await runCommand([group, action, '--data-dir', dataDir, ...more], {
      program: 'bridge',
      version: '0.0.0',
      worker: workerSource(),
      environment,
      stdout: (text) => void (said.out += text),
      stderr: (text) => void (said.errors += text),
      secret: async () => {
        said.asked += 1;
        await meanwhile();
        return '482915';
      },
    });
    return { code, ...said };
  };
  await run(['token', 'create', '--name', 'ERP', '--scopes', 'status']);
  const made = await run(['operator', 'create', '--name', 'Kim', '--role', 'manager']);
  expect(made).toMatchObject({ code: 0 });
  return { dataDir, run };
}

const commands = [
  ['shift', 'close', '--by', 'Kim'],
  ['folder', 'resume', '--name', 'Kim', '--reason', 'It is the only copy.'],
  ['token', 'create', '--name', 'Till', '--scopes', 'status', '--by', 'Kim'],
  ['token', 'revoke', '--name', 'ERP', '--by', 'Kim'],
  ['operator', 'change-pin', '--name', 'Kim'],
] as const;

it.each(commands.map((args) => [args.join(' '), args] as const))('%s', async (_name, args) => {
  const { dataDir, run } = await aShop();
  const done = await run(args, () => lockFolder(dataDir).release());
  expect(done).toMatchObject({ code: 0, asked: expect.any(Number) });
  expect(done.asked).toBeGreaterThan(0);
});

it('what changed meanwhile counts: who is no operator any more closes no shift', async () => {
  const { run } = await aShop();
  await run(['operator', 'create', '--name', 'Robin', '--role', 'manager', '--by', 'Kim']);
  const remove = () => run(['operator', 'remove', '--name', 'Robin', '--by', 'Kim']);
  const refused = await run(['shift', 'close', '--by', 'Robin'], remove);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.errors).toContain('There is no such operator.');
});
