// Shown where there is no currency to choose from: says why, and the sale goes on in the shop's currency.
import type { DccAnswer } from '#contract/operation/dcc-offer.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useWords } from '../../../ui/base/context.tsx';
import { Foot } from '../../../ui/form/foot.tsx';
import { RefusalNotice } from '../../../ui/feedback/refusal.tsx';
import type { DccFlow } from './dcc-flow.ts';
import css from './dcc.module.css';

type Why = Extract<DccAnswer, { type: 'no-offer' }>['why'] | 'no-quote';

interface DccNoneProps {
  readonly flow: DccFlow;
  readonly why: Why;
  readonly refusal: Refusal | 'number-again' | null;
  readonly onBack: () => void;
  readonly onCharge: () => void;
}

export function DccNone({ flow, why, refusal, onBack, onCharge }: DccNoneProps) {
  const { say, amount } = useWords();
  const said = { amount: amount(flow.money) };
  return (
    <div className={css['page']}>
      <div role="status" className="stack">
        <h1>{say(titleOf(why))}</h1>
        <p className={css['readBack']}>{say('dcc.notAvailableDo', said)}</p>
        {why === 'not-available' || why === 'no-quote' ? null : <p className="soft">{say('dccSale.notShown')}</p>}
      </div>
      {refusal === null ? null : <RefusalNotice refusal={refusal} />}
      <Foot>
        <Button onPress={onBack}>{say('dccSale.back')}</Button>
        <Button kind="next" large onPress={onCharge}>
          {say('sale.charge', said)}
        </Button>
      </Foot>
    </div>
  );
}

function titleOf(why: Why) {
  if (why === 'not-available') return 'dcc.notAvailable';
  if (why === 'no-quote') return 'dccSale.noQuote';
  return why === 'incomplete' ? 'dcc.incomplete' : 'dcc.wrong';
}
