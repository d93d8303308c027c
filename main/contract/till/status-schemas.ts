// How the bridge and its terminals are, as programs get it. The bridge makes these answers as JSON; this says, and tests
// hold it to it, which members they have.
import { alarmCodes } from './alarms.ts';
import { z } from 'zod';
import { destinationSchema } from './destination.ts';
import { instantSchema } from '../operation/operation-schemas.ts';
import { officeViewSchema } from '../office/office-schemas.ts';
import { modes, states } from '../operation/states.ts';
import { updateEnds, updateStates, waitReasons } from './updates.ts';

const counts = z.object(Object.fromEntries(states.map((state) => [state, z.int()])));

export const statusSchema = z.object({
  product: z.literal('Tillbridge'),
  version: z.string(),
  mode: z.enum(modes).describe('What the money is: none (embedded sandbox), a test environment, or real'),
  gateway: z.string().describe('The root address of the gateway'),
  merchantId: z.string(),
  destination: destinationSchema
    .extend({ fingerprint: z.string().describe('What the command line names this destination by') })
    .nullable()
    .describe('Everything that decides where the credentials go; null for the embedded sandbox'),
  sealed: z.boolean().describe('True: the key of the data folder is not at hand, so only the status is answered'),
  paused: z.string().nullable().describe('Why nothing is sent until a person says so; null where that is not so'),
  accepting: z
    .boolean()
    .describe('Whether new operations are taken: not while sealed or paused, nor where the disk takes nothing'),
  connection: z
    .object({
      state: z.enum(['unchecked', 'online', 'offline']),
      since: instantSchema,
      reason: z.string().nullable(),
    })
    .nullable()
    .describe('Null while sealed'),
  credentials: z
    .object({ state: z.enum(['unchecked', 'accepted', 'refused', 'destination-changed']), message: z.string() })
    .nullable()
    .describe(
      'Whether the gateway takes merchant id and API key; destination-changed: the key was given for another ' +
        'destination and is not used; null while sealed',
    ),
  waiting: z.int().describe('Operations that were accepted and not sent'),
  inDoubt: z.int().describe('Operations whose outcome is not known yet'),
  needsPerson: z.int().describe('Operations that a person must decide'),
  otherEnvironments: z
    .int()
    .exactOptional()
    .describe('Operations that wait for another gateway, merchant or mode; missing while sealed'),
  queueLimit: z.int().exactOptional().describe('How many may wait; missing while sealed'),
  operations: counts.describe('How many operations are in each state'),
  backup: z
    .object({
      to: z.string().nullable().describe('Where a backup is made each day; null where none is'),
      lastAt: instantSchema.nullable().describe('When the last backup was made and read again'),
      failed: z.string().nullable().describe('Why the last try failed; null where it did not'),
    })
    .describe('Backups of the data folder'),
  update: z
    .object({
      state: z
        .enum(updateStates)
        .describe(
          'off: no server is named; unknown: it was not heard yet; current: nothing newer; known: a newer version, not downloaded; ready: its package is here',
        ),
      version: z.string().nullable().describe('The newer version'),
      heardAt: instantSchema.nullable().describe('When the server last gave a list that could be believed'),
      waits: z
        .string()
        .nullable()
        .describe(
          `Why it is not to be installed now (${waitReasons.join(', ')}); null where it may be, or there is none`,
        ),
      asks: z
        .boolean()
        .describe('Only people at the till were in the way for two days: it needs ten minutes without a touch'),
      moment: z
        .string()
        .nullable()
        .describe('From when on, each day, it may be installed although somebody is at the till; null: at no time'),
      file: z.string().nullable().describe('The package that is ready'),
      problem: z.string().nullable().describe('What was wrong at the last look, for people'),
      last: z
        .object({ version: z.string(), end: z.enum(updateEnds), at: instantSchema, why: z.string().nullable() })
        .nullable()
        .describe('How the last installation ended, and why; null where there was none'),
    })
    .describe('New versions of this program'),
  office: officeViewSchema
    .nullable()
    .describe('The office that this till sends its journal to; null where it joined none, and while sealed'),
  disk: z
    .object({
      freeBytes: z.int(),
      daysLeft: z.int().nullable().describe('At the growth of the last week; null where there is none'),
    })
    .nullable()
    .describe('The room on the disk of the data folder; null where it is not known'),
  alarms: z
    .array(z.object({ code: z.string().describe(alarmCodes.join(', ')), message: z.string() }))
    .describe('What somebody should look after; known codes are listed, more may come'),
});

export const terminalsSchema = z.object({
  terminals: z
    .array(
      z.object({
        id: z.string(),
        busy: z.boolean(),
        operationId: z.string().nullable().describe('The operation that holds the terminal'),
        busyUntil: instantSchema
          .nullable()
          .describe('When the terminal is free again at the latest; null where it is free, or the time is not known'),
        heldUntil: instantSchema
          .nullable()
          .describe('The latest end of the hold of a command whose outcome is not known; null where there is none'),
      }),
    )
    .describe('The terminals that the shop named in its settings'),
});
