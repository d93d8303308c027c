// How old a shift must be that is archived: months of the calendar, from the command or the settings.
import { expect, it } from 'vitest';
import { archiveAsked } from '#store/archive/archive-wish.ts';

/** Until when shifts must have been closed. */
async function boundOf(now: string, months: number | null, archiveMonths: number | null, wall = now): Promise<string> {
  const archiver = {
    archiveNext: async ({ beforeMs }: { readonly beforeMs: number }) => {
      return { type: 'nothing-due', why: new Date(beforeMs).toISOString() } as const;
    },
  };
  const [nowMs, wallMs] = [() => Date.parse(now), () => Date.parse(wall)];
  const terms = { archiver, clock: { nowMs, wallMs }, archiveMonths };
  const step = await archiveAsked({ months, dryRun: true, after: null }, terms);
  return step.type === 'nothing-due' ? step.why : '';
}

it.each([
  ['2026-11-28T10:00:00.000Z', 12, null, '2025-11-28T10:00:00.000Z'],
  ['2026-03-31T10:00:00.000Z', 1, null, '2026-02-28T10:00:00.000Z'],
  ['2026-01-31T10:00:00.000Z', 2, 9, '2025-11-30T10:00:00.000Z'],
  ['2026-11-28T10:00:00.000Z', null, 1, '2026-10-28T10:00:00.000Z'],
])('at %s, asked for %s and set to %s months: closed before %s', async (now, months, set, expected) => {
  expect(await boundOf(now, months, set)).toBe(expected);
});

it('asks for the months where neither the command nor the settings name them', async () => {
  expect(await boundOf('2026-11-28T10:00:00.000Z', null, null)).toContain('--months');
});

it('goes by the earlier clock: engine time stays where one wrong clock has put it', async () => {
  const now = '2026-11-28T10:00:00.000Z';
  expect(await boundOf('2099-01-01T00:00:00.000Z', 12, null, now)).toBe('2025-11-28T10:00:00.000Z');
  expect(await boundOf(now, 12, null, '1970-01-01T00:00:00.000Z')).toBe('1969-01-01T00:00:00.000Z');
});
