// A person decides the outcome of an operation that the bridge could not find out: two equal choices, a reason, and the
// evidence that was looked at. Money out needs two people who say the same, together or one after the other.
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Approval, DecisionView, Person, Slip } from '#contract/people/people.ts';
import { mayActAs } from '#contract/people/roles.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { askedOf, moneyOf } from '#texts/operation-facts.ts';
import { subjectOf } from '../../model/words/operation-words.ts';
import { Button } from '../../ui/base/button.tsx';
import { ChoiceField } from '../../ui/form/choice.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PersonDialog } from '../../ui/people/person-dialog.tsx';
import { useKeptScreen } from '../../ui/base/use-kept-screen.ts';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import css from './activity.module.css';
import { SlipFields, useSlip } from './slip-fields.tsx';

const leastWords = 3;

interface DecideProps {
  readonly operation: OperationView;
  /** Lays the page out: the form beside what is known, and its steps at the foot of the page. */
  readonly page: (form: ReactNode, foot: ReactNode) => ReactNode;
}

export function Decide({ operation, page }: DecideProps) {
  const { status, navigation } = useStores();
  const { say } = useWords();
  const manned = useStore(status, (state) => state.status?.manned ?? false);
  const person = useStore(status, (state) => state.status?.signedIn ?? null);
  if (!manned) {
    return page(
      <Notice tone="info" title={say('decide.unmanned')}>
        <p>{say('decide.unmannedHow')}</p>
        <Button icon="settings" onPress={() => navigation.go({ screen: 'settings' })}>
          {say('approve.toPeople')}
        </Button>
      </Notice>,
      null,
    );
  }
  if (person === null || !mayActAs(person.role, 'supervisor')) {
    return page(
      <Notice tone="info" title={say('decide.cashier')}>
        <p>{say('decide.cashierHow')}</p>
      </Notice>,
      null,
    );
  }
  return <DecideForm key={person.id} operation={operation} person={person} page={page} />;
}

type Outcome = DecisionView['outcome'];
type Failed = Refusal | 'silent' | null;

function useDecision(operation: OperationView) {
  const { ports, operations } = useStores();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [reason, setReason] = useState('');
  const [evidence, setEvidence] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed>(null);
  const slip = useSlip(operation);
  const said = outcome !== null && reason.trim().length >= leastWords && evidence.trim().length >= leastWords;
  const ready = said && (outcome !== 'succeeded' || slip.valid);
  const send = async (second: Approval | null) => {
    if (busy || outcome === null) return;
    setBusy(true);
    setFailed(null);
    const words = { id: operation.id, outcome, reason: reason.trim(), evidence: evidence.trim() };
    const shown = outcome === 'succeeded' && slip.slip !== null ? { slip: slip.slip } : {};
    const answer = await ports.bridge.ask('decide', { ...words, ...shown, second });
    setBusy(false);
    if (answer.type === 'silent') setFailed('silent');
    else if (answer.value.type === 'refused') setFailed(answer.value.refusal);
    else operations.take([answer.value.operation]);
  };
  return {
    outcome,
    setOutcome,
    reason,
    setReason,
    evidence,
    setEvidence,
    slip,
    checked,
    setChecked,
    busy,
    failed,
    ready,
    send,
  };
}

interface DecideFormProps extends DecideProps {
  readonly person: Person;
}

