// The headless entry: `serve` and the commands. The bridge it starts is the one that the window uses.
import { surviveReaders } from '#commands/io/pipes.ts';
import { createSecretReader } from '#commands/io/read-secret.ts';
import { runCommand } from '#commands/run.ts';
import { closeProcess, takeEnvironment } from '#host/close-process.ts';
import { startedAs } from '#host/started-as.ts';
import { readVersion } from '#host/version.ts';
import { workerSource } from '#host/worker-source.ts';

closeProcess();
const environment = takeEnvironment(process.env);
surviveReaders(process);

process.exitCode = await runCommand(process.argv.slice(2), {
  environment,
  program: startedAs({ entry: process.argv[1] ?? '', execPath: process.execPath, environment }),
  version: readVersion(),
  worker: workerSource(),
  ownProgram: [process.execPath, '--disable-sigusr1', process.argv[1] ?? ''],
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  secret: createSecretReader(process.stdin, (text) => process.stderr.write(text)),
});
