// Small source files, each with one import (or one way around the table), and whether the check must refuse it.
// They are written into a copy of the zones' folders by imports.test.ts.

export type Fixture = { readonly file: string; readonly code: string };

const target = '../store/secret.ts';

/** Every form in which a module can be named, for a zone at `main/<zone>`. */
const forms = (specifier: string): Record<string, string> => ({
  static: `import { value } from '${specifier}';\nexport const copy = value;\n`,
  sideEffect: `import '${specifier}';\n`,
  typeOnly: `import type { Value } from '${specifier}';\nexport type Copy = Value;\n`,
  inlineType: `import { type Value } from '${specifier}';\nexport type Copy = Value;\n`,
  reExport: `export { value } from '${specifier}';\n`,
  reExportAll: `export * from '${specifier}';\n`,
  reExportType: `export type { Value } from '${specifier}';\n`,
  dynamic: `export const load = async () => await import('${specifier}');\n`,
  template: `export const load = async () => await import(\`${specifier}\`);\n`,
  computed: `const path = '${specifier}';\nexport const load = async () => await import(path);\n`,
  importType: `export type Copy = import('${specifier}').Value;\n`,
  typeOfImport: `export type Copy = typeof import('${specifier}');\n`,
  equals: `import all = require('${specifier}');\nexport const copy = all;\n`,
  augmentation: `declare module '${specifier}' {\n  export type More = 1;\n}\nexport type Own = 1;\n`,
});

const file = (path: string, code: string): Fixture => ({ file: path, code });
const uses = (path: string, specifier: string): Fixture =>
  file(path, `import { value } from '${specifier}';\nexport const copy = value;\n`);
const usesType = (path: string, specifier: string): Fixture =>
  file(path, `import { type Value } from '${specifier}';\nexport type Copy = Value;\n`);

const allForms = (folder: string, prefix: string, specifier: string): Fixture[] =>
  Object.entries(forms(specifier)).map(([form, code]) => file(`${folder}/${prefix}-${form}.ts`, code));

const outer = ['gateway', 'store', 'settings', 'secrets', 'loopback', 'peripherals', 'sandbox'];
const pure = ['contract', 'operations', 'texts', 'core'];

