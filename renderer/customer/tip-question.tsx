// The question for a tip, as the customer reads and answers it: the shop's percentages, an amount of their own and none are
// drawn alike, and none is chosen beforehand. What is being typed lies in this page; what was chosen lies at the till.
import { useState } from 'react';
import type { CustomerApi } from '#contract/devices/customer-channels.ts';
import type { CustomerTip } from '#contract/devices/customer-screen.ts';
import { tipOfPercent } from '#contract/money/tip.ts';
import { Amount } from '../ui/base/amount.tsx';
import { Button } from '../ui/base/button.tsx';
import { useWords } from '../ui/base/context.tsx';
import { Keypad } from '../ui/form/keypad.tsx';
import css from './customer-page.module.css';

interface Props {
  readonly question: CustomerTip;
  readonly api: CustomerApi;
}

export function TipQuestion({ question, api }: Props) {
  const [typing, setTyping] = useState(false);
  const choose = (tipMinor: number | null) => {
    setTyping(false);
    api.choose({ questionId: question.questionId, tipMinor });
  };
  if (question.chosen !== null) return <Chosen question={question} chosen={question.chosen} onChoose={choose} />;
  if (typing) return <OwnTip question={question} onChoose={choose} onBack={() => setTyping(false)} />;
  return <Offered question={question} onChoose={choose} onOwn={() => setTyping(true)} />;
}

interface ChoosingProps {
  readonly question: CustomerTip;
  readonly onChoose: (tipMinor: number | null) => void;
}

function Offered({ question, onChoose, onOwn }: ChoosingProps & { readonly onOwn: () => void }) {
  const { say, amount } = useWords();
  const { percentages, amount: sold } = question;
  // Of a small amount a percentage may be nothing.
  const offered = percentages
    .map((percent) => ({ percent, value: tipOfPercent(sold.value, percent) }))
    .filter(({ value }) => value > 0);
  return (
    <section className={css['choice']}>
      <h1>{say('tip.ask')}</h1>
      <p className={css['lead']}>{say('tip.toPay', { amount: amount(sold) })}</p>
      <div className={css['tips']}>
        {offered.map(({ percent, value }) => (
          <Button key={percent} wide large onPress={() => onChoose(value)}>
            <span className={css['tip']}>
              <strong>{say('tip.percent', { percent })}</strong>
              <span>{amount({ value, currency: sold.currency })}</span>
            </span>
          </Button>
        ))}
        <Button wide large onPress={onOwn}>
          {say('tip.other')}
        </Button>
        <Button wide large onPress={() => onChoose(0)}>
          {say('tip.none')}
        </Button>
      </div>
    </section>
  );
}

function OwnTip({ question, onChoose, onBack }: ChoosingProps & { readonly onBack: () => void }) {
  const { say, amount } = useWords();
  const [value, setValue] = useState(0);
  const { value: most, currency } = question.amount;
  const tip = { value, currency };
  return (
    <section className={css['own']}>
      <div className={css['typed']}>
        <h1>{say('tip.own')}</h1>
        <p role="status">
          <Amount money={tip} size="large" />
        </p>
        <p className={css['lead']}>{say('tip.most', { amount: amount(question.amount) })}</p>
        <Button kind="next" wide large disabled={value === 0} onPress={() => onChoose(value)}>
          {say('tip.add', { tip: amount(tip) })}
        </Button>
        <Button wide large onPress={onBack}>
          {say('tip.back')}
        </Button>
      </div>
      <Keypad
        onDigits={(digits) => {
          const typed = Number(`${value}${digits}`);
          if (typed <= most) setValue(typed);
        }}
        onBackspace={() => setValue(Math.floor(value / 10))}
      />
    </section>
  );
}

function Chosen({ question, chosen, onChoose }: ChoosingProps & { readonly chosen: number }) {
  const { say, amount } = useWords();
  const { value, currency } = question.amount;
  const tip = amount({ value: chosen, currency });
  return (
    <section className={css['payment']} role="status">
      <h1 className={css['chosen']}>
        {say('dccSale.chosen', { amount: amount({ value: value + chosen, currency }) })}
      </h1>
      <p className={css['lead']}>{chosen === 0 ? say('tip.without') : say('tip.with', { tip })}</p>
      <p className={css['lead']}>{say('customerScreen.chosenNext')}</p>
      <div className={css['again']}>
        <Button large onPress={() => onChoose(null)}>
          {say('dccSale.again')}
        </Button>
      </div>
    </section>
  );
}
