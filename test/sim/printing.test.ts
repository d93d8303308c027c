// Print jobs with a crash at every step and a printer that loses its power, out of one seed: nothing is printed twice
// without COPY, nothing is lost, and no job says that it came out where it did not.
import { expect, it } from 'vitest';
import { createPrinting, receiptRules } from '#assembly/counter/printing.ts';
import type { PrintJobRecord } from '#core/ports/record.ts';
import type { PrintOutcome, Printer } from '#core/ports/printers.ts';
import { settingsSchema } from '#settings/settings.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { ScriptedPrinter, aDocument, printersOf } from '#support/scripted-printer.ts';
import { share } from '#support/share.ts';
import { neverAnswered } from './never.ts';
import { Random } from './random.ts';
import { Disk } from './disk.ts';
import { createSimStore } from './store/store.ts';

const jobs = 6;

async function aDay(seed: number) {
  const random = new Random(`printing ${seed}`);
  const chance = (often: number) => random.fraction() < often;
  const clock = new FakeClock();
  const disk = new Disk(random.fork('disk'), true);
  const paper: string[] = [];
  const seen = { crashes: 0, doubts: 0 };
  let calm = false;
  let ids = 0;

  /** One life of the till, which may end at each commit and while the printer works. */
  const live = async () => {
    let isDead = false;
    const dies = (often: number) => {
      if (!isDead && !calm && chance(often)) isDead = true;
      return isDead;
    };
    const host = {
      lives: (place: string) => !(place === 'read' ? isDead : dies(0.06)),
      soon: (work: () => void) => void clock.after(1, work),
      diskFails: () => false,
    };
    const store = createSimStore(disk, host);
    const printer = new ScriptedPrinter();
    const print: Printer['print'] = async (document, beforeFirstByte, copy) => {
      if (!calm && chance(0.15)) return { type: 'not-sent', obstacle: 'paper-out' };
      await beforeFirstByte();
      if (dies(0.1)) return neverAnswered();
      const [first] = document.blocks;
      const comesOut = calm || chance(0.8);
      if (comesOut && first?.type === 'text') paper.push(`${first.text}${copy ? ' COPY' : ''}`);
      if (dies(0.1)) return neverAnswered();
      const told: PrintOutcome = { type: 'printed' };
      return comesOut && (calm || chance(0.8)) ? told : { type: 'doubtful', reason: 'no-word' };
    };
    const { queue, devices } = createPrinting({
      store,
      printers: printersOf(Object.assign(printer, { print })),
      clock,
      chance: { fraction: () => random.fraction(), operationId: () => 'op', hex128: () => String((ids += 1)) },
      digests: { keyed: (text) => text },
      receipts: receiptRules(settingsSchema.parse({}), 'live'),
      changed: () => undefined,
      isPaused: () => false,
      cardRules: { idsMayLookLikeCards: false },
      log: () => undefined,
    });
    queue.start().catch(() => undefined);
    await clock.advance(5);
    return { devices, store, isDead: () => isDead };
  };

  /** Somebody looks at the paper: all that was to come out so far, beside what jobs are known to have brought out. */
  const cameOut = (job: PrintJobRecord, all: readonly PrintJobRecord[]) => {
    const isSame = (other: PrintJobRecord) => textOf(other) === textOf(job) && other.copy === job.copy;
    const known = all.filter((other) => isSame(other) && other.state === 'printed').length;
    return paper.filter((line) => line === `${textOf(job)}${job.copy ? ' COPY' : ''}`).length > known;
  };

  const names = new Map<string, string>();
  const textOf = ({ id, reprintOf }: PrintJobRecord): string => {
    const before = reprintOf === null ? null : disk.tables.printJob(reprintOf);
    const own = names.get(id) ?? (before === null ? '' : textOf(before));
    names.set(id, own);
    return own;
  };

  const accepted = new Set<string>();
  for (let round = 0; round < 400; round += 1) {
    calm = round > 200;
    const life = await live();
    for (let index = 0; index < jobs; index += 1) {
      const text = `job ${index}`;
      const asking = { clientId: 'erp', requestId: text, device: 'COUNTER', document: aDocument(text) };
      void life.devices.print(asking).then((answer) => {
        if (answer.type !== 'accepted') return;
        accepted.add(text);
        names.set(answer.job.id, text);
      });
    }
    await clock.advance(60_000);
    for (const job of life.isDead() ? [] : life.store.printJobsIn('doubtful', 10)) {
      const all = disk.tables.printJobs;
      for (const { id, asked } of all) if (asked !== null) names.set(id, asked.requestId);
      seen.doubts += 1;
      void life.devices.decide(job.id, { clientId: null, by: 'Ada' }, { cameOut: cameOut(job, all), reprint: true });
      await clock.advance(60_000);
    }
    if (life.isDead()) {
      seen.crashes += 1;
      disk.crash();
      continue;
    }
    const left = disk.tables.printJobs.filter(({ state }) => !['printed', 'cancelled'].includes(state));
    if (accepted.size === jobs && left.length === 0) break;
    // The till is switched off and on, as at night.
    disk.crash();
  }
  return { paper, seen, all: disk.tables.printJobs, textOf };
}

const seeds = share({ small: 60, large: 300 });

it(`${seeds} days with crashes print each document once, or say COPY`, async () => {
  const seen = { crashes: 0, doubts: 0, copies: 0 };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const day = await aDay(seed);
    const where = `seed ${seed}`;
    for (let index = 0; index < jobs; index += 1) {
      const text = `job ${index}`;
      expect(day.paper.filter((line) => line === text).length, `${where}: ${text} twice`).toBeLessThan(2);
      expect(
        day.paper.some((line) => line.startsWith(text)),
        `${where}: ${text} lost`,
      ).toBe(true);
    }
    for (const job of day.all) {
      const claims = day.all.filter((other) => day.textOf(other) === day.textOf(job) && other.copy === job.copy);
      const printed = claims.filter(({ state }) => state === 'printed').length;
      const line = `${day.textOf(job)}${job.copy ? ' COPY' : ''}`;
      expect(day.paper.filter((each) => each === line).length, `${where}: ${line} claimed`).toBe(printed);
      expect(['printed', 'cancelled'], where).toContain(job.state);
    }
    seen.crashes += day.seen.crashes;
    seen.doubts += day.seen.doubts;
    seen.copies += day.paper.filter((line) => line.endsWith('COPY')).length;
  }
  // The faults were there.
  expect(Math.min(seen.crashes, seen.doubts, seen.copies)).toBeGreaterThan(seeds);
});
