// The panel of a capture, a refund or a reversal: one amount, and a button that says what it does, in the corner of the
// step forward. The button that opened the panel stands elsewhere, so that a second tap on it sends nothing.
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { PaymentSummary } from '#contract/till/window.ts';
import { type NamedCapture, namedCaptures } from '../../model/captures.ts';
import { cardText, ownReference } from '#texts/operation-facts.ts';
import { reversible } from '../../model/payment-sums.ts';
import { type Action, mostOf, requestOf } from '../../model/payment-request.ts';
import { createSubmission } from '../../stores/operations/submission.ts';
import { Button } from '../../ui/base/button.tsx';
import { ChoiceField } from '../../ui/form/choice.tsx';
import { useOnline, useStores, useWords } from '../../ui/base/context.tsx';
import { Facts } from '../../ui/feedback/details.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { useApproval } from '../../ui/people/use-approval.tsx';
import { LineField, lineOf } from '../../ui/money/line-field.tsx';
import { useSubmitted } from '../../ui/money/use-operation.ts';
import { useFreshTerminals } from '../../ui/terminals/use-fresh-terminals.ts';
import { ActionResult } from './action-result.tsx';
import { AmountPart } from './amount-part.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import css from './payments.module.css';

export type { Action } from '../../model/payment-request.ts';

interface ActionPanelProps {
  readonly action: Action;
  readonly payment: PaymentSummary;
  readonly onClose: () => void;
}

const subjects = { capture: 'capture', refund: 'refund', reverse: 'reversal' } as const;

export function ActionPanel({ action, payment, onClose }: ActionPanelProps) {
  const { submissionPorts, ports } = useStores();
  // Both ids live as long as this form, so pressing twice is one operation.
  const [{ submission, transId }] = useState(() => ({
    submission: createSubmission(submissionPorts),
    transId: `${action === 'refund' ? 'R' : 'C'}-${ports.newId()}`,
  }));
  const { phase, operation } = useSubmitted(submission);
  const { pass, asking, dialog } = useApproval(phase);
  if (phase.type === 'taken' && operation !== null) return <ActionResult operation={operation} onClose={onClose} />;
  return (
    <>
      <ActionForm
        action={action}
        payment={payment}
        onClose={onClose}
        silent={phase.type === 'asking' && phase.silent}
        asking={asking || phase.type === 'asking'}
        refusal={phase.type === 'refused' ? <RefusalNotice refusal={phase.refusal} subject={subjects[action]} /> : null}
        send={(value, capture, line) => {
          const { kind, input } = requestOf(action, payment, value, { transId, capture });
          pass(kind, input, (along, told) => submission.submit(kind, told, along), lineOf(line));
        }}
      />
      {dialog}
    </>
  );
}

interface ActionFormProps extends ActionPanelProps {
  readonly silent: boolean;
  readonly asking: boolean;
  readonly refusal: React.ReactNode;
  readonly send: (value: number, capture: string | null, line: string) => void;
}

function ActionForm({ action, payment, onClose, silent, asking, refusal, send }: ActionFormProps) {
  const { say, amount } = useWords();
  const online = useOnline();
  const { captures, complete, chosen, setChosen, needed } = useCaptures(action, payment);
  const whole = mostOf(action, payment);
  // A refund of one capture is at most what is left of that capture.
  const most = needed && chosen?.left !== null && chosen !== null ? Math.min(chosen.left, whole ?? chosen.left) : whole;
  const currency = payment.currency ?? 'EUR';
  const [line, setLine] = useState('');
  const [value, setValue] = useState(needed ? 0 : (most ?? 0));
  const choose = (capture: NamedCapture) => {
    setChosen(capture);
    setValue(capture.left ?? capture.amount ?? 0);
  };
  const tooMuch =
    most !== null && value > most ? say('action.tooMuch', { amount: amount({ value: most, currency }) }) : null;
  const ready = value > 0 && tooMuch === null && !asking && (!needed || chosen !== null);
  const first = needed && chosen === null ? say('action.chooseCapture') : say('action.enterAmount');
  const label = value > 0 ? say(`action.${action}`, { amount: amount({ value, currency }) }) : first;
  return (
    <div className={css['panel']}>
      <h1>{say(`action.${action}Title`)}</h1>
      {action === 'reverse' ? (
        <ReverseWords payment={payment} value={value} />
      ) : (
        <AmountPart
          question={say(`action.${action}Title`)}
          most={most}
          value={value}
          currency={currency}
          error={tooMuch}
          out={action === 'refund'}
          disabled={asking}
          onChange={setValue}
          about={
            <>
              {action === 'refund' ? <LineField value={line} disabled={asking} onChange={setLine} /> : null}
              {needed ? null : <WhichPayment payment={payment} />}
            </>
          }
        >
          {needed ? (
            <CaptureChoice
              payment={payment}
              captures={captures}
              complete={complete}
              chosen={chosen}
              onChoose={choose}
            />
          ) : null}
        </AmountPart>
      )}
      {silent ? <Notice tone="warn" title={say('asking.silent')} live /> : null}
      {!online && action !== 'reverse' ? <Notice tone="info" title={say('action.waits')} /> : null}
      {refusal}
      <Foot>
        <Button disabled={asking} onPress={onClose}>
          {say('action.keep')}
        </Button>
        <Button
          kind={action === 'capture' ? 'next' : 'out'}
          large
          disabled={!ready}
          onPress={() => send(value, chosen?.providerTransactionId ?? null, line)}
        >
          {asking ? say('running.gateway') : label}
        </Button>
      </Foot>
    </div>
  );
}

