// What an office gives its tills from layers of the chain, the shop and the till: settings (ADR 89), people (ADR 90)
// and programs (ADR 92). The rules of layers, documents, numbers and signatures are the same; here stands what differs.
import type { z } from 'zod';
import {
  type PeopleContent,
  type PeopleDocument,
  mostPeopleLayerBytes,
  peopleContentSchema,
  peopleDocumentSchema,
  peopleProblems,
  peopleStatement,
  peopleText,
} from '#contract/office/office-people.ts';
import {
  type ProgramsContent,
  type ProgramsDocument,
  mostProgramsLayerBytes,
  mostProgramsOfLayer,
  programsContentSchema,
  programsDocumentSchema,
  programsProblems,
  programsStatement,
  programsText,
} from '#contract/office/office-programs.ts';
import {
  type OfficeContent,
  type SettingsDocument,
  contentText,
  mostLayerBytes,
  officeContentSchema,
  officeSums,
  settingsDocumentSchema,
  settingsStatement,
} from '#contract/office/office-settings.ts';
import type { TillDocument } from '#contract/office/till-document.ts';
import { scopeSchema } from '#contract/programs/scopes.ts';
import { namesakeIn } from '#contract/text/look-alike.ts';
import { originProblem } from '#http/origin.ts';
import { officeProblems } from '#settings/office-part.ts';
import { settingsSchema } from '#settings/settings.ts';
import type { AuditedDeed } from '../people/audit.ts';
import type { Tx } from '../database/database.ts';
import type { TillAt } from '../database/till-at.ts';
import type { LayerKeys } from '../keys/office-keys.ts';
import { merged, mergedPeople, mergedPrograms } from './merge.ts';
import { withTokens } from './program-tokens.ts';

/** `C`: what a layer says; `D`: the document of a till. */
export interface DocumentKind<C extends object, D extends C & TillDocument> {
  /** Also of the chain's columns that count the changes. */
  readonly name: 'settings' | 'people' | 'programs';
  /** As the office's audit names a change, and its way back. */
  readonly changedDeed: AuditedDeed;
  readonly putBackDeed: AuditedDeed;
  readonly layers: 'settings_layer' | 'people_layer' | 'programs_layer';
  readonly given: 'till_settings' | 'till_people' | 'till_programs';
  /** What the signature over a change begins with: of the office for itself, no till takes it. */
  readonly purpose: string;
  readonly none: C;
  readonly content: z.ZodType<C>;
  readonly document: z.ZodType<D>;
  /** In canonical form, so that two of them can be compared. */
  textOf(content: C): string;
  /** From the widest layer to the narrowest. */
  merged(layers: readonly C[]): C;
  /** What a document says beside its layers, which only this till is given; null: nothing. */
  readonly completed: ((tx: Tx, keys: LayerKeys, at: TillAt, content: C) => Promise<C>) | null;
  /** What the office signs for the till. */
  statement(said: C & Omit<TillDocument, 'keyId' | 'signature'>): string;
  /** Why a layer cannot say this, in English; null where it can. */
  whyNot(content: C): string | null;
  /** The same, of what it did not say before, beside the chain's other layers; null: they do not matter to each other. */
  readonly whyNotBeside: ((content: C, before: C, others: readonly C[]) => string | null) | null;
}

