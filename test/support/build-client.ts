// Before the first test: compiles the client as it is now, once, because tests that serve it run side by side and one
// would read what the other is writing.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export function setup(): void {
  // `npm test` compiles it for all its parts, which run side by side as well.
  if (process.env['TILLBRIDGE_CLIENT_IS_BUILT'] !== undefined) return;
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', 'client'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
}
