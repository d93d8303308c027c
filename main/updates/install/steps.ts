// Installs a version and takes it back where it is not as healthy as the one before (ADR 69). A newer version first opens
// a copy of the data folder, while the till still sells. Each step is noted before it is begun; whatever ends this program,
// the next run finishes what was begun or takes it back.
import { setTimeout } from 'node:timers/promises';
import { type Health, type Installer, type Limits, NotInstalled, type Till } from './ports.ts';
import type { Ended, InstallFolder, InstallState, UnderWay } from './state.ts';

export interface Installation {
  readonly folder: InstallFolder;
  readonly installer: Installer;
  readonly till: Till;
  readonly limits: Limits;
  readonly nowIso: () => string;
  /** Tells a person of each step. */
  readonly say: (words: string) => void;
}

/** `fresh`: this program has begun it. `again`: after one that ended in the middle. `boot`: before the bridge starts. */
export type InstallRun = 'fresh' | 'again' | 'boot';

/** Goes on until nothing is under way, or until the bridge must start first. Null in that case and where there is nothing. */
export async function goOn(installation: Installation, run: InstallRun): Promise<Ended | null> {
  const { folder } = installation;
  for (let at = run; ; at = at === 'again' ? 'fresh' : at) {
    const { underWay } = folder.state();
    if (underWay === null) return null;
    const next = await nextOf(installation, underWay, at);
    if (next === 'wait') return null;
    if ('end' in next) return finish(installation, underWay, next);
    folder.write({ ...folder.state(), underWay: next });
  }
}

type Verdict = Pick<Ended, 'end' | 'why'> & { readonly restored?: true };
type Next = UnderWay | Verdict | 'wait';

async function nextOf(installation: Installation, under: UnderWay, at: InstallRun): Promise<Next> {
  const { installer, till } = installation;
  switch (under.step) {
    case 'prepare':
      if (at !== 'fresh') return brokenOff;
      return orNotTaken(async () => {
        installer.keepProgram();
        await installer.keep(under);
        return { ...under, step: 'try' };
      });
    case 'try':
      return at === 'fresh' ? orNotTaken(() => tryOut(installation, under)) : brokenOff;
    case 'stop':
    case 'save':
      if (at !== 'fresh') {
        if (at === 'again' && under.before.runs) await till.start();
        return brokenOff;
      }
      return under.step === 'stop' ? stopped(installation, under) : saved(installation, under);
    case 'put':
      installation.say(`Version ${under.to} is put in place.`);
      try {
        await installer.put(under);
      } catch (error) {
        return { ...under, step: 'back', why: wordsOf(error) };
      }
      return { ...under, step: 'watch' };
    case 'watch':
      return at === 'boot' ? startsAgain(installation, under) : watched(installation, under);
    case 'back':
      return takenBack(installation, under, at);
  }
}

const brokenOff: Verdict = { end: 'broken-off', why: 'it was interrupted before anything was put in place' };

/** Nothing was put in place yet: whatever goes wrong, the till stays as it is. */
async function orNotTaken(work: () => Promise<Next>): Promise<Next> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotInstalled) return { end: 'broken-off', why: error.message };
    throw error;
  }
}

async function tryOut({ installer, till, say }: Installation, under: UnderWay): Promise<Next> {
  say(`Version ${under.to} is tried on a copy of the data folder.`);
  const program = await installer.unpack(under);
  const why = await till.tried(program, under.seconds * 1_000);
  return why === null ? { ...under, step: 'stop' } : { end: 'not-taken', why };
}

function stopped(installation: Installation, under: UnderWay): Promise<Next> {
  const { installer, till } = installation;
  return orNotTaken(async () => {
    await installer.ready();
    const why = await busy(installation, under);
    if (why !== null) return { end: 'broken-off', why };
    return orStartedAgain(till, under, async () => {
      // Also one that is not started again by itself: nothing is replaced under a bridge that runs.
      await till.stop();
      return { ...under, step: 'save' };
    });
  });
}

/** A till that sells all day has a moment between two sales. Null once nothing is under way, else why it still is. */
async function busy({ installer, till, limits, say }: Installation, under: UnderWay): Promise<string | null> {
  for (let begunMs: number | null = null; ; await setTimeout(limits.pollMs)) {
    const why = await till.underWay(installer.program);
    if (why === null) return null;
    if (begunMs === null) say(`It waits for a better moment: ${why}.`);
    begunMs ??= performance.now();
    if (performance.now() - begunMs >= under.seconds * 1_000) return why;
  }
}

/** Only where the older version could not read what the newer one makes of the database. */
async function saved({ till, say }: Installation, under: UnderWay): Promise<Next> {
  if (under.schema.to <= under.schema.from) return { ...under, step: 'put' };
  say('The data folder is saved as it is.');
  return orStartedAgain(till, under, async () => ({ ...under, step: 'put', copy: await till.copy() }));
}

