// DCC quotes in the fake: what may be shown of one, what may be chosen from it, and the choice that a sale carries.
import type { DccChoice } from '#contract/operation/dcc-choice.ts';
import { type DccAnswer, readOffer } from '#contract/operation/dcc-offer.ts';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { amountAt } from './answers.ts';
import type { World } from './world.ts';

export function dccAnswer(world: World, quote: OperationView | undefined): DccAnswer {
  const reading = readOffer(quote === undefined ? null : amountAt(quote.input), quote?.result ?? {});
  if (quote === undefined || reading.type === 'no-offer') return reading as DccAnswer;
  if (world.dccAtTerminal === 'information') return { ...reading, choices: null };
  const leftMs = Date.parse(quote.createdAt) + world.dccSeconds * 1_000 - world.now();
  if (leftMs <= 0) return { type: 'no-offer', why: 'expired' };
  const quoteId = textAt(quote.result ?? {}, 'dccInfo.dccRequestId') ?? '';
  const provider = textAt(quote.result ?? {}, 'dccInfo.provider') ?? '';
  const choice = (currency: string): JsonObject => ({ dcc: { quote: quoteId, currency } });
  const { local, foreign } = reading.offer;
  return {
    ...reading,
    choices: { provider, local: choice(local.currency), foreign: choice(foreign.currency), leftMs },
  };
}

/** The choice that the sale carries; a refusal where its quote no longer allows it. */
export function choiceOf(world: World, input: JsonObject): { readonly dcc?: DccChoice } | Refusal {
  const [quoteId, currency] = [textAt(input, 'dcc.quote'), textAt(input, 'dcc.currency')];
  if (quoteId === null || currency === null) return {};
  const quotes = [...world.operations.values()].filter(({ kind }) => kind === 'dcc-quote');
  const quote = quotes.find(({ result }) => textAt(result ?? {}, 'dccInfo.dccRequestId') === quoteId);
  const answer = dccAnswer(world, quote);
  const isUsed = [...world.operations.values()].some(({ dcc }) => dcc?.quoteId === quoteId);
  if (quote === undefined || answer.type === 'no-offer' || answer.choices === null || isUsed) {
    return { code: 'dcc-quote-void', detail: 'The choice of currency does not count.' };
  }
  const { provider } = answer.choices;
  return { dcc: { quoteOperationId: quote.id, quoteId, provider, currency, ...answer.offer } };
}
