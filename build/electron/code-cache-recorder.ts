// Loaded before the app by build/packaging/code-cache.ts: notes every file of main that the app compiles, and once the till runs
// writes what V8 made of each beside it. Only then is that worth keeping: V8 compiles a function when it is first called.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Script } from 'node:vm';
import { app } from 'electron';
import { codeCacheOf, compileBy } from '../../main/shell/machine/code-cache.ts';

const folder = join(app.getAppPath(), 'out', 'main');
const entry = join(folder, 'index.cjs');
const scripts = new Map<string, Script>();
compileBy((wrapped, file) => {
  // The entry is compiled before the caches are at hand.
  if (!file.startsWith(folder) || file === entry) return null;
  const script = new Script(wrapped, { filename: nameInPackage(file) });
  scripts.set(file, script);
  return script;
});

/** It lies in the cache, where the place of the sources on this machine has no business. */
function nameInPackage(file: string): string {
  const name = relative(app.getAppPath(), file).replaceAll('\\', '/');
  // A copy: V8 keeps a part of a text as a view of the whole, and would write that.
  return Buffer.from(name).toString();
}

// The page's own question is answered once the bridge runs.
app.once('web-contents-created', (_event, contents) => {
  contents.once('did-finish-load', () => {
    void contents
      .executeJavaScript('tillbridge.operations({ limit: 1 }).then(() => tillbridge.status({}))')
      .then(() => {
        for (const [file, script] of scripts) writeFileSync(codeCacheOf(file), script.createCachedData());
        app.exit(0);
      });
  });
});
