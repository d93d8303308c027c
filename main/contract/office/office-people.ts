// The people that an office gives its tills, and the signed document in which it does (ADR 90). Names, roles and hashes of
// PINs: the hash is a till's own (secrets/pins.ts), keyed with a key of the office that no database has.
import { z } from 'zod';
import { type JsonObject, canonicalJson } from '../data/json.ts';
import { pinHashForm } from '../people/pins.ts';
import { roles } from '../people/roles.ts';
import { alikeAmong } from '../text/look-alike.ts';
import { givenNameIssue } from './given-name.ts';
import {
  documentMembers,
  documentProblemCodes,
  hasSchema,
  mostProblems,
  refusedSchemaOf,
  statementOf,
  versionSchema,
} from './till-document.ts';

/** As canonical JSON: of one layer, about 80 people, and of a till's document, which is made of three. */
export const mostPeopleLayerBytes = 18_000;
/** Of a till's document: what is longer is not taken. */
export const mostPeopleBytes = 56_000;

/** Read tolerantly, so that a till can say what it does not take of it. */
const personSchema = z.object({ name: z.string().max(200), role: z.string().max(100), pin: z.string().max(500) });
export type OfficePerson = z.infer<typeof personSchema>;

export const peopleContentSchema = z.object({ people: z.array(personSchema).max(1_000) });
export type PeopleContent = z.infer<typeof peopleContentSchema>;

/** Who may sign in at one till, by the office's signature. */
export const peopleDocumentSchema = peopleContentSchema.extend(documentMembers);
export type PeopleDocument = z.infer<typeof peopleDocumentSchema>;

export function peopleStatement({ till, version, at, people }: Omit<PeopleDocument, 'keyId' | 'signature'>): string {
  return statementOf('tillbridge office people v1', { till, version, at, people } satisfies JsonObject);
}

/** In canonical form, so that two of them can be compared. */
export function peopleText({ people }: PeopleContent): string {
  return canonicalJson({ people } satisfies JsonObject);
}

export const peopleProblemCodes = [
  ...documentProblemCodes,
  'name', // not one that a person of a till may have
  'role',
  'pin', // not a hash that this program makes
  'alike', // two people of the document have this name, or names that look like it
  'manager-missing', // the till has no manager of its own
  'name-taken', // the till has a person of its own who is named so: of this document only this person is left out
] as const;
export type PeopleProblemCode = (typeof peopleProblemCodes)[number];

/** What a till does not take of a document: all of it, or, by `name-taken`, only those who are named. */
export const peopleRefusedSchema = refusedSchemaOf(peopleProblemCodes);
export type PeopleRefused = z.infer<typeof peopleRefusedSchema>;
export type PeopleProblem = PeopleRefused['problems'][number];

/** What is wrong with the people of a document; empty where all of them could be people of a till. */
export function peopleProblems({ people }: PeopleContent): PeopleProblem[] {
  const found = people.flatMap(({ name, role, pin }, at): PeopleProblem[] => {
    const why = givenNameIssue(name);
    // Such a name is shown nowhere.
    const about = why === null ? name : `#${at + 1}`;
    return [
      ...(why === null ? [] : [{ name: about, why: 'name', detail: why } as const]),
      ...(roles.some((each) => each === role) ? [] : [{ name: about, why: 'role', detail: null } as const]),
      ...(pinHashForm.test(pin) ? [] : [{ name: about, why: 'pin', detail: null } as const]),
    ];
  });
  // Comparing looks takes time, and only names of a bounded length are compared.
  const alike = found.length > 0 ? [] : alikeAmong(people.map(({ name }) => name));
  found.push(...alike.map((name): PeopleProblem => ({ name, why: 'alike', detail: null })));
  return found.slice(0, mostProblems);
}

/** What a till says when it asks for its people. */
export const peopleAskedSchema = z.strictObject({
  has: hasSchema,
  /** Whether it takes people from its office at all; one that does not is given none. */
  takes: z.boolean(),
  refused: peopleRefusedSchema.nullable(),
});
export type PeopleAsked = z.infer<typeof peopleAskedSchema>;

/** Null: the till has the newest one, or there is none for it. */
export const peopleAnswerSchema = z.object({
  document: peopleDocumentSchema.nullable(),
  /** What the hashes are keyed with, 32 bytes in base64: in no database, and at a till only sealed. Null: the till takes no people. */
  pinKey: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/)
    .nullable(),
});
export type PeopleAnswer = z.infer<typeof peopleAnswerSchema>;

/** What a till shows of the people of its office. */
export const officePeopleViewSchema = z.object({
  takes: z.boolean().describe('Whether this till takes people from its office (office.people)'),
  version: versionSchema.describe('The version of the list that it goes by; 0: none'),
  refused: peopleRefusedSchema
    .nullable()
    .describe('What it does not take, and why; with name-taken only these people are left out'),
});
export type OfficePeopleView = z.infer<typeof officePeopleViewSchema>;