function DecideForm({ operation, person, page }: DecideFormProps) {
  const { say, amount } = useWords();
  const form = useDecision(operation);
  const money = moneyOf(operation);
  const subject = subjectOf(operation);
  // Whose money it is, and which way it went.
  const happened =
    money === null ? say('decide.happened.other') : say(`decide.happened.${subject}`, { amount: amount(money) });
  const nothing = say(`nothing.${subject}`);
  useKeptScreen();
  const { outcome, checked } = form;
  const short = (text: string) => (checked && text.trim().length < leastWords ? say('decide.wordsError') : null);
  return page(
    <section className={css['decide']} aria-label={say('decide.title')}>
      <h2>{say('decide.title')}</h2>
      <div className={css['equal']}>
        <ChoiceField
          look="cards"
          label={say('decide.title')}
          hideLabel
          value={outcome}
          onChange={form.setOutcome}
          choices={[
            { value: 'succeeded', label: say('decide.happened'), hint: happened },
            { value: 'failed', label: say('decide.not'), hint: say('decide.notHint', { nothing }) },
          ]}
        />
      </div>
      {outcome === 'succeeded' ? <SlipFields operation={operation} draft={form.slip} checked={checked} /> : null}
      {checked && outcome === null ? <Notice tone="wrong" title={say('decide.outcomeError')} live /> : null}
      <TextField
        label={say('decide.reason')}
        error={short(form.reason)}
        maxLength={500}
        required
        value={form.reason}
        onChange={form.setReason}
      />
      <TextField
        label={say('decide.evidence')}
        hint={say('decide.evidenceHint')}
        error={short(form.evidence)}
        maxLength={500}
        required
        value={form.evidence}
        onChange={form.setEvidence}
      />
      {form.failed === 'silent' ? <Notice tone="warn" title={say('decide.silent')} live /> : null}
      {form.failed === null || form.failed === 'silent' ? null : <RefusalNotice refusal={form.failed} />}
      {voicesMissing(operation, person, outcome) > 0 ? <p>{say('decide.two')}</p> : null}
    </section>,
    <Steps operation={operation} person={person} form={form} />,
  );
}

/** How many more people must say the same after this one. */
function voicesMissing({ decisions, doubt }: OperationView, person: Person, outcome: Outcome | null): number {
  const others = (decisions ?? []).filter((each) => each.by !== person.name && each.outcome === outcome);
  return (doubt?.voicesNeeded ?? 1) - others.length - 1;
}

interface StepsProps extends Omit<DecideFormProps, 'page'> {
  readonly form: ReturnType<typeof useDecision>;
}

/** The buttons: one where this decision is enough, two where a second person's is missing. */
function Steps({ operation, person, form }: StepsProps) {
  const { say } = useWords();
  const [together, setTogether] = useState(false);
  const { outcome, busy, ready, setChecked, send } = form;
  const when = (go: () => void) => () => {
    setChecked(true);
    if (ready) go();
  };
  if (voicesMissing(operation, person, outcome) <= 0) {
    return (
      <Foot>
        <Button kind="out" large disabled={busy} onPress={when(() => void send(null))}>
          {say(outcome === null ? 'decide.do' : `decide.do.${outcome}`)}
        </Button>
      </Foot>
    );
  }
  return (
    <>
      <Foot>
        <Button disabled={busy} onPress={when(() => void send(null))}>
          {say('decide.save')}
        </Button>
        <Button kind="out" large disabled={busy} onPress={when(() => setTogether(true))}>
          {say('decide.second')}
        </Button>
      </Foot>
      {together ? (
        <PersonDialog
          title={say('decide.secondTitle')}
          lead={say(outcome === 'failed' ? 'decide.not' : 'decide.happened')}
          who={say('decide.secondWho')}
          doIt={say('decide.secondDo')}
          keep={say('decide.keep')}
          nobody={<Notice tone="warn" title={say('decide.secondNobody')} />}
          except={person.id}
          onPin={(second) => {
            setTogether(false);
            void send(second);
          }}
          onClose={() => setTogether(false)}
        />
      ) : null}
    </>
  );
}

/** What each person said, before and after the decision took effect. */
export function Said({ operation }: { readonly operation: OperationView }) {
  const { say, time, amount } = useWords();
  const currency = askedOf(operation)?.currency ?? '';
  const slipText = ({ amountMinor, traceNr, approvalCode, payId }: Slip) => {
    const sum = amountMinor === undefined ? [] : [amount({ value: amountMinor, currency })];
    return [...sum, traceNr, approvalCode, payId].filter((part) => part !== undefined).join(', ');
  };
  const { decisions = [], state } = operation;
  if (decisions.length === 0) return null;
  const open = state === 'needs-person';
  return (
    <section className={css['said']}>
      <h2>{say(open ? 'decide.said' : 'decide.who')}</h2>
      <ul>
        {decisions.map(({ by, at, outcome, reason, evidence, slip }) => (
          <li key={by}>
            <strong>{say(`decide.line.${outcome}`, { name: by, time: time(at) })}</strong>
            <p>{say('decide.because', { text: reason })}</p>
            <p>{say('decide.lookedAt', { text: evidence })}</p>
            {slip === undefined ? null : <p>{say('slip.shows', { text: slipText(slip) })}</p>}
          </li>
        ))}
      </ul>
      {open ? <p role="status">{say('decide.saved')}</p> : null}
    </section>
  );
}
