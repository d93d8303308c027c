// What the office shows of all tills, as lines of JSON: takings, what is in doubt, and how each till is.
import { printJson } from '#commands/io/print-json.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { UsageError, readOptions, required } from '#commands/io/usage.ts';
import { dayReportSchema } from '#contract/office/page.ts';
import { dayReport } from '../reports/day.ts';
import { alarms, doubts, headOfTill, takings, tills } from '../reports/reports.ts';
import { atOffice } from './reach.ts';
import type { OfficeCommand } from './office-io.ts';

const common = { 'data-dir': { type: 'string' }, chain: { type: 'string' } } as const;

const listing =
  (read: (...given: Parameters<typeof tills>) => Promise<readonly object[]>): OfficeCommand =>
  async (args, io) => {
    const options = readOptions(args, common);
    for (const line of await atOffice(options, ({ tx, chain }) => read(tx, chain))) printJson(io, line);
    return 0;
  };

export const tillsCommand = listing(tills);
export const doubtsCommand = listing(doubts);
export const alarmsCommand = listing(alarms);

export const takingsCommand: OfficeCommand = async (args, io) => {
  const options = readOptions(args, {
    ...common,
    from: { type: 'string' },
    to: { type: 'string' },
    day: { type: 'string' },
    shop: { type: 'string' },
    zone: { type: 'string' },
  });
  const day = dayOf(options.day, '--day');
  if (day !== null) {
    if (options.from !== undefined || options.to !== undefined) throw new UsageError('--day stands alone');
    const { shop, zone = 'UTC' } = options;
    const query = dayReportSchema.safeParse({ day, zone, shop });
    if (!query.success || !isZone(zone)) throw new UsageError('--zone must be a time zone, for example Europe/Berlin');
    printJson(io, await atOffice(options, ({ tx, chain }) => dayReport(tx, chain, query.data)));
    return 0;
  }
  if (options.shop !== undefined || options.zone !== undefined) throw new UsageError('--shop and --zone need --day');
  const [from, to] = [dayOf(options.from, '--from'), dayOf(options.to, '--to')];
  printJson(io, await atOffice(options, ({ tx, chain }) => takings(tx, chain, { from, to })));
  return 0;
};

export const headCommand: OfficeCommand = async (args, io) => {
  const options = readOptions(args, { ...common, name: { type: 'string' } });
  const name = required(options.name, '--name');
  const head = await atOffice(options, ({ tx, chain }) => headOfTill(tx, chain, name));
  if (head === null) throw new StartProblem(`The office has no records of a till named "${name}".`);
  printJson(io, head);
  return 0;
};

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export function dayOf(value: string | undefined, option: string): string | null {
  if (value === undefined) return null;
  if (/^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))) return value;
  throw new UsageError(`${option} must be a day, for example 2026-01-31`);
}
