// The simulator's mutants are patches of the product: one that no longer fits is made again with the change that moved it.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join('test', 'sim', 'mutants');
const patches = readdirSync(folder).filter((file) => file.endsWith('.patch'));

it.each(patches)('%s fits the product', (file) => {
  const { status, stderr } = spawnSync('git', ['apply', '-C1', '--check', join(folder, file)], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});
