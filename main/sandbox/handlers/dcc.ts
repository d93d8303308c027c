// Card services: the country of a BIN, and a quote in the card's own currency (specification, "Card services").
import { issuerOf } from '../facts/cards.ts';
import type { SandboxAnswer } from '../exchange/exchange.ts';
import { type Job, amountOf, requiredText } from './job.ts';
import { decline } from './perform.ts';

export function dccBinCheck(job: Job): SandboxAnswer {
  if (job.refusal !== null) return decline(job, job.refusal);
  const { country } = issuerOf(requiredText(job.input, 'bin'));
  return job.settle({ status: job.successStatus, body: { cardInfo: { country } } });
}

export function dccQuote(job: Job): SandboxAnswer {
  if (job.refusal !== null) return decline(job, job.refusal);
  const dccInfo = job.quotes.give(requiredText(job.input, 'bin'), amountOf(job.input) ?? { value: 0, currency: '' });
  return job.settle({ status: job.successStatus, body: { dccInfo } });
}
