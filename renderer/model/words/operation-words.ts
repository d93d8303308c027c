// The headline of an operation: what happened, what it means for the money. Codes stay in the details.
import type { FailureCode } from '#contract/operation/outcome-codes.ts';
import { type OfferView, type OperationView, mostAhead } from '#contract/operation/operation.ts';
import type { Money } from '#contract/money/money.ts';
import type { Language, Say, TextKey } from '#texts/index.ts';
import { amountText } from '#texts/amount-text.ts';
import { declineHeadline, declineText } from './decline-words.ts';
import { codeText, reasonText } from './doubt-words.ts';
import { fieldName } from './issue-text.ts';
import { isReversal, toKeep } from '../operation-facts.ts';
import { differenceOf, isMoneyOut, moneyOf, nameOf, numbersOf } from '#texts/operation-facts.ts';
import { clockText } from '../time/time-text.ts';

export interface Words {
  readonly headline: string;
  /** What to do, if anything. */
  readonly advice: string | null;
}

export function wordsOf(operation: OperationView, say: Say, language: Language, online: boolean): Words {
  const since = clockText(operation.doubt?.since ?? operation.updatedAt, language);
  switch (operation.state) {
    case 'accepted':
      return operation.mayWait ? waitingWords(operation, say, online) : startingWords(operation, say);
    case 'sending':
      return plain(runningWords(operation, say));
    case 'succeeded':
      return (
        differingWords(operation, say, language) ??
        endedWords(operation, say) ??
        plain(doneWords(operation, say, language))
      );
    case 'pending':
      return plain(say('pending.headline', { time: since }));
    case 'unknown':
      return plain(say(`unknown.${subjectOf(operation)}`, { time: since }));
    case 'needs-person':
      return otherAmountWords(operation, say, language) ?? personWords(say);
    case 'failed':
      return failureWords(operation, say);
    case 'cancelled':
      return plain(say('cancelled.headline', { nothing: say(nothingOf(operation)) }));
    case 'expired':
      return expiredWords(operation, say);
  }
}

function personWords(say: Say): Words {
  return { headline: say('person.headline'), advice: say('person.advice') };
}

/** For what a customer paid twice, or with another sum, by link or on a hosted page; else null. */
function differingWords(operation: OperationView, say: Say, language: Language): Words | null {
  const { offer } = operation;
  const money = moneyOf(operation);
  if (offer?.paidAgain !== undefined) {
    const payments = paymentsText(offer.paidAgain, language);
    return { headline: say('link.state.twice', { payments }), advice: say('link.do.twice') };
  }
  if (offer?.state !== 'differs' || money === null) return null;
  const asked = amountText(money, language);
  const shown = offer.shown ?? null;
  const headline =
    shown === null
      ? say('link.state.differsUnread', { asked })
      : say('link.state.differs', { paid: amountText(shown, language), asked });
  return { headline, advice: differingAdvice(shown, money, say, language) };
}

/** What to do where a customer paid another sum than was asked for: too much and too little want opposite things. */
export function differingAdvice(shown: Money | null, asked: Money, say: Say, language: Language): string {
  if (shown === null || shown.currency !== asked.currency || shown.value === asked.value) return say('link.do.differs');
  const by = amountText({ value: Math.abs(shown.value - asked.value), currency: asked.currency }, language);
  return shown.value > asked.value
    ? say('link.do.differsMore', { extra: by })
    : say('link.do.differsLess', { rest: by });
}

/** For a link or a hosted page that ended unpaid; else null. */
function endedWords({ offer }: OperationView, say: Say): Words | null {
  const ended = offer?.state === 'expired' ? 'expired' : offer?.over === true ? 'over' : null;
  return ended === null ? null : { headline: say(`link.state.${ended}`), advice: say(`link.do.${ended}`) };
}

/** `PAY-2 (19.99 EUR)`: what each further payment is called, with its sum where that is known. */
export function paymentsText(paidAgain: NonNullable<OfferView['paidAgain']>, language: Language): string {
  const named = paidAgain.map(({ payId, shown }) =>
    shown === null ? payId : `${payId} (${amountText(shown, language)})`,
  );
  return named.join(', ');
}

