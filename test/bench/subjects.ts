// What is compared: the till as it is packaged, and a copy of the same folder whose app is an empty window. Both run
// on the same files of the same runtime, from an archive as installed apps do.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createPackage } from '@electron/asar';
import { buildApp } from '../../build/bundling/app-build.ts';
import { electronRuntime } from '../../build/electron/runtime.ts';
import { obstacle } from '../../build/machine/launch.ts';
import { packageApp } from '../../build/packaging/package-app.ts';
import type { Subject } from './launch.ts';

/** Written by build/packaging/package-app.ts for packages on the old runtime. */
const oldRuntimeStart = join('out', 'old-runtime-start.cjs');

/** A keypad, a terminal to charge at and a status line that knows how things stand: a cashier can begin. */
const saleIsUsable = `document.visibilityState === 'visible'
  && document.querySelectorAll('main button').length > 12
  && [...document.querySelectorAll('main select')].some((each) => each.value.startsWith('VIRTUAL'))
  && document.querySelector('footer [role=status]')?.textContent !== ''`;
const pageIsThere = `document.visibilityState === 'visible' && document.querySelector('main') !== null`;

/** The least that an Electron app with a window can be. */
const emptyMain = `'use strict';
const { join } = require('node:path');
const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false });
  window.once('ready-to-show', () => window.show());
  window.loadFile(join(__dirname, '..', 'index.html'));
});
`;

export interface Subjects {
  readonly till: Subject;
  readonly empty: Subject;
  readonly runtime: string;
}

export async function prepareSubjects(home: string): Promise<Subjects> {
  const runtime = await electronRuntime();
  const problem = obstacle(runtime);
  if (problem !== null) throw new Error(problem);
  buildApp();
  const folder = resolve('release', 'bench');
  rmSync(folder, { recursive: true, force: true });
  await packageApp({ runtime, targets: ['dir'], output: folder, fused: false });
  const till = join(folder, 'linux-unpacked');
  const empty = join(folder, 'empty-window');
  // Hard links: both run the same bytes, and share them in memory with nobody else.
  execFileSync('cp', ['-al', till, empty]);
  await replaceApp(empty, folder, runtime.fallback);
  return {
    till: {
      executable: join(till, 'tillbridge'),
      home: join(home, 'till'),
      page: 'app://till/',
      usable: saleIsUsable,
    },
    empty: {
      executable: join(empty, 'tillbridge'),
      home: join(home, 'empty'),
      page: 'file://',
      usable: pageIsThere,
    },
    runtime: `Electron ${runtime.version}`,
  };
}

/** On the old runtime both load the shim: it fills the runtime's gaps and is no part of the app. */
async function replaceApp(packaged: string, folder: string, withShim: boolean): Promise<void> {
  const source = join(folder, 'empty-window-source');
  mkdirSync(join(source, 'main'), { recursive: true });
  writeFileSync(join(source, 'main', 'index.cjs'), emptyMain);
  writeFileSync(join(source, 'index.html'), '<!doctype html><title>Empty</title><main></main>');
  if (withShim) cpSync(oldRuntimeStart, join(source, 'start.cjs'));
  const main = withShim ? 'start.cjs' : 'main/index.cjs';
  writeFileSync(join(source, 'package.json'), JSON.stringify({ name: 'empty-window', version: '0.0.0', main }));
  const archive = join(packaged, 'resources', 'app.asar');
  rmSync(archive);
  await createPackage(source, archive);
}