export const forbidden: readonly Fixture[] = [
  // Every form, relative and by alias, from a pure zone and from an outer one.
  ...allForms('main/core', 'relative', target),
  ...allForms('main/core', 'alias', '#store/secret.ts'),
  ...allForms('main/gateway', 'relative', target),
  ...allForms('main/gateway', 'alias', '#store/secret.ts'),

  // The office and the till share what a record is and how it is added up, and nothing else.
  ...['#loopback/x.ts', '#store/open.ts', '#secrets/x.ts', '#office-link/x.ts', '#bridge', 'electron'].map((of, at) =>
    uses(`office/journals/foreign-${at}.ts`, of),
  ),
  ...['core', 'store', 'assembly', 'commands', 'office-link'].map((zone) =>
    uses(`main/${zone}/of-the-office.ts`, '#office/x.ts'),
  ),
  uses('main/loopback/office-link.ts', '#office-link/x.ts'),
  // The office's page is a browser: nothing of the office itself, of Node, or of the till's engine.
  ...['../database/x.ts', '#core/x.ts', '#http/x.ts', 'node:fs', '../../renderer/app/x.tsx'].map((of, at) =>
    uses(`office/page/foreign-${at}.ts`, of),
  ),

  // Electron and Node's own modules, where they do not belong.
  ...[...pure, 'http', ...outer].map((zone) => uses(`main/${zone}/electron.ts`, 'electron')),
  ...['main/bridge.ts', 'main/cli.ts', 'renderer/electron.ts'].map((path) => uses(path, 'electron')),
  ...allForms('main/loopback', 'electron', 'electron').filter(({ file: path }) => !path.includes('augmentation')),
  uses('main/store/electron-main.ts', 'electron/main'),
  ...[...pure.map((zone) => `main/${zone}`), 'preload', 'renderer'].flatMap((folder) => [
    uses(`${folder}/node-fs.ts`, 'node:fs'),
    uses(`${folder}/bare-fs.ts`, 'fs'),
    uses(`${folder}/node-fs-promises.ts`, 'node:fs/promises'),
    uses(`${folder}/bare-fs-promises.ts`, 'fs/promises'),
    usesType(`${folder}/node-type.ts`, 'node:http'),
  ]),
  file(
    'main/store/require.ts',
    "import { createRequire } from 'node:module';\nexport const load = createRequire('/');\n",
  ),
  file(
    'main/store/disabled.ts',
    `// oxlint-disable-next-line no-restricted-imports\nexport * from '../gateway/x.ts';\n`,
  ),
  file(
    'main/store/block-disabled.ts',
    `/* oxlint-disable no-console,\n   no-restricted-imports */\nexport * from '../gateway/x.ts';\n`,
  ),
  file('main/store/all-disabled.ts', `/* eslint-disable */\nexport * from '../gateway/x.ts';\n`),

  // Packages in pure zones.
  ...pure.map((zone) => uses(`main/${zone}/some-package.ts`, 'some-package')),
  uses('main/core/zod.ts', 'zod'),
  uses('main/operations/currency.ts', 'currency-codes'),

  // The rows of the table.
  ...['operations', 'core', 'http', 'texts'].map((zone) => uses(`main/contract/to-${zone}.ts`, `#${zone}/x.ts`)),
  ...['core', 'http', 'texts'].map((zone) => uses(`main/operations/to-${zone}.ts`, `../${zone}/x.ts`)),
  ...['core', 'operations'].map((zone) => uses(`main/texts/to-${zone}.ts`, `../${zone}/x.ts`)),
  ...['http', 'gateway'].map((zone) => uses(`main/core/to-${zone}.ts`, `#${zone}/x.ts`)),
  ...['operations', 'core', 'loopback'].map((zone) => uses(`main/http/to-${zone}.ts`, `#${zone}/x.ts`)),
  ...outer.flatMap((from) =>
    outer
      .filter((to) => to !== from)
      .flatMap((to) => [
        uses(`main/${from}/to-${to}.ts`, `#${to}/x.ts`),
        usesType(`main/${from}/up-${to}.ts`, `../${to}/x.ts`),
      ]),
  ),
  ...outer.flatMap((from) => [
    uses(`main/${from}/to-core.ts`, '#core/retry.ts'),
    usesType(`main/${from}/up-core.ts`, '../core/retry.ts'),
    // What a printer lacks is said in the window's words.
    ...(from === 'peripherals' ? [] : [uses(`main/${from}/to-texts.ts`, '#texts/x.ts')]),
    uses(`main/${from}/to-bridge.ts`, '../bridge.ts'),
    uses(`main/${from}/to-bridge-alias.ts`, '#bridge'),
    uses(`main/${from}/to-tests.ts`, '#support/x.ts'),
  ]),
  uses('main/shell/to-store.ts', '#store/x.ts'),
  uses('main/store/to-core-near-ports.ts', '#core/ports-of.ts'),
  uses('main/shell/to-core.ts', '#core/retry.ts'),
  uses('main/index.ts', './store/x.ts'),
  uses('preload/to-operations.ts', '#operations/index.ts'),
  uses('preload/to-core.ts', '../main/core/ports/store.ts'),
  uses('renderer/to-core.ts', '#core/ports/store.ts'),
  uses('renderer/to-store.ts', '../main/store/x.ts'),
  uses('renderer/to-fake.ts', './bridge/fake/x.ts'),
  uses('renderer/bridge/to-fake.ts', './fake/x.ts'),
  uses('renderer/bridge/fake/to-store.ts', '#store/x.ts'),
  uses('renderer/bridge/fake/to-assembly.ts', '#assembly/open-core.ts'),
  uses('renderer/bridge/fake/node-fs.ts', 'node:fs'),
  ...['#contract/x.ts', '../../main/contract/x.ts', 'zod', 'node:fs', 'electron'].map((specifier, index) =>
    uses(`client/src/out-${index}.ts`, specifier),
  ),
  usesType('client/src/resources/out.ts', '../../../main/contract/x.ts'),

  // From folders inside a zone, and by crooked paths.
  uses('main/store/deep/up.ts', '../../gateway/x.ts'),
  uses('main/store/deep/deeper/up.ts', '../../../gateway/x.ts'),
  uses('main/store/deep/out.ts', '../../../test/support/x.ts'),
  uses('main/store/crooked-own.ts', './../gateway/x.ts'),
  uses('main/store/crooked-inside.ts', './deep/../../gateway/x.ts'),
  uses('main/store/crooked-allowed.ts', '../contract/../gateway/x.ts'),
  uses('main/store/crooked-alias.ts', '#contract/../gateway/x.ts'),
  uses('main/store/absolute.ts', '/main/gateway/x.ts'),

  // Files that the table does not know.
  file('main/helpers/x.ts', 'export const value = 1;\n'),
  file('main/loose.ts', 'export const value = 1;\n'),
  file('main/store/a/b/c/d/x.ts', 'export const value = 1;\n'),

  // Clock, chance, timers, network and process in the pure zones.
  ...pure.flatMap((zone) => [
    file(`main/${zone}/date.ts`, 'export const now = () => new Date();\n'),
    file(`main/${zone}/date-now.ts`, 'export const now = () => Date.now();\n'),
    file(`main/${zone}/random.ts`, 'export const chance = () => Math.random();\n'),
    file(`main/${zone}/timer.ts`, 'export const later = (run: () => void) => setTimeout(run, 1);\n'),
    file(`main/${zone}/fetch.ts`, "export const get = async () => await fetch('http://localhost');\n"),
    file(`main/${zone}/process.ts`, 'export const folder = () => process.cwd();\n'),
    file(`main/${zone}/node-types.ts`, '/// <reference types="node" />\nexport const value = 1;\n'),
    file(`main/${zone}/global.ts`, 'export const id = () => globalThis.crypto.randomUUID();\n'),
  ]),
];

