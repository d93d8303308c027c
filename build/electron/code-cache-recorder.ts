// Loaded before the app by build/packaging/code-cache.ts: notes every file of main that the app compiles, and once the till runs
// writes what V8 made of each beside it. Only then is that worth keeping: V8 compiles a function when it is first called.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { app } from 'electron';
import { codeCacheOf, compileBy } from '../../main/shell/machine/code-cache.ts';

const folder = join(app.getAppPath(), 'out', 'main');
const entry = join(folder, 'index.cjs');
const scripts = new Map<string, Script>();
compileBy((wrapped, filename) => {
  // The entry is compiled before the caches are at hand.
  if (!filename.startsWith(folder) || filename === entry) return null;
  const script = new Script(wrapped, { filename });
  scripts.set(filename, script);
  return script;
});

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
