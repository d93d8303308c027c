// The client for JavaScript as an archive beside the app's packages: it is on no registry, so a shop system's developer
// gets it as a file.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Compiles the client in this folder and packs it into `output`; the archive's file. */
export function packClient(output: string, client = 'client'): string {
  mkdirSync(output, { recursive: true });
  execFileSync(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc'), '-p', client], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // A shell, because npm is a script with an ending of its own on Windows.
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(output)], {
    cwd: client,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return join(output, packed.trim().split('\n').at(-1) ?? '');
}
