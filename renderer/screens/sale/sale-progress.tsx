// A charged sale: while it runs, what the customer should do; then the outcome, and what it means for the money.
import { useEffect, useRef, useState } from 'react';
import { cardholderAmount } from '#contract/operation/dcc-choice.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { tipChosen } from '#contract/money/tip.ts';
import { isFinal } from '#contract/operation/states.ts';
import { reasonText } from '../../model/words/doubt-words.ts';
import { lookOf, supportText, toKeep } from '../../model/operation-facts.ts';
import { differenceOf, moneyOf, numbersOf, tipIn } from '#texts/operation-facts.ts';
import { hasRest } from '../../model/tender-facts.ts';
import { lengthText } from '../../model/time/time-text.ts';
import { mayMoveOn } from '../../stores/operations/submission.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Details, Facts } from '../../ui/feedback/details.tsx';
import { DoubtFacts } from '../../ui/feedback/doubt.tsx';
import { useAsk } from '../../ui/feedback/use-ask.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Glance } from '../../ui/money/glance.tsx';
import { Outcome } from '../../ui/money/outcome.tsx';
import { Purchase } from '../../ui/money/purchase.tsx';
import { Receipt } from '../../ui/receipt/receipt.tsx';
import { inField, useKeys } from '../../ui/base/use-key.ts';
import { useDelayed } from '../../ui/base/use-delayed.ts';
import { useTender } from '../../ui/money/use-tender.ts';
import { AskReceipt } from './ask-receipt.tsx';
import { SaleEnd } from './sale-end.tsx';
import { SaleOtherAmount } from './sale-other-amount.tsx';
import css from './sale.module.css';
import { Steps } from './steps.tsx';

export function SaleProgress({ operation }: { readonly operation: OperationView }) {
  const { sale } = useStores();
  const tender = useTender(operation);
  const difference = differenceOf(operation);
  // Main first has to say whether a rest is left to pay, so no key goes on before.
  const inParts = operation.partOf !== undefined || difference?.type === 'less';
  const atItsEnd = isFinal(operation.state) && !(inParts && (tender === null || hasRest(tender)));
  // A second press of the key that charged is not one for what came of it.
  const seen = useDelayed(atItsEnd);
  const again = useAgain(operation);
  useKeys((event) => {
    if (!(event.ctrlKey && event.key === 'Enter') || event.repeat || !atItsEnd) return;
    event.preventDefault();
    if (operation.state === 'succeeded') sale.next(false);
    else if (seen) again();
  });
  const isPaid = atItsEnd && operation.state === 'succeeded' && difference === null;
  useSaleLeft(operation, isPaid);
  useNextByDigits(operation, isPaid && seen);
  if (difference !== null && (operation.state === 'succeeded' || toKeep(operation) !== null)) {
    return <SaleOtherAmount operation={operation} difference={difference} />;
  }
  return (
    <div className={css['progress']}>
      <div className={css['main']}>
        <Outcome operation={operation}>
          <Middle operation={operation} />
        </Outcome>
        <Doubts operation={operation} />
        {operation.state === 'succeeded' ? (
          <div className="stack">
            <AskReceipt operation={operation} />
            {tender === null ? null : <Purchase tender={tender} shown={operation.id} />}
            <Receipt operation={operation} />
          </div>
        ) : null}
      </div>
      {isFinal(operation.state) ? <Glance /> : null}
      {operation.state === 'succeeded' ? (
        <SaleEnd operation={operation} tender={tender} />
      ) : (
        <Onward operation={operation} onAgain={again} />
      )}
    </div>
  );
}

/** A sale that is paid in full ends with the cashier's leaving of this page: its payment may change elsewhere. */
function useSaleLeft({ id }: OperationView, isPaid: boolean): void {
  const { sale } = useStores();
  const over = useRef(false);
  useEffect(() => {
    over.current = isPaid;
  });
  useEffect(
    () => () => {
      const { phase } = sale.submission.getState();
      if (over.current && phase.type === 'taken' && phase.operationId === id) sale.next(false);
    },
    [sale, id],
  );
}

/** Digits begin the next sale where this one is paid in full. The first digits of a slow scanner's code are undone. */
function useNextByDigits(operation: OperationView, mayBegin: boolean): void {
  const { sale, scans } = useStores();
  useEffect(
    () =>
      scans.open({
        take: (code) => scans.setState({ unusedCode: code }),
        remember: () => () => {
          if (sale.submission.getState().phase.type === 'idle') sale.backTo(operation);
        },
      }),
    [sale, scans, operation],
  );
  useKeys((event) => {
    const { key, ctrlKey, altKey, metaKey, repeat, target } = event;
    if (!/^\d$/.test(key) || ctrlKey || altKey || metaKey || repeat || inField(target)) return;
    if (!mayBegin) return;
    event.preventDefault();
    if (sale.next(false)) sale.digits(key);
  });
}