/** For another amount that a person has to decide on; else null. */
function otherAmountWords(operation: OperationView, say: Say, language: Language): Words | null {
  const difference = toKeep(operation);
  if (difference === null) return null;
  const { type, by } = difference;
  const approved = amountText(difference.approved, language);
  const asked = amountText(difference.asked, language);
  const differs = amountText(by, language);
  if (type === 'more') {
    return { headline: say('more.headline', { approved, asked }), advice: say('more.advice', { extra: differs }) };
  }
  const advice = isSale(operation)
    ? say('less.advice', { approved, rest: differs })
    : say('less.adviceOther', { approved, asked });
  return { headline: say('less.headline', { approved, asked }), advice };
}

function plain(headline: string): Words {
  return { headline, advice: null };
}

function waitingWords({ queue }: OperationView, say: Say, online: boolean): Words {
  const advice = queue?.after === undefined || queue.after === null ? null : say('waiting.after');
  if (queue === undefined || queue.ahead === 0) {
    // Waits for an earlier operation that holds the payment.
    const soon = advice === null ? say('waiting.turn') : say('look.waiting');
    return { headline: online ? soon : say('waiting.headline'), advice };
  }
  const ahead = queue.ahead < mostAhead ? queue.ahead : say('waiting.many', { count: mostAhead });
  return { headline: online ? say('waiting.turnBehind', { ahead }) : say('waiting.headlineBehind', { ahead }), advice };
}

/** The sentences beneath the headline: why it failed, and why the outcome is not known. */
export function notesOf(operation: OperationView, say: Say): readonly string[] {
  const { state, failure, doubt } = operation;
  // The part for the person who decides, beneath, says all of it.
  if (state === 'needs-person') return [];
  if (doubt !== undefined) return [reasonText(doubt, say)];
  if (failure === null) return [];
  const { fields = {}, because, status } = failure;
  const why = codeText(because ?? null, status ?? null, say);
  return [
    ...(why === null ? [] : [why]),
    ...declineNotes(operation, say),
    ...Object.entries(fields).map(([field, messages]) =>
      say('problem.field', { field: fieldName(field, say), issue: messages.join(', ') }),
    ),
  ];
}

/** By the code alone: the host's text has one language, and stands in the details, as for every failure. */
function declineNotes(operation: OperationView, say: Say): string[] {
  const text = operation.failure?.code === 'declined' ? declineText(operation) : null;
  return text === null || declineHeadline(text) !== null ? [] : [say(text)];
}

/** In English a name within a sentence has no capital. */
export function cancelWords(operation: OperationView, say: Say, language: Language): string {
  const name = say(nameOf(operation));
  return say('activity.cancel', { what: language === 'en' ? name.toLowerCase() : name });
}

export function isSale(operation: OperationView): boolean {
  return nameOf(operation) === 'kind.sale';
}

function takesCard(operation: OperationView): boolean {
  return ['kind.sale', 'kind.authorization', 'kind.credit', 'kind.card-read'].includes(nameOf(operation));
}

function startingWords(operation: OperationView, say: Say): Words {
  const { after = null, busyUntil = null } = operation.queue ?? {};
  const { terminalId } = numbersOf(operation);
  if (operation.kind !== 'cloud-pos') return plain(say('running.gateway'));
  if (after === null || terminalId === null) return plain(say('running.toTerminal'));
  // What works on a payment may wait for that one.
  const forTerminal = takesCard(operation) || busyUntil !== null;
  if (!forTerminal) return { headline: say('running.toTerminal'), advice: say('waiting.after') };
  return { headline: say('busy.title', { id: terminalId }), advice: say('waiting.terminal') };
}

function runningWords(operation: OperationView, say: Say): string {
  if (takesCard(operation)) return say('running.present');
  return operation.kind === 'cloud-pos' ? say('running.terminal') : say('running.gateway');
}

