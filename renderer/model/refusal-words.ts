// A refusal of main in the window's language. Codes that a person cannot act on share one text; what main said in full
// is under Details.
import type { ProblemCode } from '#contract/problems.ts';
import type { Say } from '#texts/index.ts';
import type { Words } from './operation-words.ts';

const own = [
  'offline',
  'invalid-input',
  'refund-exceeds-captured',
  'capture-exceeds-authorised',
  'capture-not-named',
  'payment-reversed',
  'payment-not-found',
  'trans-id-used',
  'not-cancellable',
  'credentials-refused',
  'sealed',
  'queue-full',
  'storage-failed',
] as const satisfies readonly ProblemCode[];

export function refusalWords(code: ProblemCode | 'number-again', say: Say): Words {
  if (code === 'number-again') return { headline: say('problem.number-again'), advice: say('problem.number-again.do') };
  const known = own.find((each) => each === code) ?? 'other';
  return { headline: say(`problem.${known}`), advice: say(`problem.${known}.do`) };
}
