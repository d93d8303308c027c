// What a till says of its office (office-view.ts), as programs get it.
import { z } from 'zod';
import { instantSchema } from '../operation/operation-schemas.ts';
import { officePeopleViewSchema } from './office-people.ts';
import { officeProgramsViewSchema } from './office-programs.ts';
import { officeSettingsViewSchema } from './office-settings.ts';
import { officeTroubles } from './office-troubles.ts';

export const officeViewSchema = z.object({
  url: z.string().nullable().describe('Where the office is; null where what the till keeps of it cannot be read'),
  name: z.string().nullable().describe('The name of this till at the office'),
  takenAt: instantSchema.nullable().describe('When the office last took records; null: it took none yet'),
  waiting: z.int().nullable().describe('Records of the journal that the office does not have; null: not known yet'),
  claims: z.boolean().exactOptional().describe('Whether the office is asked before money is paid out'),
  settings: officeSettingsViewSchema.exactOptional().describe('What the office sets at this till'),
  people: officePeopleViewSchema.exactOptional().describe('Whom the office lets sign in at this till'),
  programs: officeProgramsViewSchema.exactOptional().describe('Which programs the office lets in at this till'),
  trouble: z
    .object({
      code: z.enum(officeTroubles),
      since: instantSchema,
      detail: z.string().nullable().describe('What was seen, in English; null where the code says all'),
    })
    .nullable()
    .describe('Why the office gets nothing; null where it does'),
});
