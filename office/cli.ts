// `npm run -s office -- COMMAND`: the office of a chain's tills. stdout carries results and the ready line only.
import { createSecretReader } from '#commands/io/read-secret.ts';
import { surviveReaders } from '#commands/io/pipes.ts';
import { closeProcess, takeEnvironment } from '#host/close-process.ts';
import { runOffice } from './commands/run.ts';

closeProcess();
const environment = takeEnvironment(process.env);
surviveReaders(process);

const code = await runOffice(process.argv.slice(2), {
  environment,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  secret: createSecretReader(process.stdin, (text) => process.stderr.write(text)),
});
// The embedded database's package ends the process with 0 by a listener of its own; this one has the last word.
process.on('exit', () => {
  if (code !== 0) process.exitCode = code;
});
