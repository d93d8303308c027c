// Why an outcome is not known, in the window's language. For a code that this window does not know (main may be newer),
// or without a code, main's English text is shown.
import type { Doubt } from '#contract/operation/doubt.ts';
import { type DoubtCode, doubtCodes } from '#contract/operation/outcome-codes.ts';
import { decimalText } from '#texts/amount-text.ts';
import type { Language, Say } from '#texts/index.ts';
import { fieldName } from './issue-text.ts';

export function reasonText({ code, status, reason }: Doubt, say: Say): string {
  return codeText(code, status ?? null, say) ?? reason;
}

/** What the gateway's answer said, and what was asked: `amount: 100.09 USD, asked for 100.09 EUR`. */
export function disagreementText(disagrees: NonNullable<Doubt['disagrees']>, say: Say, language: Language): string {
  const { status } = disagrees;
  const { shown, asked } = { shown: sumText(disagrees.shown, language), asked: sumText(disagrees.asked, language) };
  const member = fieldName(disagrees.member, say);
  const what =
    shown === undefined
      ? member
      : asked === undefined
        ? say('activity.shown', { member, shown })
        : say('activity.shownAsked', { member, shown, asked });
  return status === undefined ? what : say('activity.withStatus', { what, status });
}

/** A sum as this language writes it; anything else as it is. */
function sumText(text: string | undefined, language: Language): string | undefined {
  return text !== undefined && /^-?\d+\.\d+ [A-Z]{3}$/.test(text) ? decimalText(text, language) : text;
}

/** Null for a code without words here. */
export function codeText(code: DoubtCode | null, status: number | null, say: Say): string | null {
  const known = doubtCodes.find((each) => each === code);
  if (known === undefined) return null;
  if (known !== 'http-status') return say(`doubt.${known}`);
  return status === null ? null : say('doubt.http-status', { status });
}
