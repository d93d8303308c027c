// Why a payment was declined, in the window's language, by the response code.
import type { OperationView } from '#contract/operation/operation.ts';
import type { TextKey } from '#texts/index.ts';

type DeclineText = Extract<TextKey, `decline.${string}`>;

const byCode: { readonly [responseCode: string]: DeclineText } = {
  '22060101': 'decline.issuer',
  '22060102': 'decline.terminal',
  '22060103': 'decline.no-card',
  '22060108': 'decline.funds',
  '22060109': 'decline.expired',
  '22060111': 'decline.terminal-offline',
  '22060407': 'decline.customer',
};

/** What another card would not mend has a headline and an advice of its own; the line beneath would repeat it. */
const ownHeadline = {
  'decline.no-card': 'noCard',
  'decline.terminal-offline': 'terminalOffline',
  'decline.customer': 'customerCancelled',
} as const satisfies Partial<Record<DeclineText, string>>;

export function declineHeadline(text: DeclineText | null): (typeof ownHeadline)[keyof typeof ownHeadline] | null {
  return text !== null && text in ownHeadline ? ownHeadline[text as keyof typeof ownHeadline] : null;
}

/** Null for a code without words here. */
export function declineText({ failure }: Pick<OperationView, 'failure'>): DeclineText | null {
  return byCode[failure?.responseCode ?? ''] ?? null;
}
