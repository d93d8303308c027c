// Serial lines in a bundle, as the packaged app has them: there is no node_modules beside it.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { serialLine } from '#support/serial-line.ts';
import { serialNativePart } from '../../../build/bundling/serial-native-part.ts';

test.each(['es', 'cjs'] as const)('a bundle (%s) opens a serial line', async (format) => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-serial-'));
  await using line = serialLine('pty,raw,echo=0');
  await line.plug();
  const ending = format === 'es' ? 'mjs' : 'cjs';
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [serialNativePart()],
    ssr: { noExternal: true },
    build: {
      ssr: 'main/peripherals/lines/serial-line.ts',
      outDir: folder,
      target: 'node18',
      minify: false,
      rolldownOptions: {
        output: { format, entryFileNames: `line.${ending}`, chunkFileNames: `[name].${ending}` },
      },
    },
  });
  const endpoint = JSON.stringify({ type: 'serial', path: line.path, baud: 9_600, flow: 'none' });
  const use = `
    const { createSerialLine } = await import(${JSON.stringify(join(folder, `line.${ending}`))});
    const connection = await createSerialLine(${endpoint}).open(5_000);
    await connection.close();
    console.log('opened and closed');`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', use], { cwd: folder });
  expect(stdout).toBe('opened and closed\n');
  rmSync(folder, { recursive: true, force: true });
});
