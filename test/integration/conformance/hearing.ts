// The suite heard at a gateway that speaks otherwise, and what the bridge would read with the settings that it proposes.
import { afterAll, beforeAll } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { meaningOf } from '#operations/evidence/words.ts';
import { readPayment } from '#operations/payment-view.ts';
import { type Sandbox, startSandbox } from '#sandbox/server.ts';
import { settingsSchema } from '#settings/settings.ts';
import { conformanceCases } from '../../conformance/cases/index.ts';
import { type Report, runSuite } from '../../conformance/suite.ts';
import { type Told, startLiar } from './liar.ts';

/** Cases by which a gateway shows what it says of each state. */
const telling =
  /^(payment\.(hosted|direct|declined)|capture\.(whole|series|too-much)|refund\.part-and-rest|reverse\.uncaptured|look-up\.|terminal\.|key\.capture|credit\.card)/;

/** For the tests of one file: `heard` gives the report of the suite at a gateway whose answers are changed. */
export function useGateway(): (change: (told: Told) => void) => Promise<Report> {
  let sandbox: Sandbox;
  let runs = 0;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, merchantId: 'SHOP', apiKey: 'key', terminalDelayMs: 0 });
  });
  afterAll(() => sandbox.close());
  return async (change) => {
    const root = await startLiar(sandbox.url, change);
    const card = { number: '4111111111111111', cardholderName: 'Test', expiryDate: '203012', brand: 'visa' };
    return runSuite({
      address: { root, authRoot: root, merchantId: 'SHOP', apiKey: 'key' },
      cases: conformanceCases.filter(({ id }) => telling.test(id)),
      startedAt: '2026-01-31T18:05:00Z',
      options: { terminalId: 'T1', card, declineCode: '22060101', run: `TALK${(runs += 1)}X` },
    });
  };
}

/** What the bridge would take a word for with the settings that the suite proposes. */
export function wordsWith({ speech }: Report): (word: string) => string {
  const { statuses } = settingsSchema.parse({ answers: speech.proposal ?? {} }).answers;
  return (word) => meaningOf(word, statuses);
}

/** The sums of a record, read with the settings that the suite proposes. */
export function sumsWith({ speech }: Report, record: JsonObject): readonly (number | null)[] {
  const { answers, paymentPaths } = settingsSchema.parse({
    answers: speech.proposal ?? {},
    ...(speech.sums.paymentPaths && { paymentPaths: speech.sums.paymentPaths }),
  });
  const reading = { ...defaultAnswerReading, wrappers: answers.wrappers };
  const { authorized, captured, refunded } = readPayment(record, paymentPaths, reading);
  return [authorized, captured, refunded];
}
