// Whatever code the engine may give, a person can read in each language. The compiler holds the tables as well; this
// reads what is really there, and the sentences that schemas say by themselves.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { doubtCodes } from '#contract/doubt.ts';
import { failureCodes } from '#contract/failure.ts';
import { issueCodes, issueKinds } from '#contract/issue-words.ts';
import { problemCodes } from '#contract/problems.ts';
import { askings, findingCodes, findingGroups, listFaults } from '#contract/reconcile.ts';
import { verdictCodes } from '#contract/window.ts';
import { allTexts } from '#texts/index.ts';
import { germanRules } from '#texts/issues.ts';
import { programProblems } from '#texts/problems.ts';

const texts: { readonly [key: string]: { readonly en: string; readonly de: string } } = allTexts;
const atTheTill = problemCodes.filter((code) => !programProblems.some((each) => each === code));

const keys = [
  ...doubtCodes.map((code) => `doubt.${code}`),
  ...failureCodes.flatMap((code) => [`failure.${code}`, `failure.${code}.do`]),
  ...atTheTill.flatMap((code) => [`problem.${code}`, `problem.${code}.do`]),
  ...verdictCodes.map((code) => `verdict.${code}`),
  ...issueCodes.filter((code) => code !== 'rule').map((code) => `issue.${code}`),
  ...findingCodes.flatMap((code) => [`finding.${code}`, `finding.${code}.do`]),
  ...findingGroups.map((group) => `findings.${group}`),
  ...askings.filter((asking) => asking !== 'whole').map((asking) => `asked.${asking}`),
  ...listFaults.map((fault) => `listFault.${fault}`),
  ...issueKinds.map((kind) => `issueKind.${kind}`),
];

it.each(keys)('%s is said in English and in German', (key) => {
  const text = texts[key];
  expect(text?.en).toMatch(/\w/);
  expect(text?.de).toMatch(/\w/);
  expect(text?.de).not.toBe(text?.en);
});

it('uses the shop’s words, not the program’s', () => {
  const foreign = Object.entries(texts).filter(
    ([, { en, de }]) => /\bbridge\b/i.test(en) || /\bBridge\b|\bOptionen?\b|\bÜbung\b/.test(de),
  );
  expect(foreign.map(([key]) => key)).toEqual([]);
});

const sameNames = (a: ReadonlySet<unknown>, b: ReadonlySet<unknown>) =>
  a.size === b.size && [...a].every((name) => b.has(name));

it('names the same values in both languages', () => {
  const named = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const differing = Object.entries(texts).filter(([, { en, de }]) => !sameNames(named(en), named(de)));
  expect(differing.map(([key]) => key)).toEqual([]);
});

describe('a sentence that a schema says itself', () => {
  const main = join(import.meta.dirname, '../../../main');
  const files = ['operations', 'contract', 'core'].flatMap((folder) =>
    readdirSync(join(main, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(main, folder, name)),
  );
  const said = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    return [...code.matchAll(/(?:error: |const message = |, )(['"])((?:must|may|is|has) .+?)\1[),;\s]/g)].map(
      ([, , sentence]) => sentence ?? '',
    );
  });

  it('is found by this test', () => {
    expect(said).toContain('must be an absolute address of an app or a web site');
    expect(said).toContain('is required: it stands in the answer to the sale or authorisation');
  });

  it.each([...new Set(said)])('%s: has its German', (sentence) => {
    expect(germanRules[sentence]).toBeDefined();
  });
});
