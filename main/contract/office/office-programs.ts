// The programs that an office lets in at its tills, and the signed document in which it does (ADR 92): names, scopes, options,
// and of each program's token at this till the SHA-256. The token itself is neither at the office nor in the document.
import { z } from 'zod';
import { type JsonObject, canonicalJson } from '../data/json.ts';
import { greatestMinor } from '../money/greatest-amount.ts';
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

/** Of one layer: as canonical JSON, and in programs. A till's document is made of three, with a hash for each program. */
export const mostProgramsLayerBytes = 8_500;
export const mostProgramsOfLayer = 20;
/** Of a till's document: what is longer is not taken. */
export const mostProgramsBytes = 32_768;

/** Read tolerantly, so that a till can say what it does not take of it. */
const programSchema = z.object({
  name: z.string().max(200),
  scopes: z.array(z.string().max(50)).max(50),
  /** The only Origin that a browser may send with its token; null for programs. */
  origin: z.string().max(300).nullable(),
  /** A webhook is asked for by the program itself. */
  options: z.object({
    refundsPerDayMinor: z.number().nullable(),
    waitsOffline: z.boolean().nullable(),
    partialApprovals: z.boolean(),
  }),
  /** Of its limit; null where it has none. */
  currency: z.string().max(10).nullable(),
});
export type OfficeProgram = z.infer<typeof programSchema>;

export const programsContentSchema = z.object({ programs: z.array(programSchema).max(500) });
export type ProgramsContent = z.infer<typeof programsContentSchema>;

const programAtTillSchema = programSchema.extend({
  /** SHA-256 of its token at this till, hex. */
  tokenSha256: z.string().max(100),
});
export type OfficeProgramAtTill = z.infer<typeof programAtTillSchema>;

/** Which programs may use one till, by the office's signature. */
export const programsDocumentSchema = z.object({ programs: z.array(programAtTillSchema).max(500), ...documentMembers });
export type ProgramsDocument = z.infer<typeof programsDocumentSchema>;

export function programsStatement({
  till,
  version,
  at,
  programs,
}: Omit<ProgramsDocument, 'keyId' | 'signature'>): string {
  return statementOf('tillbridge office programs v1', { till, version, at, programs } satisfies JsonObject);
}

/** In canonical form, so that two of them can be compared: also of a document, with its hashes. */
export function programsText({ programs }: ProgramsContent): string {
  return canonicalJson({ programs } satisfies JsonObject);
}

/** A program that is left out for one of these is left out alone: the others of the document are taken. */
export const leftOutCodes = [
  'scope-not-allowed', // the till's own setting does not list a scope that it asks for, or knows none of that name
  'currency', // its limit is a sum of another currency than the till has
  'name-taken', // the till, or its IT department's policy, has a program that is named so
  'token-taken', // the token is that of such a program
  'switched-off', // a manager of the till switched it off there
] as const;

export const programsProblemCodes = [
  ...documentProblemCodes,
  'name', // not one that a program from an office may have
  'scopes', // none
  'origin', // not as browsers send it
  'limit', // no sum, or without a currency
  'token', // not a SHA-256, or that of another program of the document
  'alike', // two programs of the document have this name, or names that look like it
  ...leftOutCodes,
] as const;
export type ProgramsProblemCode = (typeof programsProblemCodes)[number];

/** What a till does not take of a document: all of it, or, by one of `leftOutCodes`, only the programs that are named. */
export const programsRefusedSchema = refusedSchemaOf(programsProblemCodes);
export type ProgramsRefused = z.infer<typeof programsRefusedSchema>;
export type ProgramsProblem = ProgramsRefused['problems'][number];

export const tokenHashForm = /^[0-9a-f]{64}$/;
const limitSchema = z.int().min(0).max(greatestMinor).nullable();
const currencyForm = /^[A-Z]{3}$/;

/**
 * What is wrong with the programs of a layer or a document, beside their tokens; empty where all could be programs of a till.
 * `originProblem`: why no browser sends such an origin, or null (http/origin.ts).
 */
export function programsProblems(
  { programs }: ProgramsContent,
  originProblem: (origin: string) => string | null,
): ProgramsProblem[] {
  const found = programs.flatMap(({ name, scopes, origin, options, currency }, at): ProgramsProblem[] => {
    const why = givenNameIssue(name);
    // Such a name is shown nowhere.
    const about = why === null ? name : `#${at + 1}`;
    const { refundsPerDayMinor: limit } = options;
    const hasCurrency = currency !== null && currencyForm.test(currency);
    const isLimit = limitSchema.safeParse(limit).success && hasCurrency === (limit !== null);
    return [
      ...(why === null ? [] : [{ name: about, why: 'name', detail: why } as const]),
      ...(scopes.length > 0 ? [] : [{ name: about, why: 'scopes', detail: null } as const]),
      ...(origin === null || originProblem(origin) === null
        ? []
        : [{ name: about, why: 'origin', detail: null } as const]),
      ...(isLimit ? [] : [{ name: about, why: 'limit', detail: null } as const]),
    ];
  });
  // Comparing looks takes time, and only names of a bounded length are compared.
  const alike = found.length > 0 ? [] : alikeAmong(programs.map(({ name }) => name));
  found.push(...alike.map((name): ProgramsProblem => ({ name, why: 'alike', detail: null })));
  return found.slice(0, mostProblems);
}

/** The tokens of a document whose names are right. */
export function tokenProblems({ programs }: Pick<ProgramsDocument, 'programs'>): ProgramsProblem[] {
  const seen = new Set<string>();
  const wrong = programs.filter(({ tokenSha256 }) => {
    const isWrong = !tokenHashForm.test(tokenSha256) || seen.has(tokenSha256);
    seen.add(tokenSha256);
    return isWrong;
  });
  return wrong.slice(0, mostProblems).map(({ name }): ProgramsProblem => ({ name, why: 'token', detail: null }));
}

/** What a till says when it asks for its programs. */
export const programsAskedSchema = z.strictObject({
  has: hasSchema,
  /** Whether it takes programs from its office at all; one that does not is given none. */
  takes: z.boolean(),
  refused: programsRefusedSchema.nullable(),
});
export type ProgramsAsked = z.infer<typeof programsAskedSchema>;

/** Null: the till has the newest one, or there is none for it. */
export const programsAnswerSchema = z.object({ document: programsDocumentSchema.nullable() });
export type ProgramsAnswer = z.infer<typeof programsAnswerSchema>;

/** What a till shows of the programs of its office. */
export const officeProgramsViewSchema = z.object({
  takes: z.boolean().describe('Whether this till takes programs from its office (office.programScopes)'),
  version: versionSchema.describe('The version of the list that it goes by; 0: none'),
  refused: programsRefusedSchema
    .nullable()
    .describe(`What it does not take, and why; with ${leftOutCodes.join(', ')} only these programs are left out`),
});
export type OfficeProgramsView = z.infer<typeof officeProgramsViewSchema>;
