// Memory of a program with all its processes, from Linux's own books. PSS counts a page that several processes share
// once in all, so that the sum is what would be free without the program.
import { readFileSync, readdirSync } from 'node:fs';

export function sumOfPssMiB(root: number): number {
  const kibibytes = processTree(root).map((pid) => {
    const rollup = textOf(`/proc/${pid}/smaps_rollup`);
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  });
  return kibibytes.reduce((sum, each) => sum + each, 0) / 1024;
}

function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    // The program's name stands in parentheses and may hold anything.
    const parent = /\) \S (\d+) /.exec(/^\d+$/.test(name) ? textOf(`/proc/${name}/stat`) : '')?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const below = (pid: number): number[] => [
    pid,
    ...[...parents].flatMap(([child, parent]) => (parent === pid ? below(child) : [])),
  ];
  return below(root);
}

/** Empty for a process that has just ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
