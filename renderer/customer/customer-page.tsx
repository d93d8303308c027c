// What stands on the customer's screen, one thing at a time: the amount and what to do, how it ended, the choice of the
// currency, the question for a tip, a code for the phone. Read from a step away, so little is said and it is large.
import { useEffect, useState } from 'react';
import type { CustomerApi } from '#contract/devices/customer-channels.ts';
import {
  type CustomerChoice,
  type CustomerCode,
  type CustomerScene,
  type CustomerStep,
  type CustomerTold,
  type CustomerView,
  nothingTold,
} from '#contract/devices/customer-screen.ts';
import type { TextKey } from '#texts/index.ts';
import { decimalText } from '#texts/amount-text.ts';
import { Amount } from '../ui/base/amount.tsx';
import { Button } from '../ui/base/button.tsx';
import { useWords, WordsIn } from '../ui/base/context.tsx';
import { QrCode } from '../ui/feedback/qr-code.tsx';
import { StateMark } from '../ui/feedback/state-badge.tsx';
import { OfferCards } from '../ui/money/offer-cards.tsx';
import type { Look } from '../model/operation-facts.ts';
import { TipQuestion } from './tip-question.tsx';
import css from './customer-page.module.css';

export function CustomerPage({ api }: { readonly api: CustomerApi }) {
  const [told, setTold] = useState<CustomerTold>(nothingTold);
  useEffect(() => api.start(setTold), [api]);
  useSystemTheme();
  const { language, scene, shopName } = told;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <WordsIn language={language}>
      <main className={css['page']}>
        <Scene scene={scene} shopName={shopName} api={api} />
      </main>
    </WordsIn>
  );
}

/** The till tells the system which theme the app has (nativeTheme), so that both screens look alike. */
function useSystemTheme(): void {
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      document.documentElement.dataset['theme'] = dark.matches ? 'dark' : 'light';
    };
    apply();
    dark.addEventListener('change', apply);
    return () => dark.removeEventListener('change', apply);
  }, []);
}

interface SceneProps {
  readonly scene: CustomerScene;
  readonly shopName: string;
  readonly api: CustomerApi;
}

function Scene({ scene, shopName, api }: SceneProps) {
  const { say } = useWords();
  if (scene.step === 'choose') return <Choice choice={scene} api={api} />;
  // Another question begins anew.
  if (scene.step === 'tip') return <TipQuestion key={scene.questionId} question={scene} api={api} />;
  if (scene.step === 'code') return <Code code={scene} />;
  if (scene.step !== 'idle') return <Payment view={scene} />;
  return (
    <section className={css['idle']}>
      <h1 className={css['shop']}>{shopName === '' ? say('customerScreen.welcome') : shopName}</h1>
    </section>
  );
}

const looks: { readonly [step in CustomerStep]: Look } = {
  pay: 'running',
  refund: 'running',
  paid: 'succeeded',
  refunded: 'succeeded',
  'not-paid': 'failed',
  'not-refunded': 'failed',
  wait: 'unknown',
  'wait-refund': 'unknown',
};

const heads = {
  pay: 'customerScreen.pay',
  refund: 'customerScreen.refund',
  paid: 'customerScreen.paid',
  refunded: 'customerScreen.refunded',
  'not-paid': 'customerScreen.notPaid',
  'not-refunded': 'customerScreen.notRefunded',
  wait: 'customerScreen.wait',
  'wait-refund': 'customerScreen.wait',
} as const satisfies { readonly [step in CustomerStep]: TextKey };

const leads = {
  pay: 'customerScreen.payNext',
  refund: 'customerScreen.refundNext',
  paid: 'customerScreen.paidNext',
  refunded: 'customerScreen.refundedNext',
  'not-paid': 'customerScreen.notPaidNext',
  'not-refunded': 'customerScreen.notRefundedNext',
  wait: 'customerScreen.waitNext',
  'wait-refund': 'customerScreen.waitRefundNext',
} as const satisfies { readonly [step in CustomerStep]: TextKey };

function Payment({ view }: { readonly view: Exclude<CustomerView, { readonly step: 'idle' }> }) {
  const { say, amount } = useWords();
  const { step, left } = view;
  const out = ['refund', 'refunded', 'not-refunded', 'wait-refund'].includes(step);
  const none = step === 'not-paid' || step === 'not-refunded';
  return (
    <section className={css['payment']} role="status" aria-live="assertive">
      <div className={css['head']}>
        <StateMark look={looks[step]} size="large" />
        <h1>{say(heads[step])}</h1>
      </div>
      <p className={css['amount']}>
        <Amount money={view.amount} size="hero" out={out} struck={none} />
      </p>
      <p className={css['lead']}>
        {left === null ? say(leads[step]) : say('customerScreen.left', { amount: amount(left) })}
      </p>
    </section>
  );
}

function Choice({ choice, api }: { readonly choice: CustomerChoice; readonly api: CustomerApi }) {
  const { say, amount, language } = useWords();
  const { quoteOperationId, offer, provider, chosen } = choice;
  if (chosen === null) {
    return (
      <section className={css['choice']}>
        <h1>{say('dccSale.select')}</h1>
        <p className={css['lead']}>{say('dccSale.selectLead')}</p>
        <OfferCards
          offer={offer}
          provider={provider}
          step={(currency, name) => (
            <Button wide large onPress={() => api.choose({ quoteOperationId, currency })}>
              {name}
            </Button>
          )}
        />
      </section>
    );
  }
  const { local, foreign, rate, markupPercent, rateHoldsMarkup } = offer;
  const number = (text: string) => decimalText(text, language);
  return (
    <section className={css['payment']} role="status">
      <h1 className={css['chosen']}>{say('dccSale.chosen', { amount: amount(offer[chosen]) })}</h1>
      <p className={css['lead']}>
        {chosen === 'local'
          ? say('dccSale.chosenLocal')
          : say(rateHoldsMarkup ? 'dccSale.chosenForeign' : 'dccSale.chosenForeignBare', {
              local: amount(local),
              rate: `1\u00A0${local.currency} = ${number(rate)}\u00A0${foreign.currency}`,
              markup: number(markupPercent),
            })}
      </p>
      <p className={css['lead']}>{say('customerScreen.chosenNext')}</p>
      <div className={css['again']}>
        <Button large onPress={() => api.choose({ quoteOperationId, currency: null })}>
          {say('dccSale.again')}
        </Button>
      </div>
    </section>
  );
}

function Code({ code }: { readonly code: CustomerCode }) {
  const { say } = useWords();
  const { what, text, amount } = code;
  const isLink = what === 'link';
  return (
    <section className={css['code']}>
      <QrCode
        text={text}
        label={say(isLink ? 'link.code' : 'receipt.codeLabel')}
        className={css['qr']}
        otherwise={<p className={css['lead']}>{say('customerScreen.askTill')}</p>}
      />
      <div className={css['told']}>
        <h1>{say(isLink ? 'customerScreen.link' : 'customerScreen.receipt')}</h1>
        {amount === null ? null : <Amount money={amount} size="large" />}
        <p className={css['lead']}>{say('customerScreen.scan')}</p>
      </div>
    </section>
  );
}
