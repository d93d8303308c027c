// The headless entry: `serve` and the commands. The bridge it starts is the one that the window uses.
import { surviveReaders } from '#commands/pipes.ts';
import { createSecretReader } from '#commands/read-secret.ts';
import { runCommand } from '#commands/run.ts';
import { closeProcess } from '#host/close-process.ts';

closeProcess();
surviveReaders(process);

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  secret: createSecretReader(process.stdin, (text) => process.stderr.write(text)),
});
