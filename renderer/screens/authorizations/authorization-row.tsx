// One open authorization: a box to choose it, how much, whose card, how old.
import type { OpenAuthorization, PaymentSummary } from '#contract/till/window.ts';
import { ownReference } from '#texts/operation-facts.ts';
import { isFree, openOf } from '../../model/authorizations.ts';
import { isPartCaptured } from '../../model/payment-sums.ts';
import { cardText } from '#texts/operation-facts.ts';
import { Amount } from '../../ui/base/amount.tsx';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Icon } from '../../ui/base/icons.tsx';
import { Foreign } from '../../ui/feedback/foreign.tsx';
import css from './authorizations.module.css';

interface RowProps {
  readonly authorization: OpenAuthorization;
  readonly chosen: boolean;
  readonly onToggle: () => void;
}

export function AuthorizationRow({ authorization, chosen, onToggle }: RowProps) {
  const { navigation } = useStores();
  const { say } = useWords();
  const { payment } = authorization;
  const free = isFree(payment);
  const name = nameOf(payment);
  return (
    <li className={css['row']}>
      <label className={css['label']}>
        <input type="checkbox" checked={chosen && free} disabled={!free} onChange={onToggle} />
        <span className={css['words']}>
          <span className={css['name']}>
            <Foreign text={name} />
          </span>
          <Age authorization={authorization} />
          {free ? null : <span className="soft">{say('authorizations.busy')}</span>}
          {isPartCaptured(payment) ? <span className="soft">{say('authorizations.partCaptured')}</span> : null}
        </span>
        {payment.currency === null ? null : <Amount money={{ value: openOf(payment), currency: payment.currency }} />}
      </label>
      <Button
        kind="quiet"
        label={say('authorizations.openLabel', { what: name })}
        onPress={() => navigation.go({ screen: 'payments', payId: payment.id })}
      >
        {say('authorizations.open')}
      </Button>
    </li>
  );
}

function Age({ authorization: { ageDays, alarmDays, lapsing, since } }: { readonly authorization: OpenAuthorization }) {
  const { say, time } = useWords();
  const age =
    ageDays === 0
      ? say('authorizations.today', { time: time(since) })
      : ageDays === 1
        ? say('authorizations.ageOne')
        : say('authorizations.age', { days: ageDays });
  if (!lapsing) return <span className="soft">{age}</span>;
  return (
    <span className={css['lapsing']}>
      <Icon name="clock" size={18} />
      <span>
        {age}, {say('authorizations.lapsing', { days: alarmDays })}
      </span>
    </span>
  );
}

/** The words by which a person knows it: reference and card, else its numbers. */
export function nameOf(payment: PaymentSummary): string {
  const parts = [ownReference(payment.reference), cardText(payment)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(' · ') : (payment.transId ?? payment.id);
}
