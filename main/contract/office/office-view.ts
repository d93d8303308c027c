// What a till knows of its office: which one it joined, what the office has of its journal, and what is wrong. The status,
// the doctor, a command and the window all say it from here.
import type { z } from 'zod';
import { readIsoTime } from '../data/iso-time.ts';
import type { officeViewSchema } from './office-schemas.ts';
import type { SettingsProblemCode, SettingsRefused } from './office-settings.ts';
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

const problemWords: { readonly [code in SettingsProblemCode]: string } = {
  signature: 'it is not signed by the office that this till joined',
  'other-till': 'it is for another till',
  older: 'this till has had a newer version',
  'too-long': 'it is too long',
  'not-settable': 'an office may not set it',
  value: 'the value does not fit',
  currency: 'it is a sum of another currency than this till has',
};

/** In English, for the alarm of the status and for the doctor. */
export function settingsRefusedWords({ version, problems }: SettingsRefused): string {
  const why = problems.map(({ name, why: code, detail }) => {
    const words = `${problemWords[code]}${detail === null ? '' : ` (${detail})`}`;
    return name === '' ? words : `${name}: ${words}`;
  });
  return `This till does not go by version ${version} of the settings of its office, and goes on as before: ${why.join('; ')}. Tell the person who looks after the office.`;
}
