// The headless entry: `serve`, `token` and `journal`. The bridge it starts is the one that the window uses.
import { surviveReaders } from '#commands/pipes.ts';
import { runCommand } from '#commands/run.ts';

surviveReaders(process);

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
});
