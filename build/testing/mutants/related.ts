// Which test files import which source file, directly or not, and over how many steps: the nearest is tried first,
// because a test about a file kills its mutants at the least cost.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> };
const specifiers = /(?:from|import)\s*\(?\s*'([^']+)'/g;

/** Steps from this file to each file that it imports, through others too. */
export function distances(file: string): Map<string, number> {
  const found = new Map([[file, 0]]);
  // Grows while it is walked: each file that is found is searched in its turn.
  for (const [path, steps] of found) {
    for (const next of importsOf(path)) if (!found.has(next)) found.set(next, steps + 1);
  }
  return found;
}

const known = new Map<string, readonly string[]>();

function importsOf(file: string): readonly string[] {
  const before = known.get(file);
  if (before !== undefined) return before;
  const text = readFileSync(file, 'utf8');
  const paths = [...text.matchAll(specifiers)]
    .map(([, name = '']) => pathOf(file, name))
    .filter((path) => path !== null);
  known.set(file, paths);
  return paths;
}

function pathOf(from: string, name: string): string | null {
  if (name.startsWith('.')) return present(join(dirname(from), name));
  for (const [pattern, target] of Object.entries(imports)) {
    const [head = ''] = pattern.split('*');
    if (pattern === name) return present(target);
    if (pattern.endsWith('*') && name.startsWith(head)) return present(target.replace('*', name.slice(head.length)));
  }
  return null;
}

function present(path: string): string | null {
  const plain = normalize(path);
  return existsSync(plain) && plain.endsWith('.ts') ? plain : null;
}
