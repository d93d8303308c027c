// The step of a sale while the customer is asked for a tip on their own screen. The choice lies here, so that a screen that
// is unplugged loses nothing; nothing is sent before the cashier has seen the choice and charges, or goes on without one.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Money } from '#contract/money/money.ts';
import { Amount } from '../../../ui/base/amount.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { useStores, useWords } from '../../../ui/base/context.tsx';
import { useKeys } from '../../../ui/base/use-key.ts';
import { Foot } from '../../../ui/form/foot.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { useTurned } from '../../../ui/money/use-turned.ts';
import css from './tip.module.css';

interface TipStepProps {
  /** What is sold. */
  readonly money: Money;
  /** Back to the amount. */
  readonly onBack: () => void;
  /** On with the sale; minor units, 0: no tip. */
  readonly onDone: (tipMinor: number) => void;
}

export function TipStep({ money, onBack, onDone }: TipStepProps) {
  const { ports, customerScreen } = useStores();
  const { say, amount } = useWords();
  const [questionId] = useState(() => ports.newId());
  const [chosen, setChosen] = useState<number | null>(null);
  useTurned({ type: 'tip', questionId, amount: money, chosen });
  // What changed while the till was locked, the window was not told.
  useEffect(() => void customerScreen.load(), [customerScreen]);
  useEffect(
    () =>
      customerScreen.onChose((answer) => {
        if ('questionId' in answer && answer.questionId === questionId) setChosen(answer.tipMinor);
      }),
    [customerScreen, questionId],
  );
  const there = useStore(customerScreen, (state) => state.there);
  useKeys((event) => {
    if (!(event.ctrlKey && event.key === 'Enter') || event.repeat || chosen === null) return;
    event.preventDefault();
    onDone(chosen);
  });
  const { currency } = money;
  const tip = amount({ value: chosen ?? 0, currency });
  const sum = { value: money.value + (chosen ?? 0), currency };
  const without = say('tip.skip', { amount: amount(money) });
  return (
    <div className={css['page']}>
      <div role="status" className={css['said']}>
        <h1>
          {chosen === null
            ? say(there ? 'tip.asked' : 'tip.gone')
            : chosen === 0
              ? say('tip.none')
              : say('tip.said', { tip })}
        </h1>
        <Amount money={sum} size="hero" />
        {chosen === null && there ? <p>{say('tip.askedNext')}</p> : null}
        {chosen === null || chosen === 0 ? null : (
          <p>{say('tip.sum', { amount: amount(money), tip, sum: amount(sum) })}</p>
        )}
      </div>
      {chosen === null && !there ? <Notice tone="warn" title={say('tip.goneNext')} live /> : null}
      <Foot>
        <Button onPress={onBack}>{say('dccSale.back')}</Button>
        {chosen === 0 || (chosen === null && !there) ? null : (
          <Button kind="next" onPress={() => onDone(0)}>
            {without}
          </Button>
        )}
        {chosen === null && there ? (
          <Button kind="next" large disabled onPress={() => {}}>
            {say('tip.waiting')}
          </Button>
        ) : (
          <Button kind="next" large shortcut="Control+Enter" onPress={() => onDone(chosen ?? 0)}>
            {chosen === null || chosen === 0 ? without : say('sale.charge', { amount: amount(sum) })}
          </Button>
        )}
      </Foot>
    </div>
  );
}