async function orStartedAgain(till: Till, { before }: UnderWay, work: () => Promise<Next>): Promise<Next> {
  const next = await orNotTaken(work);
  if (next !== 'wait' && 'end' in next && before.runs) await till.start();
  return next;
}

/** The bridge starts after this; the watch goes on then. */
function startsAgain({ folder, limits }: Installation, under: UnderWay): Next {
  const starts = under.starts + 1;
  if (starts > limits.starts) {
    return { ...under, step: 'back', why: `the computer started ${limits.starts} times before it was healthy` };
  }
  folder.write({ ...folder.state(), underWay: { ...under, starts } });
  return 'wait';
}

async function watched({ installer, till, limits, say }: Installation, under: UnderWay): Promise<Next> {
  if (!under.before.runs) return { end: 'installed', why: null };
  say(`Version ${under.to} is started.`);
  await till.start();
  let health: Health | null = null;
  for (const begunMs = performance.now(); performance.now() - begunMs < under.seconds * 1_000;) {
    health = await till.health(installer.program);
    if (health !== null && isAsBefore(health, under.before)) return { end: 'installed', why: null };
    await setTimeout(limits.pollMs);
  }
  return { ...under, step: 'back', why: whyNot(health, under) };
}

function isAsBefore({ accepting, online }: Health, before: UnderWay['before']): boolean {
  return (accepting || !before.accepting) && (online || !before.online);
}

function whyNot(health: Health | null, { seconds }: UnderWay): string {
  const within = `within ${seconds} s`;
  if (health === null) return `it did not start ${within}`;
  return health.accepting ? `it did not reach the gateway ${within}` : `it took no operations ${within}`;
}

/**
 * The older version works on with the folder as it is wherever it can read it. Where it cannot, the copy comes back, but
 * not by itself over work that was done since: no operation is forgotten without a person.
 */
async function takenBack(installation: Installation, under: UnderWay, at: InstallRun): Promise<Next> {
  const { installer, till, say } = installation;
  const { copy, schema, why } = under;
  say(`Version ${under.to} is taken back: ${why ?? 'a person wants it'}.`);
  const again = async () => {
    if (at !== 'boot' && (under.before.runs || till.runs())) await till.start();
  };
  try {
    if (at !== 'boot') await till.stop();
    const found = await seenIn(till, under);
    const isReadable = found.schema <= schema.from;
    if (!isReadable && (copy === null || (found.work > 0 && !under.evenOverNewer))) {
      await again();
      const records = `version ${under.from} could not read the ${found.work} records that the data folder has since`;
      return { end: 'stays', why: `${why ?? 'a person wants it back'}; ${records}` };
    }
    if (!isReadable && copy !== null) await till.restore(copy.path);
    await installer.putBack(under);
    await again();
    return { end: 'taken-back', why, ...(isReadable ? {} : { restored: true }) };
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    // Whichever version is in place is better than none.
    await again();
    return { end: 'stays', why: `${why ?? 'a person wants it back'}; ${error.message}` };
  }
}

/** A database that cannot be read at all is the older version's to rescue, as after any damage. */
async function seenIn(
  till: Till,
  { copy, schema }: UnderWay,
): Promise<{ readonly schema: number; readonly work: number }> {
  try {
    return await till.look(copy?.seq ?? 0);
  } catch (error) {
    if (error instanceof NotInstalled) return { schema: schema.from, work: 0 };
    throw error;
  }
}

function finish({ folder, installer, nowIso }: Installation, under: UnderWay, verdict: Verdict): Ended {
  const { from, to, schema, file, copy } = under;
  const at = nowIso();
  // It stands in the middle of sentences.
  const why = verdict.why?.replace(/\.$/, '') ?? null;
  const last: Ended = { restored: false, ...verdict, why, at, from, to };
  const state = folder.state();
  const hasFailed = last.end === 'not-taken' || last.end === 'taken-back' || last.end === 'stays';
  const others = state.failed.filter(({ version }) => version !== to);
  const failed = hasFailed ? [...others, { version: to, at, why: last.why ?? 'a person took it back' }] : others;
  // What ended before anything was put in place leaves the way back to the version before as it was.
  const isPut = last.end === 'installed' || last.end === 'stays';
  const back = isPut ? { from, to, schema, file, copy } : last.end === 'taken-back' ? null : state.back;
  const ended: InstallState = { form: 1, underWay: null, last, back, failed: failed.slice(-mostFailed) };
  folder.write(ended);
  installer.tidy(back === null ? [] : [back.from, back.to]);
  return last;
}

const mostFailed = 8;

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : 'unknown').slice(0, 2_000);
}
