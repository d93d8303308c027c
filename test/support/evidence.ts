// What a failed test leaves behind for the person who looks at it: the last words of the programs that it started,
// pictures, traces. Support code says here what there is; keep-evidence.ts writes it down where a test failed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

type Read = () => string | Uint8Array | Promise<string | Uint8Array>;

interface Source {
  /** With its ending: `bridge.txt`. */
  readonly name: string;
  readonly read: Read;
}

/** What a failed test left behind: a folder, and in one line what its window showed. */
interface Evidence {
  readonly folder: string;
  readonly shown: string | null;
}

/** What the window of a test showed when it failed; the line with the failure says so, too. */
export const shownName = 'window.txt';

/** A series of kills starts a hundred programs; the last ones tell what happened. */
const mostKept = 12;
const readTimeoutMs = 10_000;

const sources: Source[] = [];

/** For the rest of this test file: what is read here is kept where a test fails. Nothing is read before. */
export function keepOnFailure(name: string, read: Read): void {
  sources.push({ name, read });
  if (sources.length > mostKept) sources.shift();
}

/** Before each test file: another file's programs say nothing of its tests. */
export function forgetEvidence(): void {
  sources.length = 0;
}

/** Where failed tests leave their files. */
export function resultsFolder(): string {
  return process.env['TILLBRIDGE_TEST_RESULTS'] ?? 'test-results';
}

/** Writes down all there is, in a folder of the test's own; null where there was nothing. */
export async function writeEvidence(file: string, test: string): Promise<Evidence | null> {
  const folder = join(resultsFolder(), `${basename(file).replace(/\.test\.tsx?$/, '')}-${inFileName(test)}`);
  const found = await Promise.all(sources.map(async ({ name, read }) => ({ name, content: await attempt(read) })));
  const kept = found.filter(({ content }) => content !== null && content.length > 0);
  if (kept.length === 0) return null;
  mkdirSync(folder, { recursive: true });
  for (const [index, { name, content }] of kept.entries()) {
    writeFileSync(join(folder, `${String(index + 1).padStart(2, '0')}-${name}`), content ?? '');
  }
  const shown = kept.findLast(({ name, content }) => name === shownName && typeof content === 'string');
  return { folder, shown: shown === undefined ? null : String(shown.content).replaceAll(/\s+/g, ' ').slice(0, 280) };
}

/** A page that has gone shows nothing any more; that must not hide why the test failed. */
async function attempt(read: Read): Promise<string | Uint8Array | null> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), readTimeoutMs);
  });
  try {
    return await Promise.race([read(), patience]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function inFileName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '');
}
