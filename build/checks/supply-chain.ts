// `npm run audit`: checks that the lock file pins every package, and asks the registry for advisories. In the lock file
// every package must have a digest, and none an address. The command fails on an advisory that the list beside this
// file does not explain, on an explanation that is out of date, on one without an advisory, and where the security
// releases of Electron and Node were not read lately (runtime-pins.ts). Where the registry does not answer it says so, and
// fails only for what it sees without it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pinProblems, runtimePins } from './runtime-pins.ts';
import { type Exception, exceptions } from './supply-chain-exceptions.ts';

interface LockedPackage {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
}

interface Advisory {
  /** `https://github.com/advisories/GHSA-…` */
  readonly url: string;
  readonly title: string;
  readonly severity: string;
}

interface AuditReport {
  /** By the name of the package; `via` names other packages, or says what is known of this one. */
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
  readonly message?: string;
}

/** What is wrong with the lock file, a line each. `lock`: its text. */
export function lockProblems(lock: string): string[] {
  const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, LockedPackage>> };
  return Object.entries(packages).flatMap(([path, { integrity, resolved, link = false }]) => {
    if (path === '' || link) return [];
    const missing = integrity === undefined ? [`package-lock.json: ${path} has no integrity`] : [];
    return resolved === undefined ? missing : [...missing, `package-lock.json: ${path} names an address`];
  });
}

/** What is wrong with what is known of our packages, a line each; null where the registry did not say. */
export function advisoryProblems(report: AuditReport, known: readonly Exception[], today: string): string[] | null {
  if (report.vulnerabilities === undefined) return null;
  const advisories = Object.entries(report.vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap((each) => (typeof each === 'string' ? [] : [{ name, id: each.url.split('/').at(-1) ?? '', ...each }])),
  );
  const open = advisories.filter(({ id }) => !known.some((each) => each.id === id));
  return [
    ...open.map(({ name, id, severity, title }) => `${name}: ${severity}: ${title} (${id})`),
    ...known.flatMap(({ id, until }) => {
      if (!advisories.some((each) => each.id === id)) return [`${id} is explained, and no advisory names it any more`];
      return until < today ? [`the explanation of ${id} ended on ${until}: look at it again`] : [];
    }),
  ];
}

/** Of package.json: name to version, of all kinds of dependencies. */
export function runtimeVersions(manifest: string): Readonly<Record<string, string>> {
  const { devDependencies, optionalDependencies } = JSON.parse(manifest) as {
    readonly devDependencies: Readonly<Record<string, string>>;
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  return { ...devDependencies, ...optionalDependencies };
}

/** npm ends with 1 where it found something, and says it on stdout all the same. */
function askRegistry(): AuditReport {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  try {
    return JSON.parse(stdout) as AuditReport;
  } catch {
    return { message: 'npm gave no report' };
  }
}

if (import.meta.main) {
  const report = askRegistry();
  const today = new Date().toISOString().slice(0, 10);
  const advisories = advisoryProblems(report, exceptions, today);
  const pins = pinProblems(runtimePins, runtimeVersions(readFileSync('package.json', 'utf8')), today);
  if (advisories === null) {
    process.stdout.write(
      `audit: not done: the registry does not answer (${report.message?.split(' - ')[0] ?? 'no reason given'})\n`,
    );
  }
  const problems = [...lockProblems(readFileSync('package-lock.json', 'utf8')), ...pins, ...(advisories ?? [])];
  for (const each of problems) process.stdout.write(`${each}\n`);
  process.stdout.write(`audit: ${problems.length} problems\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