type DoneWithAmount = `done.${'sale' | 'authorization' | 'capture' | 'refund' | 'raise' | 'confirm' | 'link'}`;
const doneKeys: { readonly [name: string]: DoneWithAmount } = {
  'kind.sale': 'done.sale',
  'kind.authorization': 'done.authorization',
  'kind.capture': 'done.capture',
  'kind.terminal-capture': 'done.capture',
  'kind.refund': 'done.refund',
  'kind.refund-unreferenced': 'done.refund',
  'kind.credit': 'done.refund',
  'kind.incremental': 'done.raise',
  'kind.confirm': 'done.confirm',
  'kind.create-link': 'done.link',
};

/** What the customer did with a link or a hosted page, where they did. */
const offeredKeys: { readonly [state: string]: DoneWithAmount } = {
  paid: 'done.sale',
  authorized: 'done.authorization',
};

const donePlain: { readonly [name: string]: `done.${'update' | 'deleteCustomer' | 'deleteMethod'}` } = {
  'kind.update-payment': 'done.update',
  'kind.update-customer': 'done.update',
  'kind.delete-customer': 'done.deleteCustomer',
  'kind.delete-payment-method': 'done.deleteMethod',
};

function doneWords(operation: OperationView, say: Say, language: Language): string {
  const name = nameOf(operation);
  if (isReversal(name)) return say('done.reverse');
  const { offer } = operation;
  const simple = donePlain[name];
  if (simple !== undefined) return say(simple);
  const key = offer === undefined ? doneKeys[name] : (offeredKeys[offer.state] ?? doneKeys[name]);
  const money = moneyOf(operation);
  const difference = differenceOf(operation);
  if (difference?.type === 'less' && isSale(operation)) {
    const approved = amountText(difference.approved, language);
    return say('done.saleLess', { approved, asked: amountText(difference.asked, language) });
  }
  if (key === undefined || money === null) return say('done.other', { what: say(name) });
  return say(key, { amount: amountText(money, language) });
}

function failureWords(operation: OperationView, say: Say): Words {
  const code: FailureCode = operation.failure?.code ?? 'rejected';
  if (code === 'not-sent-in-time') return expiredWords(operation, say);
  const own = code === 'declined' ? declineHeadline(declineText(operation)) : null;
  if (own !== null) {
    return { headline: say(`${own}.headline`, { nothing: say(nothingOf(operation)) }), advice: say(`${own}.do`) };
  }
  const about = subjectOf(operation);
  if (code === 'declined' && about !== 'charge' && about !== 'other') {
    return { headline: say(`declined.${about}`), advice: say(`declined.${about}.do`) };
  }
  // No other card helps where none was asked for, as for a link or a check of the terminal.
  const said = code === 'declined' && about === 'other' ? 'rejected' : code;
  const advice: TextKey = `failure.${said}.do`;
  return { headline: say(`failure.${said}`, { nothing: say(nothingOf(operation)) }), advice: say(advice) };
}

/** A command is sent at once where its terminal is free, so one that was never sent has waited for its terminal. */
function expiredWords(operation: OperationView, say: Say): Words {
  const nothing = say(nothingOf(operation));
  const waited = operation.kind === 'cloud-pos' && operation.attempts === 0;
  return waited
    ? { headline: say('failure.terminal-busy', { nothing }), advice: say('failure.terminal-busy.do') }
    : { headline: say('failure.not-sent-in-time', { nothing }), advice: say('failure.not-sent-in-time.do') };
}

export type Subject = 'charge' | 'authorization' | 'refund' | 'capture' | 'reversal' | 'other';

/** What kind of money movement an operation is about. */
export function subjectOf(operation: Pick<OperationView, 'kind' | 'input'>): Subject {
  const name = nameOf(operation);
  if (isMoneyOut(name)) return 'refund';
  if (isReversal(name)) return 'reversal';
  if (name === 'kind.capture' || name === 'kind.terminal-capture') return 'capture';
  if (name === 'kind.authorization' || name === 'kind.incremental') return 'authorization';
  return name === 'kind.sale' || name === 'kind.create-payment' ? 'charge' : 'other';
}

function nothingOf(operation: OperationView): `nothing.${Subject}` {
  return `nothing.${subjectOf(operation)}`;
}