export const settingsKind: DocumentKind<OfficeContent, SettingsDocument> = {
  name: 'settings',
  changedDeed: 'settings-changed',
  putBackDeed: 'settings-put-back',
  layers: 'settings_layer',
  given: 'till_settings',
  purpose: 'tillbridge office settings layer v1',
  none: { currency: null, settings: {} },
  content: officeContentSchema,
  document: settingsDocumentSchema,
  textOf: contentText,
  merged,
  completed: null,
  statement: settingsStatement,
  whyNot(content) {
    const sums = Object.keys(content.settings).filter((name) => officeSums.includes(name));
    if (sums.length > 0 && content.currency === null) {
      return `the currency is missing: ${sums.join(', ')} are sums of it`;
    }
    if (Buffer.byteLength(contentText(content)) > mostLayerBytes) return 'these settings are too long';
    const asTill = settingsSchema.safeParse(content.currency === null ? {} : { shopCurrency: content.currency });
    if (!asTill.success) return `there is no currency ${content.currency}`;
    const [problem] = officeProblems(content, asTill.data);
    if (problem === undefined) return null;
    if (problem.why === 'not-settable') return `${problem.name} is none of the settings that an office may set`;
    return `${problem.name} ${problem.detail ?? 'does not fit'}`;
  },
  whyNotBeside: null,
};

export const peopleKind: DocumentKind<PeopleContent, PeopleDocument> = {
  name: 'people',
  changedDeed: 'till-people-changed',
  putBackDeed: 'till-people-put-back',
  layers: 'people_layer',
  given: 'till_people',
  purpose: 'tillbridge office people layer v1',
  none: { people: [] },
  content: peopleContentSchema,
  document: peopleDocumentSchema,
  textOf: peopleText,
  merged: mergedPeople,
  completed: null,
  statement: peopleStatement,
  whyNot(content) {
    if (Buffer.byteLength(peopleText(content)) > mostPeopleLayerBytes) {
      return 'these are too many people: give them to shops or tills';
    }
    const [problem] = peopleProblems(content);
    if (problem === undefined) return null;
    if (problem.why === 'alike') return `there is a person named "${problem.name}", or like it, already`;
    return `the ${problem.why} of "${problem.name}" ${problem.detail ?? 'does not fit'}`;
  },
  // A till that is given two such names takes none of its people, and keeps whom the office has removed.
  whyNotBeside: besideOthers('person', ({ people }) => people.map(({ name }) => name)),
};

export const programsKind: DocumentKind<ProgramsContent, ProgramsDocument> = {
  name: 'programs',
  changedDeed: 'till-programs-changed',
  putBackDeed: 'till-programs-put-back',
  layers: 'programs_layer',
  given: 'till_programs',
  purpose: 'tillbridge office programs layer v1',
  none: { programs: [] },
  content: programsContentSchema,
  document: programsDocumentSchema,
  textOf: programsText,
  merged: mergedPrograms,
  completed: withTokens,
  statement: programsStatement,
  whyNot(content) {
    const { programs } = content;
    if (programs.length > mostProgramsOfLayer || Buffer.byteLength(programsText(content)) > mostProgramsLayerBytes) {
      return 'these are too many programs: give them to shops or tills';
    }
    const unknown = programs.flatMap(({ scopes }) => scopes).find((each) => !scopeSchema.safeParse(each).success);
    if (unknown !== undefined) return `there is no scope ${JSON.stringify(unknown)}`;
    const [problem] = programsProblems(content, originProblem);
    if (problem === undefined) return null;
    if (problem.why === 'alike') return `there is a program named "${problem.name}", or like it, already`;
    if (problem.why === 'limit') return `the limit of "${problem.name}" is a sum, and needs its currency`;
    return `the ${problem.why} of "${problem.name}" ${problem.detail ?? 'does not fit'}`;
  },
  whyNotBeside: besideOthers('program', ({ programs }) => programs.map(({ name }) => name)),
};

/** A name is one person or program in the whole chain: none that is added may look like one of another layer. */
function besideOthers<C>(what: 'person' | 'program', namesOf: (content: C) => readonly string[]) {
  return (content: C, before: C, others: readonly C[]): string | null => {
    const [had, names] = [namesOf(before), others.flatMap(namesOf)];
    for (const name of namesOf(content).filter((each) => !had.includes(each))) {
      const other = namesakeIn(
        names.filter((each) => each !== name),
        name,
      );
      if (other !== null)
        return `there is a ${what} named "${other.name}" already, whose name is or looks like "${name}"`;
    }
    return null;
  };
}
