// `npm run audit`: the lock file as it is, and what is said of packages that have a hole, of explanations, and of a
// registry that does not answer.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { advisoryProblems, lockProblems } from '../../../build/checks/supply-chain.ts';

const advisory = { url: 'https://github.com/advisories/GHSA-aaaa', title: 'reads too far', severity: 'high' };
const report = { vulnerabilities: { parser: { via: [advisory] }, user: { via: ['parser'] } } };
const explained = { id: 'GHSA-aaaa', because: 'it is only used in tests', until: '2026-03-01' };

it('every package of the lock file has a digest, and none an address', () => {
  expect(lockProblems(readFileSync('package-lock.json', 'utf8'))).toEqual([]);
});

it('a package without a digest or with an address is named', () => {
  const packages = {
    '': {},
    'node_modules/a': { resolved: 'https://registry.example/a.tgz', integrity: 'sha512-x' },
    'node_modules/b': {},
    client: { link: true },
  };
  expect(lockProblems(JSON.stringify({ packages }))).toEqual([
    'package-lock.json: node_modules/a names an address',
    'package-lock.json: node_modules/b has no integrity',
  ]);
});

it.each([
  ['a hole that nobody explained', [], '2026-02-01', ['parser: high: reads too far (GHSA-aaaa)']],
  ['one that is explained', [explained], '2026-03-01', []],
  ['one whose explanation has ended', [explained], '2026-03-02', [expect.stringContaining('ended on 2026-03-01')]],
])('%s', (_what, known, today, problems) => {
  expect(advisoryProblems(report, known, today)).toEqual(problems);
});

it('an explanation of what no advisory names any more has to go', () => {
  expect(advisoryProblems({ vulnerabilities: {} }, [explained], '2026-02-01')).toEqual([
    'GHSA-aaaa is explained, and no advisory names it any more',
  ]);
});

it('a registry that does not answer has said nothing', () => {
  expect(advisoryProblems({ message: '405 Method Not Allowed' }, [explained], '2026-02-01')).toBeNull();
});
