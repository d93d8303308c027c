// Authorizations that are not captured, with their age: no takings yet, and lost when they lapse.
import { useStore } from 'zustand';
import type { ShiftSection } from '#contract/shift/shift.ts';
import { ageText, ownReference } from '#texts/operation-facts.ts';
import { cardText } from '#texts/operation-facts.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Foreign } from '../../ui/feedback/foreign.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import css from './shift.module.css';

interface AuthorizationsProps {
  readonly section: ShiftSection;
  readonly currency: string;
}

export function Authorizations({ section, currency }: AuthorizationsProps) {
  const { say, amount, time } = useWords();
  const { status, navigation } = useStores();
  const alarms = useStore(status, (state) => state.status?.alarms);
  const lapsing = alarms?.some(({ code }) => code === 'authorization-lapses') ?? false;
  const sum = section.authorized.find((each) => each.currency === currency);
  const open = section.authorizations.filter((each) => each.currency === currency);
  if (sum === undefined) return null;
  const { count, openMinor } = sum;
  return (
    <section className={css['chart']}>
      <h2>{say('shift.authorized')}</h2>
      {lapsing ? (
        <Notice tone="warn" title={say('shift.lapsing')}>
          {say('shift.lapsingText')}
        </Notice>
      ) : null}
      <div className="row">
        <Button onPress={() => navigation.go({ screen: 'authorizations' })}>{say('authorizations.toList')}</Button>
      </div>
      <p>{say('shift.authorizedSum', { amount: amount({ value: openMinor, currency }), count })}</p>
      <div className={css['scroll']} tabIndex={0} role="region" aria-label={say('shift.authorized')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say('shift.payment')}</th>
              <th scope="col">{say('fact.card')}</th>
              <th scope="col">{say('shift.since')}</th>
              <th scope="col">{say('shift.age')}</th>
              <th scope="col">{say('shift.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {open.map((each) => (
              <tr key={each.payId ?? each.transId ?? each.at}>
                <th scope="row">
                  <Foreign text={ownReference(each.refNr) ?? '–'} />
                </th>
                <td>{cardText(each) ?? say('shift.noBrand')}</td>
                <td>{time(each.at)}</td>
                <td>{ageText(each.ageDays, say)}</td>
                <td>{amount({ value: each.openMinor, currency })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
