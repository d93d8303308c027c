// How old the runtimes in the package may be: the pins agree with package.json and with what SECURITY.md promises, and an
// old day is named. That the day itself is not too long ago is asked by `npm run audit`, not by a test.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { daysForRuntimes, pinProblems, runtimePins } from '../../../build/checks/runtime-pins.ts';
import { runtimeVersions } from '../../../build/checks/supply-chain.ts';

const pin = { name: 'runtime', version: '1.0.0', read: '2026-03-01', releases: 'https://releases.example' };

it.each([
  ['on the day', '2026-03-01', '1.0.0', 0],
  ['on the last day', '2026-03-15', '1.0.0', 0],
  ['a day too late', '2026-03-16', '1.0.0', 1],
  ['on a day before it was read', '2026-02-28', '1.0.0', 1],
  ['where package.json has another version', '2026-03-01', '1.0.1', 1],
])('%s', (_, today, version, problems) => {
  expect(pinProblems([pin], { runtime: version }, today).length).toBe(problems);
});

it('the pins are those of package.json', () => {
  const versions = runtimeVersions(readFileSync('package.json', 'utf8'));
  const days = runtimePins.map(({ read }) => read).toSorted();
  expect(pinProblems(runtimePins, versions, days.at(-1) ?? '')).toEqual([]);
});

it('SECURITY.md promises the days that are checked', () => {
  expect(readFileSync('SECURITY.md', 'utf8')).toContain(`within ${daysForRuntimes} days`);
});
