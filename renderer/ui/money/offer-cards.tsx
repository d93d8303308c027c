// The two currencies side by side, by the card schemes' rules: equal cards in one text size, the shop's currency first;
// in the other card both amounts, the rate, and directly beneath it the mark-up. The buttons are the same in both.
import type { ReactNode } from 'react';
import type { DccOffer } from '#contract/operation/dcc-offer.ts';
import { decimalText } from '#texts/amount-text.ts';
import { useWords } from '../base/context.tsx';
import css from './offer-cards.module.css';

interface OfferCardsProps {
  readonly offer: DccOffer;
  /** The converting company, where the quote names it. */
  readonly provider?: string;
  /** The foot of each card. */
  readonly step?: (currency: 'local' | 'foreign', name: string) => ReactNode;
}

export function OfferCards({ offer, provider, step }: OfferCardsProps) {
  const { say, amount, language } = useWords();
  const { local, foreign } = offer;
  const names = new Intl.DisplayNames([language], { type: 'currency' });
  const nameOf = (code: string) => `${names.of(code) ?? code} (${code})`;
  const number = (text: string) => decimalText(text, language);
  return (
    <div className={css['cards']}>
      <section className={css['card']} aria-label={nameOf(local.currency)}>
        <dl>
          <Line label={say('dcc.local')} value={nameOf(local.currency)} />
          <Line label={say('dcc.localAmount')} value={amount(local)} />
        </dl>
        {step?.('local', nameOf(local.currency))}
      </section>
      <section className={css['card']} aria-label={nameOf(foreign.currency)}>
        <dl>
          <Line label={say('dcc.foreign')} value={nameOf(foreign.currency)} />
          <Line label={say('dcc.foreignAmount')} value={amount(foreign)} />
          <Line label={say('dcc.inLocal')} value={amount(local)} />
          <Line
            label={offer.rateHoldsMarkup ? say('dcc.rate') : say('dcc.rateBare')}
            value={`1 ${local.currency} = ${number(offer.rate)} ${foreign.currency}`}
          />
          <Line label={say('dcc.markup')} value={`${number(offer.markupPercent)}\u00A0%`} />
          {provider === undefined ? null : <Line label={say('dcc.provider')} value={provider} />}
        </dl>
        {step?.('foreign', nameOf(foreign.currency))}
      </section>
    </div>
  );
}

function Line({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
