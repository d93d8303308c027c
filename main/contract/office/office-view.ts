// What a till knows of its office: which one it joined, what the office has of its journal, and what is wrong. The status,
// the doctor, a command and the window all say it from here.
import type { z } from 'zod';
import { readIsoTime } from '../data/iso-time.ts';
import type { officeViewSchema } from './office-schemas.ts';
import type { PeopleProblemCode, PeopleRefused } from './office-people.ts';
import type { ProgramsProblemCode, ProgramsRefused, leftOutCodes } from './office-programs.ts';
import type { SettingsProblemCode, SettingsRefused } from './office-settings.ts';
import type { DocumentProblemCode } from './till-document.ts';
import type { OfficeTrouble } from './office-troubles.ts';

export type OfficeView = z.output<typeof officeViewSchema>;

/** The office's computer may be off for a while. What else is wrong, a person must mend. */
const awayAlarmMs = 3_600_000;

/** Whether a person should look after it. */
export function isOfficeAlarm(trouble: OfficeView['trouble'], nowMs: number): boolean {
  if (trouble === null) return false;
  return trouble.code !== 'away' || nowMs - (readIsoTime(trouble.since)?.ms ?? 0) >= awayAlarmMs;
}

/** In English, for the alarm of the status and for the doctor. The window has words of its own. */
export const officeTroubleWords: {
  readonly [code in OfficeTrouble]: { readonly what: string; readonly mend: string };
} = {
  away: {
    what: 'The office is not reached',
    mend: 'Look whether the office runs and the network leads there. The till sells, and sends everything by itself later.',
  },
  'not-the-office': {
    what: 'Another server answers at the address of the office',
    mend: 'Nothing is sent to it. Find out what answers there. Where the office has new keys, join it again.',
  },
  'takes-nothing': {
    what: 'The office answers, and takes nothing of what it is sent',
    mend: 'Look at the log of the office, and whether it has the newest version.',
  },
  'record-refused': {
    what: 'The office refuses a record of this till',
    mend: 'Look at "office alarms" there: who changed or copied this data folder? Then give the till that is right a new code, and join again.',
  },
  'not-let-in': {
    what: 'The office does not let this till in',
    mend: 'Its access was revoked, or another computer joined under its name. Get a new code of the office, and join again.',
  },
  refused: {
    what: 'The office refuses what this till asks',
    mend: 'Look at the log of the office, and whether till and office have the same version.',
  },
  'signature-wrong': {
    what: 'The office signs with another key than it gave when this till joined',
    mend: 'Do not trust what it shows of this till. Find out who changed its keys, then join again.',
  },
  'membership-damaged': {
    what: 'What this till keeps of its office cannot be used',
    mend: 'Get a new code of the office, and join again.',
  },
};

const wholeWords: { readonly [code in DocumentProblemCode]: string } = {
  signature: 'it is not signed by the office that this till joined',
  'other-till': 'it is for another till',
  older: 'this till has had a newer version',
  'too-long': 'it is too long',
};

const settingsWords: { readonly [code in SettingsProblemCode]: string } = {
  ...wholeWords,
  'not-settable': 'an office may not set it',
  value: 'the value does not fit',
  currency: 'it is a sum of another currency than this till has',
};

const peopleWords: { readonly [code in PeopleProblemCode]: string } = {
  ...wholeWords,
  name: 'the name is none that a person of a till may have',
  role: 'there is no such role',
  pin: 'the PIN is not kept as a till keeps one',
  alike: 'two of them have this name, or look like it',
  'manager-missing': 'this till has no manager of its own',
  'name-taken': 'this till has a person of its own who is named so',
};

const programsWords: { readonly [code in ProgramsProblemCode]: string } = {
  ...wholeWords,
  name: 'the name is none that a program may have',
  scopes: 'it may do nothing',
  origin: 'no browser sends such an origin',
  limit: 'its limit is no sum of a currency',
  token: 'the hash of its token is none, or that of another one',
  alike: 'two of them have this name, or look like it',
  'scope-not-allowed': 'this till does not let its office give these scopes',
  currency: 'its limit',
  'name-taken': 'this till, or its policy, has a program that is named so',
  'token-taken': 'a program of this till, or of its policy, has its token',
  'switched-off': 'it was switched off at this till',
};

/** With these only the programs that are named are left out (office-programs.ts). */
const leftOut: readonly string[] = [
  'scope-not-allowed',
  'currency',
  'name-taken',
  'token-taken',
  'switched-off',
] satisfies readonly (typeof leftOutCodes)[number][];

/** In English, for the alarm of the status and for the doctor; null where nothing is refused. */
export function settingsRefusedWords(refused: SettingsRefused | null | undefined): string | null {
  if (refused === null || refused === undefined) return null;
  return `This till does not go by version ${refused.version} of the settings of its office, and goes on as before: ${whyInWords(refused, settingsWords)}. Tell the person who looks after the office.`;
}

/** The same of its people. */
export function peopleRefusedWords(refused: PeopleRefused | null | undefined): string | null {
  if (refused === null || refused === undefined) return null;
  const why = whyInWords(refused, peopleWords);
  return refused.problems.every((each) => each.why === 'name-taken')
    ? `These people of its office cannot sign in at this till: ${why}. A manager removes the till's own, or the office gives the other another name.`
    : `This till does not take version ${refused.version} of the people of its office, and goes on as before: ${why}. Tell the person who looks after the office.`;
}

/** The same of its programs. One that people of the till switched off themselves is no trouble of theirs. */
export function programsRefusedWords(refused: ProgramsRefused | null | undefined): string | null {
  const problems = (refused?.problems ?? []).filter(({ why }) => why !== 'switched-off');
  if (refused === null || refused === undefined || problems.length === 0) return null;
  const why = whyInWords({ problems }, programsWords);
  return problems.every((each) => leftOut.includes(each.why))
    ? `These programs of its office may not use this till: ${why}. Tell the person who looks after the office.`
    : `This till does not take version ${refused.version} of the programs of its office, and goes on as before: ${why}. Tell the person who looks after the office.`;
}

function whyInWords<C extends string>(
  {
    problems,
  }: { readonly problems: readonly { readonly name: string; readonly why: C; readonly detail: string | null }[] },
  codes: { readonly [code in C]: string },
): string {
  const why = problems.map(({ name, why: code, detail }) => {
    const words = `${codes[code]}${detail === null ? '' : ` (${detail})`}`;
    return name === '' ? words : `${name}: ${words}`;
  });
  return why.join('; ');
}
