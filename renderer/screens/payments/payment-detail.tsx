// One payment: its sums, the steps that it allows, its story.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { cardText, ownReference } from '#texts/operation-facts.ts';
import {
  capturable,
  headAmount,
  headMoney,
  isPartCaptured,
  paymentState,
  raisable,
  refundable,
  reversible,
  unpaidOffer,
} from '../../model/payment-sums.ts';
import { isMadeAnew } from '../../model/hosted.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { Amount } from '../../ui/base/amount.tsx';
import { Button } from '../../ui/base/button.tsx';
import { FromTop } from '../../ui/base/from-top.tsx';
import { useOnline, useStores, useWords } from '../../ui/base/context.tsx';
import { type Fact, Facts, FoldedFacts } from '../../ui/feedback/details.tsx';
import { ListState } from '../../ui/lists/list-state.tsx';
import { Purchase } from '../../ui/money/purchase.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { RestSteps } from '../../ui/money/rest-steps.tsx';
import { StateBadge } from '../../ui/feedback/state-badge.tsx';
import { useKeptScreen } from '../../ui/base/use-kept-screen.ts';
import { ActionPanel, type Action } from './action-panel.tsx';
import { ConfirmPanel } from './confirm-panel.tsx';
import css from './payments.module.css';
import { RaisePanel } from './raise-panel.tsx';
import { UpdatePanel } from './update-panel.tsx';
import { useConfirmable } from './use-confirmable.ts';
import { Story } from './story.tsx';
import { UnnumberedRefund } from './unnumbered-refund.tsx';

/** Further steps, each a panel of its own. */
type Step = 'raise' | 'confirm' | 'update' | 'unnumbered';

export function PaymentDetail() {
  const { payment } = useStores();
  const { known, loading, asking, refusal } = useStore(payment);
  const [action, setAction] = useState<Action | Step | null>(null);
  useKeptScreen(action !== null);
  const confirmable = useConfirmable();
  useAskedWhileUnpaid(known);
  // Remembered at the press: once the confirmation runs, `confirmable` is null, but its outcome is still shown.
  const [creation, setCreation] = useState(confirmable);
  const close = () => setAction(null);
  if (known === null) return <ListState loading={loading || asking} broken={false} empty={<Unknown />} />;
  switch (action) {
    case null:
      break;
    case 'raise':
      return <RaisePanel payment={known} onClose={close} />;
    case 'update':
      return <UpdatePanel payment={known} onClose={close} />;
    case 'confirm':
      if (creation !== null) return <ConfirmPanel creation={creation} payment={known} onClose={close} />;
      break;
    case 'unnumbered':
      return <UnnumberedRefund payment={known} onClose={close} />;
    case 'refund':
    case 'capture':
    case 'reverse':
      return <ActionPanel action={action} payment={known} onClose={close} />;
  }
  return (
    <div className={css['detail']}>
      <FromTop page="payment" />
      <Head payment={known} />
      <Sums payment={known} />
      <InParts payment={known} />
      {isPartCaptured(known) ? <RestOfAuthorization payment={known} /> : null}
      {refusal === null ? null : <RefusalNotice refusal={refusal} />}
      <Story />
      {known.payId === null ? null : <Refresh payId={known.payId} />}
      <Actions
        payment={known}
        canConfirm={confirmable !== null}
        choose={(chosen) => {
          setCreation(confirmable);
          // Decided at the press, because the payId may become known while the refund is made.
          setAction(chosen === 'refund' && known.payId === null ? 'unnumbered' : chosen);
        }}
      />
    </div>
  );
}

/** The customer may have paid a link since the last look-up, and would else be charged for the same purchase again. */
function useAskedWhileUnpaid(known: PaymentSummary | null): void {
  const { payment } = useStores();
  const online = useOnline();
  const payId = known === null || unpaidOffer(known) === null ? null : known.payId;
  useEffect(() => {
    if (online && payId !== null) void payment.find('payId', payId);
  }, [payment, online, payId]);
}

function Refresh({ payId }: { readonly payId: string }) {
  const { payment } = useStores();
  const { say } = useWords();
  const asking = useStore(payment, (state) => state.asking);
  return (
    <div className="row">
      <Button icon="refresh" disabled={asking} onPress={() => void payment.find('payId', payId)}>
        {asking ? say('payments.asking') : say('payment.refresh')}
      </Button>
    </div>
  );
}

function Unknown() {
  const { payment } = useStores();
  const { say } = useWords();
  const { payId, refusal, asking } = useStore(payment);
  return (
    <div className="stack">
      {refusal === null ? <p>{say('payment.noStory')}</p> : <RefusalNotice refusal={refusal} />}
      <div className="row">
        <Button icon="refresh" disabled={asking} onPress={() => void payment.find('payId', payId ?? '')}>
          {say('payment.refresh')}
        </Button>
      </div>
    </div>
  );
}

