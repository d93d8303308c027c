// docs/codes.md has every code that a program can be told, and none that only people at the window meet.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { alarmCodes } from '#contract/till/alarms.ts';
import { doubtCodes, failureCodes } from '#contract/operation/outcome-codes.ts';
import { problemCodes, publicProblemCodes } from '#contract/programs/problems.ts';
import { projectRoot } from '../../../build/documents/specification/rows.ts';

const page = readFileSync(join(projectRoot, 'docs', 'codes.md'), 'utf8');
const codesUnder = (title: string) => {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, code]) => code);
};

test.each([
  ['Problems', publicProblemCodes],
  ['Failures', failureCodes],
  ['Doubts', doubtCodes],
  ['Alarms', alarmCodes],
] as const)('%s are all there, once', (title, codes) => {
  expect(new Set(codesUnder(title))).toEqual(new Set<string>(codes));
  expect(codesUnder(title)).toHaveLength(codes.length);
});

test('whatever the surfaces for programs refuse by name is among them', () => {
  const surfaces = ['main/loopback', 'main/http', 'main/webhooks'];
  const files = execFileSync('git', ['ls-files', ...surfaces], { cwd: projectRoot, encoding: 'utf8' })
    .trim()
    .split('\n');
  const text = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(projectRoot, file), 'utf8'))
    .join('\n');
  const known = new Set<string>(problemCodes);
  const said = [...text.matchAll(/(?:refuse\(|code: )'([a-z-]+)'/g)].flatMap(([, code = '']) =>
    known.has(code) ? [code] : [],
  );
  expect(new Set(said).size).toBeGreaterThan(20);
  expect([...new Set(said)].filter((code) => !codesUnder('Problems').includes(code))).toEqual([]);
});

test('what only people at the window meet is not on the page', () => {
  const hidden = problemCodes.filter((code) => !(publicProblemCodes as readonly string[]).includes(code));
  expect(hidden.length).toBeGreaterThan(5);
  const named = new Set([...page.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code));
  const elsewhere = new Set<string>([...failureCodes, ...doubtCodes, ...alarmCodes]);
  expect(hidden.filter((code) => named.has(code) && !elsewhere.has(code))).toEqual([]);
});
