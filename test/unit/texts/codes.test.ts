// Whatever code the engine may give, a person can read in each language. The compiler holds the tables as well; this
// reads what is really there, and the sentences that schemas say by themselves.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { doubtCodes } from '#contract/operation/outcome-codes.ts';
import { failureCodes } from '#contract/operation/outcome-codes.ts';
import { issueCodes, issueKinds } from '#contract/data/issue-words.ts';
import { problemCodes } from '#contract/programs/problems.ts';
import { askings, findingCodes, findingGroups, listFaults } from '#contract/shift/reconcile.ts';
import { verdictCodes } from '#contract/till/window.ts';
import { allTexts } from '#texts/all.ts';
import { languages } from '#contract/data/languages.ts';
import { type TextKey, sayIn, textIn } from '#texts/index.ts';
import { germanRules } from '#texts/issues.ts';
import { ruleIn } from '#texts/rules.ts';
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

/** Another word of each language for what has one already: a second word would read as a second act. */
const secondWords: { readonly [language in (typeof languages)[number]]: readonly RegExp[] } = {
  // A reversal is no release and no cancellation, an authorization no reservation.
  en: [/\breleas/i, /\bcancellation\b/i, /\bReserved\b/],
  // Einziehen, stornieren, autorisieren, Zahlungssystem, Schulung.
  de: [/\b(?:ge)?buch(?:en|t)\b/i, /reserviert wurde|nichts reserviert/, /\bGateway\b/, /Übung/],
  // A hold is a préautorisation: "autorisation" is what every sale gets, and its number.
  fr: [/\blibér/i, /\bRéservé\b/, /\bgateway\b/i, /(?<!d’|pré)\bautoris/i],
  // As in French: on an Italian slip “autorizzato” is every approved sale.
  it: [/\bliberat[oae]\b/i, /\briservat[oaie]\b/i, /\bgateway\b/i, /apparecch/i, /(?<!codice |di )\bautorizz/i],
  es: [/\bliber(?:ar|an?|ad[oa]s?)\b/i, /\bRetenido\b/, /\bgateway\b/i, /(?<!de )\bautoriz/i],
  // The shop has an office of its own: that of the chain is the hoofdkantoor.
  nl: [/\bvrij(?:gegeven|geven)\b/i, /\bgateway\b/i, /betaalautomaat/i, /\b(?:het|een|uw|op) kantoor/i],
};

it.each(languages)('has one word for one act in %s', (language) => {
  // A terminal is freed, and an approver releases a payout: those are other acts.
  const others = /^(?:held|approve|fact\.approvedBy|confirm|failure|doubt|people|problem|newPin|terminals)/;
  const found = (Object.keys(texts) as TextKey[])
    .filter((key) => !others.test(key) || language === 'en' || language === 'de')
    .filter((key) =>
      secondWords[language].some((word) => word.test(textIn(key, language).replaceAll(/https?:\S+/g, ''))),
    );
  expect(found).toEqual([]);
});

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)[},]/g)].map(([, name]) => name ?? '');

const sameNames = (a: ReadonlySet<unknown>, b: ReadonlySet<unknown>) =>
  a.size === b.size && [...a].every((name) => b.has(name));

describe.each(languages.filter((each) => each !== 'en'))('a text in %s', (language) => {
  const all = Object.keys(texts) as TextKey[];

  it('names the same values as the English one', () => {
    const named = (text: string) => new Set([...text.matchAll(/\{(\w+)[},]/g)].map(([, name]) => name));
    const differing = all.filter((key) => !sameNames(named(textIn(key, 'en')), named(textIn(key, language))));
    expect(differing).toEqual([]);
  });

  it('is a message that can be said', () => {
    const values = Object.fromEntries(all.flatMap((key) => namesIn(textIn(key, language)).map((name) => [name, 2])));
    const say = sayIn(language) as (key: TextKey, values: object) => string;
    expect(all.filter((key) => /[{}]/.test(say(key, values)))).toEqual([]);
  });

  it('has no straight apostrophe, which may stand for another sign in a message', () => {
    expect(all.filter((key) => textIn(key, language).includes("'"))).toEqual([]);
  });
});

it('French has its narrow space, which does not break, at each double sign', () => {
  const wide = (Object.keys(texts) as TextKey[]).filter((key) =>
    /[ \u00A0][:;?!»%]|«[ \u00A0]/.test(textIn(key, 'fr')),
  );
  expect(wide).toEqual([]);
});

// Short labels and codes may be the same in both; a sentence is not.
it.each(['fr', 'it', 'es', 'nl'] as const)('%s has its own sentences', (language) => {
  const isSentence = (text: string) => (text.replaceAll(/\{\w+\}/g, '').match(/\p{L}{3,}/gu)?.length ?? 0) >= 3;
  const same = Object.entries(texts).filter(
    ([key, { en }]) => isSentence(en) && textIn(key as TextKey, language) === en,
  );
  expect(same.map(([key]) => key)).toEqual([]);
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
    expect(said).toContain('is required: it stands in the answer to the sale or authorization');
  });

  it.each([...new Set(said)])('%s: has its words in each language', (sentence) => {
    expect(germanRules[sentence]).toBeDefined();
    const others = languages.filter((each) => each !== 'en').map((each) => ruleIn(sentence, each));
    expect(others.every((text) => text !== null && text !== sentence)).toBe(true);
  });
});
