// What the package holds: the built app, licences, bill of materials, compiled code, blown fuses.
import { existsSync, readFileSync as readHere, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, it } from 'vitest';
import { openTraining } from './counter.ts';
import { openTill, packaged, shops } from './till.ts';

const resources = join(dirname(packaged.executable), 'resources');

it('holds the built app and nothing else', () => {
  const names = listPackage(join(resources, 'app.asar'), { isPack: false });
  const kinds = new Set(names.map((name) => name.split('/').slice(0, 3).join('/')));
  const wanted = ['/out', '/out/customer', '/out/icons', '/out/main', '/out/preload', '/out/renderer', '/package.json'];
  const testOnly = '/out/old-runtime-start.cjs';
  expect([...kinds].filter((kind) => kind !== testOnly).toSorted()).toEqual(wanted);
  const native = '/out/main/serialport.node';
  expect(names.filter((name) => /\.(?:ts|map|node)$/.test(name))).toEqual([native]);
});

it('holds the licences of all that it holds, and shows them', async () => {
  const folder = dirname(shops);
  const page = readHere(join(folder, 'licences', 'licences.txt'), 'utf8');
  for (const part of ['Tillbridge (MIT)', 'zod ', 'react ', 'serialport ', '@fontsource-variable/inter ', 'Node.js ']) {
    expect(page).toContain(part);
  }
  expect(page).toContain('SIL OPEN FONT LICENSE');
  const { cashier } = await openTraining();
  await cashier.reads('How much?');
  await cashier.page.keyboard.press('?');
  await cashier.page.getByText('Licences of this program and its parts').click();
  const shown = cashier.page.locator('pre[aria-label^=Licences]');
  await expect.poll(() => shown.textContent()).toBe(page);
});

it('holds its bill of materials, which names what is on the page of licences', () => {
  const folder = join(dirname(shops), 'licences');
  const { components } = JSON.parse(readHere(join(folder, 'bom.cdx.json'), 'utf8')) as {
    readonly components: readonly { readonly name: string; readonly version: string }[];
  };
  const page = readHere(join(folder, 'licences.txt'), 'utf8');
  const listed = components
    .filter(({ name }) => name !== 'electron')
    .map(({ name, version }) => `${name} ${version} (`);
  expect(listed.length).toBeGreaterThan(50);
  expect(listed.filter((part) => !page.includes(part))).toEqual([]);
  expect(components.some(({ name }) => name === 'electron')).toBe(true);
});

it('names no place of the machine that packaged it', () => {
  const project = Buffer.from(process.env['TILLBRIDGE_E2E_PROJECT'] ?? process.cwd());
  const bridge = join(dirname(shops), 'resources', 'bridge');
  const files = [join(resources, 'app.asar'), join(bridge, 'tillbridge'), join(bridge, 'worker.cjs')];
  expect(files.filter((file) => readHere(file).includes(project))).toEqual([]);
});

it('starts with code that was compiled when it was packaged', async () => {
  const { app } = await openTill();
  const taken = await app.evaluate(({ app: inner }) => {
    const { readFileSync, readdirSync } = process.getBuiltinModule('node:fs');
    const { Script } = process.getBuiltinModule('node:vm');
    const loader = process.getBuiltinModule('node:module') as unknown as { wrap(source: string): string };
    const folder = `${inner.getAppPath()}/out/main`;
    const caches = readdirSync(folder).filter((name) => name.endsWith('.cache'));
    return caches.map((cache) => {
      const name = cache.replace(/\.cache$/, '');
      const source = loader.wrap(readFileSync(`${folder}/${name}`, 'utf8'));
      const script = new Script(source, { cachedData: readFileSync(`${folder}/${cache}`) });
      return [name, script.cachedDataRejected === false] as const;
    });
  });
  expect(taken).toEqual(
    expect.arrayContaining([
      ['main-services.cjs', true],
      ['bridge.cjs', true],
    ]),
  );
  expect(taken.filter(([, accepted]) => !accepted)).toEqual([]);
});

it('says at packaging how large each part is, the bridge without symbols', () => {
  const table = readHere(`${dirname(shops)}-sizes.txt`, 'utf8');
  expect(table).toMatch(/^ +\d+ {2}the bridge without a window$/m);
  if (process.platform !== 'linux' || !existsSync('/usr/bin/strip')) return;
  // With the commands in it, it is still smaller than the Node that it was made of.
  const bridge = join(dirname(shops), 'resources', 'bridge', 'tillbridge');
  expect(statSync(bridge).size).toBeLessThan(statSync(process.execPath).size);
});

it('has no default app that would run any folder', () => {
  expect(existsSync(join(resources, 'default_app.asar'))).toBe(false);
});

it('has its fuses blown in the copy that users get', async () => {
  const wire = await getCurrentFuseWire(shops);
  const state = (fuse: FuseV1Options) => (wire[fuse] === FuseState.ENABLE ? 'on' : 'off');
  expect({
    runAsNode: state(FuseV1Options.RunAsNode),
    nodeOptions: state(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
    inspect: state(FuseV1Options.EnableNodeCliInspectArguments),
    cookies: state(FuseV1Options.EnableCookieEncryption),
    integrity: state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
    onlyAsar: state(FuseV1Options.OnlyLoadAppFromAsar),
  }).toEqual({ runAsNode: 'off', nodeOptions: 'off', inspect: 'off', cookies: 'on', integrity: 'on', onlyAsar: 'on' });
});
