// `npm run security`: electronegativity's checks for Electron apps over our sources. Fails on a finding that the list
// beside this file does not explain, on an explanation without a finding, and on a file that could not be read: the
// tool itself skips such a file silently, and ends with 0 even where it found something.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explained } from './electronegativity-explained.ts';

interface Finding {
  readonly id: string;
  /** From the root; `N/A` for what concerns the app as a whole. */
  readonly file: string;
  readonly location: { readonly line: number };
  readonly description: string;
}

interface Report {
  readonly issues: readonly Finding[];
  readonly errors: readonly { readonly file: string; readonly message: string }[];
}

type Run = (options: object, forCommandLine: boolean) => Promise<Report>;

const scanned = ['main', 'preload', 'renderer', 'package.json'];

/** Asks the network which releases of Electron have fixes; a check must say the same today and tomorrow. */
const leftOut = ['availablesecurityfixesglobalcheck'];

/** The tool with a TypeScript that its parser knows, and without its calls to the network. */
function loadTool(): Run {
  const ours = createRequire(import.meta.url);
  const its = createRequire(ours.resolve('@doyensec/electronegativity/package.json'));
  const replace = (name: string, exports: unknown) => {
    const file = ours.resolve(name);
    its.cache[file] = { id: file, filename: file, loaded: true, exports } as NodeJS.Module;
  };
  replace('typescript', its('typescript'));
  const noAnswer = () => Promise.resolve({ statusCode: 404 });
  replace('got', Object.assign(noAnswer, { default: noAnswer }));
  return its('./dist/runner.js') as Run;
}

async function scan(): Promise<Report> {
  // A copy of the sources only, because the tool would read every other file in the folder too.
  const input = mkdtempSync(join(tmpdir(), 'electronegativity-'));
  try {
    for (const name of scanned) cpSync(name, join(input, name), { recursive: true });
    return await loadTool()({ input, isRelative: true, customScan: [], excludeFromScan: leftOut }, false);
  } finally {
    rmSync(input, { recursive: true });
  }
}

const { issues, errors } = await scan();
const fits = (finding: Finding) => explained.find(({ id, file }) => id === finding.id && file === finding.file);
const problems = [
  ...errors.map(({ file, message }) => `${file}: could not be read: ${message}`),
  ...issues
    .filter((finding) => fits(finding) === undefined)
    .map(({ id, file, location, description }) => `${file}:${location.line}: ${id}: ${description}`),
  ...explained
    .filter((each) => !issues.some((finding) => fits(finding) === each))
    .map(({ id, file }) => `${file}: ${id} is explained but not found any more: take it from the list`),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`electronegativity: ${issues.length} findings, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
