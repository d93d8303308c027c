// The customer chooses. Neither currency is chosen beforehand, both are drawn alike, and the buttons name the currencies
// only. The choice is read back before anything is charged.
import { useStore } from 'zustand';
import type { DccChoices, DccOffer } from '#contract/operation/dcc-offer.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { decimalText } from '#texts/amount-text.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useWords } from '../../../ui/base/context.tsx';
import { Foot } from '../../../ui/form/foot.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { OfferCards } from '../../../ui/money/offer-cards.tsx';
import type { DccFlow } from './dcc-flow.ts';
import css from './dcc.module.css';

interface DccChoiceProps {
  readonly flow: DccFlow;
  readonly offer: DccOffer;
  readonly choices: DccChoices;
  /** The customer chooses at a screen of their own. */
  readonly elsewhere: boolean;
  readonly onBack: () => void;
  readonly onCharge: (choice: JsonObject) => void;
}

export function DccChoice(props: DccChoiceProps) {
  const { say } = useWords();
  const { flow, offer, choices, elsewhere, onBack } = props;
  const { chosen, renewed } = useStore(flow);
  if (chosen !== null) return <ReadBack {...props} chosen={chosen} />;
  if (elsewhere) return <Elsewhere {...props} />;
  return (
    <div className={css['offer']}>
      <h1>{say('dccSale.select')}</h1>
      <p className={css['lead']}>{say('dccSale.selectLead')}</p>
      {renewed ? <Notice tone="info" title={say('dccSale.renewed')} live /> : null}
      <OfferCards
        offer={offer}
        provider={choices.provider}
        step={(currency, name) => (
          <Button wide large onPress={() => flow.choose(currency)}>
            {name}
          </Button>
        )}
      />
      <Foot>
        <Button kind="quiet" onPress={onBack}>
          {say('dccSale.back')}
        </Button>
        <span />
      </Foot>
    </div>
  );
}

/** The cashier reads what the customer reads, and waits. */
function Elsewhere({ flow, offer, choices, onBack }: DccChoiceProps) {
  const { say } = useWords();
  return (
    <div className={css['offer']}>
      <div role="status">
        <h1>{say('dccSale.elsewhere')}</h1>
      </div>
      <OfferCards offer={offer} provider={choices.provider} />
      <Foot>
        <Button kind="quiet" onPress={onBack}>
          {say('dccSale.back')}
        </Button>
        <Button large onPress={() => flow.chooseHere()}>
          {say('dccSale.here')}
        </Button>
      </Foot>
    </div>
  );
}

function ReadBack({
  flow,
  offer,
  choices,
  chosen,
  onCharge,
}: DccChoiceProps & { readonly chosen: 'local' | 'foreign' }) {
  const { say, amount, language } = useWords();
  const money = offer[chosen];
  const { local, foreign, rate, markupPercent, rateHoldsMarkup } = offer;
  const number = (text: string) => decimalText(text, language);
  return (
    <div className={css['offer']}>
      <div role="status" className={css['chosen']}>
        <h1>{say('dccSale.chosen', { amount: amount(money) })}</h1>
        {chosen === 'local' ? (
          <p className={css['lead']}>{say('dccSale.chosenLocal')}</p>
        ) : (
          <p className={css['lead']}>
            {say(rateHoldsMarkup ? 'dccSale.chosenForeign' : 'dccSale.chosenForeignBare', {
              local: amount(local),
              rate: `1\u00A0${local.currency} = ${number(rate)}\u00A0${foreign.currency}`,
              markup: number(markupPercent),
            })}
          </p>
        )}
      </div>
      <Foot>
        <Button onPress={() => flow.choose(null)}>{say('dccSale.again')}</Button>
        <Button kind="next" large onPress={() => onCharge(choices[chosen])}>
          {say('dccSale.charge')}
        </Button>
      </Foot>
    </div>
  );
}
