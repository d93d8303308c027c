// Loaded into a program before its own code: it ends by SIGKILL at the change of a file that DIE_AT names by its number,
// as where the power goes there.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const at = Number(process.env.DIE_AT);
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
]) {
  const real = fs[call];
  fs[call] = (...given) => {
    count += 1;
    if (count === at) process.kill(process.pid, 'SIGKILL');
    return real(...given);
  };
}
syncBuiltinESMExports();
