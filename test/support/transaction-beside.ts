// Another program in the middle of a transaction on a data folder's database: it began before the test goes on, and
// commits while the test waits for it, or after the test saw what was there before.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const program = `
  const { DatabaseSync } = require('node:sqlite');
  const [, file, sql] = process.argv;
  const db = new DatabaseSync(file);
  db.exec(sql);
  console.log('begun');
  setTimeout(() => db.exec('COMMIT'), 300);
`;

/** `sql` begins the transaction and does its work. Resolves when it has; it is committed soon after. */
export async function transactionBeside(dataDir: string, sql: string): Promise<void> {
  const child = spawn(process.execPath, ['-e', program, join(dataDir, 'tillbridge.db'), sql], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
}
