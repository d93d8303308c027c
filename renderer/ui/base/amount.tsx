// An amount in large digits, always with its currency.
import type { Money } from '#contract/money/money.ts';
import { amountDigits } from '#texts/amount-text.ts';
import css from './amount.module.css';
import { useWords } from './context.tsx';

interface AmountProps {
  readonly money: Money;
  readonly size?: 'hero' | 'large' | 'text';
  /** Money that leaves the shop: a minus stands before it. */
  readonly out?: boolean;
  readonly struck?: boolean;
}

export function Amount({ money, size = 'text', out = false, struck = false }: AmountProps) {
  const { language, amount } = useWords();
  const negative = out || money.value < 0;
  const digits = amountDigits({ ...money, value: Math.abs(money.value) }, language);
  const long = digits.length > 12 ? css['long'] : digits.length > 9 ? css['wide'] : '';
  return (
    <span
      className={`${css['amount']} ${css[size]} ${long} ${struck ? css['struck'] : ''}`}
      // What lies over the page leaves it in sight.
      data-in-sight={size === 'hero' ? '' : undefined}
    >
      <span aria-hidden="true">
        {negative ? '\u2212' : null}
        <span className={css['digits']}>{digits}</span>
        <span className={css['gap']}>{'\u00A0'}</span>
        <span className={css['currency']}>{money.currency}</span>
      </span>
      <span className="visually-hidden">
        {amount({ ...money, value: negative ? -Math.abs(money.value) : money.value })}
      </span>
    </span>
  );
}
