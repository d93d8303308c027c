// Names that lead to where a cloud gives a machine its credentials, some of them only when they are asked for again. The
// program finds the addresses itself, and no connection to them is even tried, whatever it is that would be called.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AddressInfo } from 'node:net';
import { type Program, Workbench } from '#support/processes.ts';
import { share } from '#support/share.ts';
import { Shop, apiKey, merchantId, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

/** None of them leads anywhere from here; the unit test of the look-up has all of them. */
const credentials = ['100.100.100.200', 'fd00:ec2::254', '::ffff:100.100.100.200', '64:ff9b::6464:64c8'];
const preload = pathToFileURL(resolve(import.meta.dirname, '../support/told-names.ts')).href;
const telling = (names: { readonly [name: string]: readonly string[] }): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=${preload}`,
  TEST_NAMES: JSON.stringify(names),
});
const triedBy = ({ stderrText }: Program) => [...stderrText.matchAll(/^TRIED (.*)$/gm)].map(([, address]) => address);
const askedFor = ({ stderrText }: Program, name: string) => stderrText.split(`ASKED ${name}\n`).length - 1;
const refused = 'ECREDENTIALADDRESS';

const bench = new Workbench();
const shop = new Shop({ environment: telling({ 'events.example': credentials, 'printer.example': credentials }) });
const here = createServer((socket) => void socket.destroy());
let port = 0;
beforeAll(async () => {
  here.listen(0, '127.0.0.1');
  await once(here, 'listening');
  ({ port } = here.address() as AddressInfo);
  await shop.open('status,sale');
});
afterAll(async () => {
  here.close();
  await Promise.all([bench.close(), shop.close()]);
});

describe.each(share({ small: credentials.slice(0, 1), large: credentials }))('a name that leads to %s', (address) => {
  const names = telling({ 'server.example': [address] });

  it('is no gateway’s', async () => {
    const dataDir = bench.folder();
    const target = ['--gateway', 'https://server.example', '--merchant-id', merchantId];
    const bridge = bench.start('main/cli.ts', ['serve', '--data-dir', dataDir, '--port', '0', ...target], {
      ...names,
      TILLBRIDGE_API_KEY: apiKey,
    });
    await bridge.ready();
    await until(async () => (bridge.stderrText.includes(refused) || triedBy(bridge).length > 0 ? true : null));
    expect(triedBy(bridge)).toEqual([]);
    await bridge.end();
  });

  it('is no office’s', async () => {
    const args = ['office', 'join', '--data-dir', shop.dataDir, '--office', 'https://server.example'];
    const program = shop.bench.start(
      'main/cli.ts',
      [...args, '--code', `${'a1'.repeat(10)}-${'b2'.repeat(16)}`],
      names,
    );
    expect(await program.exited()).toBe(1);
    expect(triedBy(program)).toEqual([]);
    expect(program.stderrText).toContain(refused);
  });

  it('is no server’s of updates', async () => {
    const fetch = pathToFileURL(resolve(import.meta.dirname, '../../main/updates/fetch.ts')).href;
    const text = `import { askWhole } from '${fetch}';
      await askWhole('https://server.example/update.json', 1000, new AbortController().signal)
        .catch((error) => console.error(error.message));`;
    const script = join(bench.folder(), 'look.ts');
    writeFileSync(script, text);
    const program = bench.start(script, [], names);
    expect(await program.exited()).toBe(0);
    expect(triedBy(program)).toEqual([]);
    expect(program.stderrText).toContain(refused);
  });
});

it('a name that leads to a server of the shop first and to credentials then is followed to the first only', async () => {
  const dataDir = bench.folder();
  const gateway = `https://server.example:${port}`;
  const target = ['--gateway', gateway, '--merchant-id', merchantId];
  const bridge = bench.start('main/cli.ts', ['serve', '--data-dir', dataDir, '--port', '0', ...target], {
    ...telling({ 'server.example': ['127.0.0.1', ...credentials] }),
    TILLBRIDGE_API_KEY: apiKey,
  });
  await bridge.ready();
  // What the second look-up leads to is over when the third begins.
  await until(async () => (askedFor(bridge, 'server.example') > 2 ? true : null));
  expect(triedBy(bridge)).toEqual(['127.0.0.1']);
  await bridge.end();
});

it('events and receipts go to none', async () => {
  const url = 'https://events.example/tillbridge';
  expect(await shop.erp.post('/v1/webhook', { url }, 'not-needed')).toMatchObject({ status: 200 });
  const [line = '{}'] = (await shop.run(['token', 'list', '--data-dir', shop.dataDir])).split('\n');
  const { id } = JSON.parse(line) as { readonly id: string };
  await shop.run(['token', 'webhook', '--data-dir', shop.dataDir, '--id', id, '--allow', url]);
  await shop.killBridge();
  // A number is a name for the system, and leads to 100.100.100.200.
  await shop.startBridge(['--printer', 'P1=tcp://1684301000:9100', '--printer', 'P2=tcp://printer.example:9100']);
  expect((await shop.erp.operate('cloud-pos', sale('S-1', 100), 'S-1')).state).toBe('succeeded');
  for (const name of ['events.example', 'printer.example', '1684301000']) {
    await until(async () => (askedFor(shop.program, name) > 1 ? true : null));
  }
  expect(triedBy(shop.program).filter((address) => address !== '127.0.0.1')).toEqual([]);
});
