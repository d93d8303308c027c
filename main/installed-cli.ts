// The headless entry of the installed program: the same commands as `cli.ts`, in one file that the package's own
// executable carries (ADR 51). What the checkout finds beside its sources comes from that executable here.
import { dirname, join } from 'node:path';
import { getAsset } from 'node:sea';
import { createSecretReader } from '#commands/io/read-secret.ts';
import { surviveReaders } from '#commands/io/pipes.ts';
import { runCommand } from '#commands/run.ts';
import { closeProcess, takeEnvironment } from '#host/close-process.ts';
import { harmfulVariable } from '#host/harmful-variables.ts';
import { packageKindOf } from '#host/package-kind.ts';
import { installedAs } from '#host/started-as.ts';
import { versionIn } from '#host/version.ts';

closeProcess();
const environment = takeEnvironment(process.env);
surviveReaders(process);

const harmful = harmfulVariable(environment);
if (harmful !== null) {
  process.stderr.write(`bridge: not started: ${harmful} is not for this program. Start it without that.\n`);
  process.exit(2);
}

const ended = runCommand(process.argv.slice(2), {
  environment,
  program: installedAs(process.execPath),
  version: versionIn(getAsset('package.json', 'utf8')),
  worker: join(dirname(process.execPath), 'worker.cjs'),
  ownProgram: [process.execPath],
  packageKind: packageKindOf(process.execPath),
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  secret: createSecretReader(process.stdin, (text) => process.stderr.write(text)),
});
// A bundle for an executable of its own awaits nothing at its top. A bug's rejection ends the process with its stack.
void ended.then((code) => {
  process.exitCode = code;
});