export const allowed: readonly Fixture[] = [
  uses('main/contract/own.ts', './x.ts'),
  uses('main/contract/own-alias.ts', '#contract/x.ts'),
  uses('main/contract/ok-zod.ts', 'zod'),
  uses('main/contract/ok-currency.ts', 'currency-codes'),
  uses('main/operations/ok-zod.ts', 'zod'),
  uses('main/operations/fields/ok-up.ts', '../define.ts'),
  ...['operations', 'texts', 'http'].map((zone) => uses(`main/${zone}/ok-contract.ts`, '../contract/x.ts')),
  ...['contract', 'operations', 'texts'].map((zone) => uses(`main/core/ok-${zone}.ts`, `#${zone}/x.ts`)),
  ...outer.flatMap((from) => [
    ...['contract', 'operations', 'http'].flatMap((to) => [
      uses(`main/${from}/ok-${to}.ts`, `../${to}/x.ts`),
      uses(`main/${from}/ok-alias-${to}.ts`, `#${to}/deep/x.ts`),
    ]),
    uses(`main/${from}/ok-ports.ts`, '#core/ports/store.ts'),
    usesType(`main/${from}/ok-record.ts`, '../core/ports/record.ts'),
    usesType(`main/${from}/deep/ok-record.ts`, '../../core/ports/record.ts'),
    uses(`main/${from}/deep/ok-up.ts`, '../x.ts'),
    uses(`main/${from}/deep/deeper/ok-up.ts`, '../../x.ts'),
    uses(`main/${from}/ok-node.ts`, 'node:fs/promises'),
    uses(`main/${from}/ok-package.ts`, 'zod'),
    file(`main/${from}/ok-dynamic.ts`, "export const load = async () => await import('#contract/x.ts');\n"),
    file(
      `main/${from}/ok-disabled.ts`,
      '// oxlint-disable-next-line no-console\nconsole.log(1);\n// About no-restricted-imports.\nexport {};\n',
    ),
    file(`main/${from}/ok-clock.ts`, 'export const now = () => Date.now();\n'),
  ]),
  uses('main/shell/ok-electron.ts', 'electron'),
  uses('main/shell/ok-bridge.ts', '../bridge.ts'),
  uses('main/shell/ok-bridge-alias.ts', '#bridge'),
  uses('preload/ok-electron.ts', 'electron'),
  uses('preload/ok-contract.ts', '../main/contract/x.ts'),
  file('preload/ok-type.ts', "import type { Value } from '#operations/index.ts';\nexport type Copy = Value;\n"),
  uses('renderer/ok-package.ts', 'react'),
  uses('renderer/demo.tsx', './bridge/fake/x.ts'),
  uses('renderer/bridge/fake/ok-core.ts', '#core/staff/people.ts'),
  uses('renderer/bridge/fake/ok-calls.ts', '#assembly/calls/shift-calls.ts'),
  uses('client/src/ok-own.ts', './x.ts'),
  ...['#core/shift/x.ts', '#store/journal/chain.ts', '#contract/x.ts', 'pg', 'node:fs'].map((of, at) =>
    uses(`office/journals/ok-${at}.ts`, of),
  ),
  ...['#contract/x.ts', '#texts/x.ts', 'react', './x.ts'].map((of, at) => uses(`office/page/ok-${at}.ts`, of)),
  uses('main/assembly/ok-office-link.ts', '#office-link/x.ts'),
  uses('client/src/resources/ok-up.ts', '../x.ts'),
  uses('renderer/screens/sale/ok-texts.ts', '../../../main/texts/x.ts'),
  ...['store', 'loopback', 'core', 'texts', 'sandbox'].map((zone) =>
    uses(`test/unit/ok-${zone}.ts`, `../../main/${zone}/x.ts`),
  ),
];

/** The composition roots have one file each: what they may import stands in a second set of files. */
export const allowedRoots: readonly Fixture[] = [
  file('main/bridge.ts', [...pure, 'http', ...outer].map((zone) => `export * from '#${zone}/x.ts';\n`).join('')),
  file('main/cli.ts', "export * from './bridge.ts';\nexport * from './store/x.ts';\nconsole.log('ready');\n"),
  file('main/index.ts', "export * from './shell/x.ts';\nexport * from './bridge.ts';\nexport * from 'electron';\n"),
  file('main/sandbox/cli.ts', "export * from '#contract/x.ts';\nconsole.log('ready');\n"),
];
