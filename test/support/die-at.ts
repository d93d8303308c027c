// Loaded into a program before its own code: it ends by SIGKILL at the change of a file that DIE_AT names by its number,
// as where the power goes there.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const at = Number(process.env['DIE_AT']);
let count = 0;
for (const call of [
  'renameSync',
  'writeSync',
  'writeFileSync',
  'fsyncSync',
  'rmSync',
  'rmdirSync',
  'mkdirSync',
  'openSync',
  'copyFileSync',
  'cpSync',
  'chownSync',
  'lchownSync',
] as const) {
  const real = fs[call] as (...given: unknown[]) => unknown;
  const counted = (...given: unknown[]): unknown => {
    count += 1;
    if (count === at) process.kill(process.pid, 'SIGKILL');
    return real(...given);
  };
  (fs as unknown as Record<string, unknown>)[call] = counted;
}
syncBuiltinESMExports();