function Middle({ operation }: { readonly operation: OperationView }) {
  const { say, amount } = useWords();
  const { terminalId, reference, card, approvalCode } = numbersOf(operation);
  const charged = cardholderAmount(operation.dcc);
  const tipped = tipIn(operation);
  const look = lookOf(operation);
  const { requestId } = operation;
  if (look === 'running') return <Running key={requestId} operation={operation} />;
  if (look === 'unknown' || look === 'person') return null;
  return (
    <div className="stack">
      <Facts
        facts={[
          [say('dcc.receipt.charged'), charged === null || look !== 'succeeded' ? null : amount(charged)],
          [say('fact.tip'), tipped === null ? null : amount(tipped.tip)],
          [say('fact.card'), card],
          [say('fact.reference'), reference],
          [say('fact.terminal'), terminalId],
          [say('fact.approval'), approvalCode],
        ]}
      />
      <Details text={supportText(operation)} />
    </div>
  );
}

/** Beside the headline, so that the cashier sees what to tell the customer without scrolling. */
function Doubts({ operation }: { readonly operation: OperationView }) {
  const { say } = useWords();
  const look = lookOf(operation);
  if (look !== 'unknown' && look !== 'person') return null;
  const title = look === 'person' ? say('activity.weAsked') : say('sale.unknownWhat');
  return (
    <section className={css['doubt']} aria-label={title}>
      <p className={css['tell']}>{say('sale.tellCustomer')}</p>
      {look === 'person' && operation.doubt !== undefined ? (
        <>
          <h2>{say('activity.weKnow')}</h2>
          <p>{reasonText(operation.doubt, say)}</p>
        </>
      ) : null}
      <h2>{title}</h2>
      <DoubtFacts operation={operation} />
      <Details text={supportText(operation)} />
    </section>
  );
}

function Running({ operation }: { readonly operation: OperationView }) {
  const { say, clock } = useWords();
  const { ports } = useStores();
  const { terminalId } = numbersOf(operation);
  const busyUntil = operation.queue?.busyUntil ?? null;
  const [now, setNow] = useState(ports.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(ports.now()), 1_000);
    return () => clearInterval(timer);
  }, [ports]);
  const seconds = Math.max(0, Math.floor((now - Date.parse(operation.createdAt)) / 1_000));
  return (
    <div className="stack">
      <Steps operation={operation} />
      <Facts
        facts={[
          [
            say('fact.terminal'),
            busyUntil === null
              ? terminalId
              : `${terminalId ?? ''} · ${say('glance.heldUntil', { time: clock(busyUntil) })}`,
          ],
          [say('sale.elapsed'), seconds < 90 ? say('sale.seconds', { seconds }) : lengthText(seconds * 1_000, say)],
        ]}
      />
      <p className="soft">{say('sale.dontLeave')}</p>
    </div>
  );
}

/** Charges a sale that took no money once more. A customer's choice of currency counted once, so that one is typed anew. */
function useAgain(operation: OperationView): () => void {
  const { sale } = useStores();
  return () => {
    const money = moneyOf(operation);
    const { terminalId } = numbersOf(operation);
    if (!sale.again(operation)) return;
    if (money === null || terminalId === null || operation.dcc !== undefined) return;
    const tipMinor = tipChosen(operation.input);
    sale.charge(money, terminalId, tipMinor === 0 ? {} : { tipMinor });
  };
}

interface OnwardProps {
  readonly operation: OperationView;
  readonly onAgain: () => void;
}

function Onward({ operation, onAgain }: OnwardProps) {
  const { say, amount } = useWords();
  const { sale, navigation } = useStores();
  const money = moneyOf(operation);
  const { payId } = numbersOf(operation);
  if (operation.state === 'accepted') return <CancelSale operation={operation} />;
  if (!mayMoveOn(operation)) return null;
  if (isFinal(operation.state) && money !== null) {
    return (
      <Foot>
        <Button onPress={() => sale.next(false)}>{say('sale.new')}</Button>
        <Button kind="quiet" onPress={() => sale.again(operation)}>
          {say('sale.change')}
        </Button>
        <Button kind="next" large shortcut="Control+Enter" onPress={onAgain}>
          {say('sale.again', { amount: amount(money) })}
        </Button>
      </Foot>
    );
  }
  const person = operation.state === 'needs-person';
  return (
    <Foot>
      {payId === null ? (
        <span className="soft">{say(person ? 'sale.leavePersonHint' : 'sale.leaveHint')}</span>
      ) : (
        <Button onPress={() => navigation.go({ screen: 'payments', payId })}>{say('sale.openPayment')}</Button>
      )}
      <Button onPress={() => sale.next(false)}>{say(person ? 'sale.leavePerson' : 'sale.leave')}</Button>
    </Foot>
  );
}

/** A sale that waits for its terminal or for a connection: nothing of it was sent. */
function CancelSale({ operation }: { readonly operation: OperationView }) {
  const { operations } = useStores();
  const { say } = useWords();
  const { ask, busy, failed } = useAsk();
  // Shown late, because most sales are sent within a moment, and the button would only flicker.
  const late = useDelayed(true);
  const cancel = async () => {
    const done = await ask('cancel', { id: operation.id });
    if (done !== null) operations.take([done.operation]);
  };
  if (!late) return null;
  return (
    <>
      <Failure failed={failed} what="done" />
      <Foot>
        <Button icon="cross" disabled={busy} onPress={() => void cancel()}>
          {say('sale.cancel')}
        </Button>
        <span className="soft">{say('sale.cancelHint')}</span>
      </Foot>
    </>
  );
}
