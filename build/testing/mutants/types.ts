// A mutant that the compiler refuses needs no test. One mutant of each file is put in place, all are compiled together,
// then the next of each file: an error counts for a mutant only close to it in the same file.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Mutant } from './make.ts';

const closeLines = 20;

/** The mutants that do not compile, each with what the compiler says. */
export async function refused(mutants: readonly Mutant[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const copy = mkdtempSync(join(tmpdir(), 'tillbridge-types-'));
  try {
    for (const path of ['main', 'client', 'package.json']) cpSync(path, join(copy, path), { recursive: true });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    const config = {
      extends: resolve('tsconfig.json'),
      include: ['main'],
      exclude: [],
      compilerOptions: { incremental: true, tsBuildInfoFile: 'built' },
    };
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
    const byFile = Map.groupBy(mutants, ({ file }) => file);
    const most = Math.max(0, ...[...byFile.values()].map(({ length }) => length));
    for (let round = 0; round < most; round += 1) {
      const tried = [...byFile.values()].flatMap((each) => each[round] ?? []);
      for (const mutant of tried) writeFileSync(join(copy, mutant.file), inPlace(mutant));
      const complaints = await compile(copy);
      for (const { file, id, line } of tried) {
        const said = complaints.find((each) => each.file === file && Math.abs(each.line - line) <= closeLines);
        if (said !== undefined) found.set(id, said.text);
        cpSync(file, join(copy, file));
      }
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return found;
}

function inPlace({ file, line, column, was, becomes }: Mutant): string {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n').slice(0, line - 1);
  const at = lines.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  return text.slice(0, at) + becomes + text.slice(at + was.length);
}

interface Complaint {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

async function compile(folder: string): Promise<Complaint[]> {
  const child = spawn(resolve('node_modules', '.bin', 'tsc'), ['-p', folder, '--pretty', 'false'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await new Promise((done) => {
    child.once('close', done);
  });
  return [...said.matchAll(/^(\S+)\((\d+),\d+\): (error .*)$/gm)].map(([, file = '', line = '', text = '']) => ({
    file,
    line: Number(line),
    text,
  }));
}
