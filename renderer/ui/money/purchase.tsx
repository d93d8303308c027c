// A purchase that is paid in parts: what each part took, and the one sum that is left.
import type { TenderPart, TenderView } from '#contract/operation/tender.ts';
import { askedInAll, goingBackOf, hasRest, inDoubtOf, lookOfPart, restOf } from '../../model/tender-facts.ts';
import { Button } from '../base/button.tsx';
import { useStores, useWords } from '../base/context.tsx';
import css from './purchase.module.css';
import { StateMark } from '../feedback/state-badge.tsx';
import { TakeBackRest } from './take-back-rest.tsx';

interface PurchaseProps {
  readonly tender: TenderView;
  /** The part that the screen already shows. */
  readonly shown: string | null;
}

export function Purchase({ tender, shown }: PurchaseProps) {
  const { say, amount } = useWords();
  const { currency, underWay, returned, paidOtherwise, parts } = tender;
  const [inDoubt, goingBack] = [inDoubtOf(tender), goingBackOf(tender)];
  const running = underWay - inDoubt;
  const asked = amount(askedInAll(tender));
  const money = (value: number) => amount({ value, currency });
  const left = hasRest(tender) ? say('parts.left', { rest: amount(restOf(tender)), asked }) : null;
  const whole = tender.remaining === 0 && underWay === 0 && goingBack === 0 ? say('parts.all', { asked }) : null;
  return (
    <section className={css['purchase']} aria-label={say('parts.title')}>
      <div role="status">
        <h2>{left ?? whole ?? say('parts.title')}</h2>
      </div>
      <ul>
        {parts.map((part) => (
          <Part key={part.operationId} part={part} money={money} open={part.operationId !== shown} />
        ))}
        {paidOtherwise === 0 ? null : (
          <li className={css['part']}>
            <StateMark look="succeeded" />
            <span className={css['what']}>{say('parts.otherwise')}</span>
            <span className={css['amount']}>{money(paidOtherwise)}</span>
            <TakeBackRest tender={tender} />
          </li>
        )}
      </ul>
      {inDoubt === 0 ? null : <p>{say('parts.inDoubt', { amount: money(inDoubt) })}</p>}
      {running === 0 ? null : <p className="soft">{say('parts.underWay', { amount: money(running) })}</p>}
      {returned === 0 ? null : <p className="soft">{say('parts.returned', { amount: money(returned) })}</p>}
      {goingBack === 0 ? null : <p className="soft">{say('parts.goingBack', { amount: money(goingBack) })}</p>}
    </section>
  );
}

interface PartProps {
  readonly part: TenderPart;
  readonly money: (value: number) => string;
  readonly open: boolean;
}

function Part({ part, money, open }: PartProps) {
  const { say, time } = useWords();
  const { navigation } = useStores();
  const { operationId, payId, givenBack } = part;
  const someBack = !part.reversed && givenBack > 0;
  const look = lookOfPart(part);
  return (
    <li className={css['part']}>
      <StateMark look={look} />
      <span className={css['what']}>
        {say(part.reversed ? 'parts.reversed' : `look.${look}`)} <span className="soft">{time(part.at)}</span>
        {someBack ? <span className="soft"> {say('parts.givenBack', { amount: money(givenBack) })}</span> : null}
      </span>
      <span className={css['amount']}>{money(part.amount)}</span>
      {open ? (
        <Button
          kind="quiet"
          label={say('labelled', { label: say('parts.openPart'), value: `${money(part.amount)}, ${time(part.at)}` })}
          onPress={() =>
            navigation.go(payId === null ? { screen: 'activity', operationId } : { screen: 'payments', payId })
          }
        >
          {say('parts.openPart')}
        </Button>
      ) : null}
    </li>
  );
}
