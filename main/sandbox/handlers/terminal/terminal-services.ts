// Terminal commands that move no money: they make no payment and get no trace number, but they are carried out, so
// each is an execution of value 0.
import type { JsonObject } from '#contract/data/json.ts';
import { type MaskedCard, issuerOf, maskedText } from '../../facts/cards.ts';
import type { SandboxAnswer } from '../../exchange/exchange.ts';
import { newId } from '../../facts/ids.ts';
import { success } from '../../rules/movements.ts';
import { type Job, requiredText } from '../job.ts';
import { resultOf } from '../results.ts';

export function runService(job: Job, message: string, card: MaskedCard): SandboxAnswer {
  const facts = { payId: null, xId: newId(), status: 'OK', ...success };
  const details = { posTerminalId: requiredText(job.input, 'posTerminalId'), ...serviceDetails(message, card) };
  return job.settle({ status: 200, body: resultOf(job, facts, details), executed: { payId: null, value: 0 } });
}

function serviceDetails(message: string, card: MaskedCard): JsonObject {
  switch (message) {
    case 'CARD_READ':
      return {
        paymentMethods: {
          card: { ...card, maskedNumber: maskedText(card), country: card.country ?? issuerOf(card.bin).country },
        },
      };
    case 'DIAGNOSE':
      return { terminal: { state: 'READY' } };
    default:
      return {};
  }
}