function ReverseWords({ payment, value }: { readonly payment: PaymentSummary; readonly value: number }) {
  const { say, amount, clock } = useWords();
  const { terminalId, currency } = payment;
  const held = useStore(useStores().shop, ({ terminals }) => terminals.find(({ id }) => id === terminalId)?.heldUntil);
  useFreshTerminals();
  return (
    <>
      <p>{say('action.reverseBody', { amount: amount({ value, currency: currency ?? 'EUR' }) })}</p>
      {reversible(payment) === 'at-terminal' && terminalId !== null ? (
        <>
          <p>{say('action.reverseTerminal', { id: terminalId })}</p>
          {held === undefined || held === null ? null : (
            <Notice tone="warn" title={say('held.title', { id: terminalId, time: clock(held) })} />
          )}
        </>
      ) : null}
    </>
  );
}

/** For the cashier to compare with the slip. */
function WhichPayment({ payment }: { readonly payment: PaymentSummary }) {
  const { say, time } = useWords();
  return (
    <Facts
      facts={[
        [say('fact.card'), cardText(payment)],
        [say('fact.reference'), ownReference(payment.reference)],
        [say('fact.time'), time(payment.createdAt)],
      ]}
    />
  );
}

/** With several captures a refund names one of them; the gateway would otherwise refund the last. */
function useCaptures(action: Action, payment: PaymentSummary) {
  const stores = useStores();
  const record = useStore(stores.payment, (state) => state.record);
  const [chosen, setChosen] = useState<NamedCapture | null>(null);
  const needed = action === 'refund' && (payment.captureCount ?? 0) > 1;
  const { captures, complete } = useMemo(() => namedCaptures(payment, record), [payment, record]);
  return { needed, captures, complete, chosen, setChosen };
}

interface CaptureChoiceProps {
  readonly payment: PaymentSummary;
  readonly captures: readonly NamedCapture[];
  readonly complete: boolean;
  readonly chosen: NamedCapture | null;
  readonly onChoose: (capture: NamedCapture) => void;
}

function CaptureChoice({ payment, captures, complete, chosen, onChoose }: CaptureChoiceProps) {
  const stores = useStores();
  const { say, amount, time } = useWords();
  const asking = useStore(stores.payment, (state) => state.asking);
  const currency = payment.currency ?? 'EUR';
  const hintOf = ({ left, at, providerTransactionId }: NamedCapture) => {
    if (at === null) return providerTransactionId;
    if (left === null) return say('action.captureAt', { time: time(at) });
    return say('action.captureLeft', { left: amount({ value: left, currency }), time: time(at) });
  };
  return (
    <>
      {captures.length === 0 ? null : (
        <ChoiceField
          look="cards"
          label={say('action.whichCapture')}
          value={chosen?.providerTransactionId ?? null}
          onChange={(id) => {
            const capture = captures.find((each) => each.providerTransactionId === id);
            if (capture !== undefined) onChoose(capture);
          }}
          choices={captures.map((each) => ({
            value: each.providerTransactionId,
            label: each.amount === null ? each.providerTransactionId : amount({ value: each.amount, currency }),
            hint: hintOf(each),
          }))}
        />
      )}
      {complete ? null : (
        <Notice tone="info" title={say('action.capturesMissing')}>
          <div className="row">
            <Button icon="refresh" disabled={asking} onPress={() => void stores.payment.find('payId', payment.id)}>
              {asking ? say('payments.asking') : say('action.askCaptures')}
            </Button>
          </div>
        </Notice>
      )}
    </>
  );
}