function Head({ payment }: { readonly payment: PaymentSummary }) {
  const { say } = useWords();
  const { look, key } = paymentState(payment);
  const money = headMoney(payment);
  return (
    <h1 className={css['head']}>
      <StateBadge look={look} word={say(key)} />
      {money === null ? null : <Amount money={money} size="hero" struck={payment.reversed} />}
    </h1>
  );
}

function Sums({ payment }: { readonly payment: PaymentSummary }) {
  const { say, amount, time } = useWords();
  const { currency } = payment;
  const text = (value: number | null) =>
    value === null || currency === null ? say('payment.notKnown') : amount({ value, currency });
  const head = headAmount(payment);
  const positive = (label: string, value: number | null): Fact[] => (value === 0 ? [] : [[label, text(value)]]);
  // The amount that the head already shows is left out.
  const other = (label: string, value: number | null): Fact[] => (value === head ? [] : positive(label, value));
  return (
    <div className="stack">
      <Facts
        facts={[
          [say('fact.card'), cardText(payment)],
          [say('fact.reference'), ownReference(payment.reference)],
          [say('payment.person'), payment.person],
          ...(payment.captured === payment.authorized ? [] : other(say('payment.authorized'), payment.authorized)),
          ...other(say('payment.captured'), payment.captured),
          ...positive(say('fact.tip'), payment.tip),
          ...positive(say('payment.refunded'), payment.refunded === null ? null : -payment.refunded),
          ...positive(say('payment.open'), payment.openRefunds),
          ...other(say('payment.capturable'), capturable(payment)),
          ...((payment.captured ?? 0) > 0 ? other(say('payment.refundable'), refundable(payment)) : []),
          [say('payment.settledBy'), payment.settledBy],
          [say('fact.terminal'), payment.terminalId],
          [say('fact.time'), time(payment.createdAt)],
        ]}
      />
      <FoldedFacts
        facts={[
          [say('fact.transId'), payment.transId],
          [say('fact.payId'), payment.payId ?? say('payment.notKnown')],
          [say('fact.traceNr'), payment.traceNr],
        ]}
      />
    </div>
  );
}

function RestOfAuthorization({ payment }: { readonly payment: PaymentSummary }) {
  const { say, amount } = useWords();
  const { currency } = payment;
  const value = capturable(payment);
  if (currency === null || value === null || value === 0) return null;
  return <p className="soft">{say('payments.restStays', { rest: amount({ value, currency }) })}</p>;
}

/** The purchase that this payment is a part of. */
function InParts({ payment: { tender, payId } }: { readonly payment: PaymentSummary }) {
  if (tender === null) return null;
  const shown = tender.parts.find((part) => part.payId === payId)?.operationId ?? null;
  return <Purchase tender={tender} shown={shown} />;
}

interface ActionsProps {
  readonly payment: PaymentSummary;
  readonly canConfirm: boolean;
  readonly choose: (action: Action | Step) => void;
}

function Actions({ payment, canConfirm, choose }: ActionsProps) {
  const { say } = useWords();
  const numbered = payment.payId !== null;
  const canCapture = capturable(payment) !== 0 && !canConfirm && numbered;
  const canRefund = refundable(payment) !== 0 && !payment.reversed && !canConfirm;
  const canReverse = reversible(payment) !== 'no';
  return (
    <div className={css['actions']} role="group" aria-label={say('payment.actions')}>
      {canConfirm ? <Button onPress={() => choose('confirm')}>{say('payment.doConfirm')}</Button> : null}
      {canCapture ? <Button onPress={() => choose('capture')}>{say('payment.doCapture')}</Button> : null}
      {raisable(payment) && numbered ? <Button onPress={() => choose('raise')}>{say('payment.doRaise')}</Button> : null}
      {canRefund ? <Button onPress={() => choose('refund')}>{say('payment.doRefund')}</Button> : null}
      {canReverse ? <Button onPress={() => choose('reverse')}>{say('payment.doReverse')}</Button> : null}
      {numbered ? (
        <Button kind="quiet" onPress={() => choose('update')}>
          {say('payment.doUpdate')}
        </Button>
      ) : null}
      {payment.tender === null ? null : <RestSteps tender={payment.tender} />}
      <LinkAnew payment={payment} />
    </div>
  );
}

/** For a link that ended unpaid. */
function LinkAnew({ payment }: { readonly payment: PaymentSummary }) {
  const { payment: paymentStore, operations, navigation } = useStores();
  const { say } = useWords();
  const ids = useStore(paymentStore, (state) => state.operationIds);
  const byId = useStore(operations, (state) => state.byId);
  const ended = ids.find((id) => {
    const operation = byId.get(id);
    return operation !== undefined && isMadeAnew(operation);
  });
  if (ended === undefined || unpaidOffer(payment) === null) return null;
  return (
    <Button kind="next" onPress={() => navigation.go({ screen: 'link', anewFrom: ended })}>
      {say('link.new')}
    </Button>
  );
}
