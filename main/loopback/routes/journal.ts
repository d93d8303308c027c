// The journal for programs that keep the books: written out as the command `journal export` does, and the key that its
// heads are signed with. It comes in pages, so that a long journal holds neither memory nor anybody else up.
import { z } from 'zod';
import { ruleIssue } from '#contract/data/issue-words.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { type Answer, type Headers, emptyAnswer, problemAnswer, textAnswer } from '#http/answer.ts';
import { inputRefusal, readQuery } from '#http/query.ts';
import { streamAnswer } from '#http/stream.ts';
import type { RouteAbout } from '../schemas/about.ts';
import { type JournalReaders, createJournalReaders } from '../request/journal-readers.ts';
import { moment, wholeNumber } from '../request/query-fields.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../request/context.ts';

const formats = ['ndjson', 'csv'] as const;
const afterError = 'must be the number of a record, or 0';

const exportSchema = z.object({
  format: z.enum(formats, { error: `must be one of ${formats.join(', ')}` }).default('ndjson'),
  after: wholeNumber({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, afterError)
    .default(0)
    .describe('Only records behind the one with this number; 0 for all'),
  from: moment().optional().describe('Only records of this time or later (`at`)'),
  until: moment().optional().describe('Only records before this time (`at`)'),
});
const noQuery = z.object({});

const contentTypes = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' } as const;

const exportAbout: RouteAbout = {
  operationId: 'exportJournal',
  summary: 'Write the journal out',
  description:
    'What the command `journal export` writes, up to the record that is the last one when it begins. ' +
    'docs/journal.md says how it is verified. Where it breaks, the connection breaks: an answer that ends is whole.',
  tag: 'shifts',
  query: exportSchema,
  answers: { 200: { description: 'The records, oldest first', schema: 'Journal', mediaType: contentTypes.ndjson } },
  problems: ['invalid-input', 'too-many-streams'],
};

const keyAbout: RouteAbout = {
  operationId: 'getJournalKey',
  summary: "Read the key that the journal's heads are signed with",
  tag: 'shifts',
  query: noQuery,
  answers: { 200: { description: 'The public key', schema: 'PublicKey', mediaType: 'application/x-pem-file' } },
  problems: [],
};

export function journalRoutes(ports: LoopbackPorts): Route[] {
  const readers = createJournalReaders(ports.after);
  return [
    {
      method: 'GET',
      path: '/v1/journal',
      scope: 'export',
      about: exportAbout,
      handle: (context) => exported(ports, readers, context),
    },
    {
      method: 'GET',
      path: '/v1/journal/public-key',
      scope: 'export',
      about: keyAbout,
      handle: (context) => publicKey(ports, context),
    },
  ];
}

function exported({ journal, log }: LoopbackPorts, readers: JournalReaders, context: LoopbackContext): Answer {
  const given = readQuery(context.target, exportSchema);
  if (given.type === 'refused') return problemAnswer(given.refusal);
  if (journal === null) return problemAnswer(noJournal);
  const { format, after, from, until } = given.query;
  const head = journal.head().seq;
  if (after > head) {
    const message = `is more than ${head}, the number of the last record: it is of another journal`;
    return problemAnswer(inputRefusal('query', [{ field: 'after', ...ruleIssue(message) }]));
  }
  const stretch = {
    after,
    ...(from === undefined ? {} : { fromMs: from }),
    ...(until === undefined ? {} : { untilMs: until }),
  };
  const headers: Headers = {
    'Content-Type': contentTypes[format],
    'Content-Disposition': `attachment; filename="journal.${format}"`,
  };
  if (context.method === 'HEAD') return emptyAnswer(200, headers);
  const opened = readers.open(context, () => journal.exported(format, stretch));
  if (opened.type === 'refused') return problemAnswer(opened.refusal);
  return streamAnswer(opened.pieces, headers, (error) => {
    log('error', 'journal-export-broken', { error: error instanceof Error ? error.name : 'unknown' });
  });
}

function publicKey({ journal }: LoopbackPorts, context: LoopbackContext): Answer {
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  if (journal === null) return problemAnswer(noJournal);
  return textAnswer(200, journal.publicKeyPem, { 'Content-Type': 'application/x-pem-file' });
}

const noJournal: Refusal = { code: 'not-found', detail: 'There is no journal that could be read.' };
