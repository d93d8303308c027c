// A person decides the outcome of an operation that the bridge could not find out: two equal choices, a reason, and the
// evidence that was looked at. Beside a cashier a supervisor's PIN decides. Money out needs two people who say the same,
// together or one after the other.
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Approval, DecisionView, Person, Slip } from '#contract/people/people.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { mayActAs } from '#contract/people/roles.ts';
import { askedOf, moneyOf } from '#texts/operation-facts.ts';
import { subjectOf } from '../../model/words/operation-words.ts';
import { Amount } from '../../ui/base/amount.tsx';
import { Button } from '../../ui/base/button.tsx';
import { ChoiceField } from '../../ui/form/choice.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useAsk } from '../../ui/feedback/use-ask.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { PersonDialog } from '../../ui/people/person-dialog.tsx';
import { useKeptScreen } from '../../ui/base/use-kept-screen.ts';
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
  if (person === null) return page(null, null);
  const decider = mayActAs(person.role, 'supervisor') ? person : null;
  return <DecideForm key={person.id} operation={operation} decider={decider} page={page} />;
}

type Outcome = DecisionView['outcome'];

interface Pins {
  readonly approval: Approval | null;
  readonly second: Approval | null;
}

const noPins: Pins = { approval: null, second: null };

function useDecision(operation: OperationView) {
  const { operations } = useStores();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [reason, setReason] = useState('');
  const [evidence, setEvidence] = useState('');
  const [checked, setChecked] = useState(false);
  const { askWithPin, busy, failed } = useAsk();
  const slip = useSlip(operation);
  const said = outcome !== null && reason.trim().length >= leastWords && evidence.trim().length >= leastWords;
  const ready = said && (outcome !== 'succeeded' || slip.valid);
  const shown = outcome === 'succeeded' ? slip.slip : null;
  const send = async (pins: Pins): Promise<Refusal | null> => {
    if (busy || outcome === null) return null;
    const words = { id: operation.id, outcome, reason: reason.trim(), evidence: evidence.trim() };
    const withSlip = shown === null ? words : { ...words, slip: shown };
    const { done, wrongPin } = await askWithPin('decide', { ...withSlip, ...pins });
    if (done !== null) operations.take([done.operation]);
    return wrongPin;
  };
  return {
    outcome,
    setOutcome,
    reason,
    setReason,
    evidence,
    setEvidence,
    slip,
    shown,
    checked,
    setChecked,
    busy,
    failed,
    ready,
    send,
  };
}

interface DecideFormProps extends DecideProps {
  /** The supervisor who is signed in; null beside a cashier. */
  readonly decider: Person | null;
}

/** Whose money it is, and which way it went. */
function useMeaning(operation: OperationView): { readonly [O in Outcome]: string } {
  const { say, amount } = useWords();
  const money = moneyOf(operation);
  const subject = subjectOf(operation);
  return {
    succeeded:
      money === null ? say('decide.happened.other') : say(`decide.happened.${subject}`, { amount: amount(money) }),
    failed: say(`nothing.${subject}`),
  };
}

function DecideForm({ operation, decider, page }: DecideFormProps) {
  const { say } = useWords();
  const form = useDecision(operation);
  const meaning = useMeaning(operation);
  useKeptScreen();
  const { outcome, checked } = form;
  const short = (text: string) => (checked && text.trim().length < leastWords ? say('decide.wordsError') : null);
  return page(
    <section className={css['decide']} aria-label={say('decide.title')}>
      {decider === null ? (
        <Notice tone="info" title={say('decide.cashier')}>
          <p>{say('decide.cashierHow')}</p>
        </Notice>
      ) : null}
      <h2>{say('decide.title')}</h2>
      <div className={css['equal']}>
        <ChoiceField
          look="cards"
          label={say('decide.title')}
          hideLabel
          value={outcome}
          onChange={form.setOutcome}
          choices={[
            { value: 'succeeded', label: say('decide.happened'), hint: meaning.succeeded },
            { value: 'failed', label: say('decide.not'), hint: say('decide.notHint', { nothing: meaning.failed }) },
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
      <Failure failed={form.failed} what="decided" />
      {voicesMissing(operation, decider, outcome) > 0 ? <p>{say('decide.two')}</p> : null}
    </section>,
    <Steps operation={operation} decider={decider} form={form} />,
  );
}

/** The people who said so before. */
function agreed({ decisions = [] }: OperationView, outcome: Outcome | null): string[] {
  return decisions.filter((each) => each.outcome === outcome).map(({ by }) => by);
}

/** How many more people must say the same after this one. */
function voicesMissing(operation: OperationView, decider: Person | null, outcome: Outcome | null): number {
  const others = agreed(operation, outcome).filter((name) => name !== decider?.name);
  return (operation.doubt?.voicesNeeded ?? 1) - others.length - 1;
}

interface StepsProps extends Omit<DecideFormProps, 'page'> {
  readonly form: ReturnType<typeof useDecision>;
}

/** The buttons: one where this decision is enough, two where a second person's is missing. */
function Steps({ operation, decider, form }: StepsProps) {
  const { say } = useWords();
  const [together, setTogether] = useState(false);
  const enough = voicesMissing(operation, decider, form.outcome) <= 0;
  const decides = say(form.outcome === null ? 'decide.do' : `decide.do.${form.outcome}`);
  if (decider === null) {
    const step = enough ? decides : say('decide.saveBeside');
    return <StepBeside operation={operation} form={form} step={step} />;
  }
  const { busy, ready, setChecked, send } = form;
  const when = (go: () => void) => () => {
    setChecked(true);
    if (ready) go();
  };
  if (enough) {
    return (
      <Foot>
        <Button kind="out" large disabled={busy} onPress={when(() => void send(noPins))}>
          {decides}
        </Button>
      </Foot>
    );
  }
  return (
    <>
      <Foot>
        <Button disabled={busy} onPress={when(() => void send(noPins))}>
          {say('decide.save')}
        </Button>
        <Button kind="out" large disabled={busy} onPress={when(() => setTogether(true))}>
          {say('decide.second')}
        </Button>
      </Foot>
      {together ? (
        <PersonDialog
          title={say('decide.secondTitle')}
          lead={<Confirmed operation={operation} form={form} />}
          who={say('decide.secondWho')}
          doIt={say('decide.secondDo')}
          keep={say('decide.keep')}
          nobody={<Notice tone="warn" title={say('decide.secondNobody')} />}
          exceptNamed={[decider.name]}
          onPin={async (second) => {
            const wrong = await send({ ...noPins, second });
            setTogether(wrong !== null);
            return wrong;
          }}
          onClose={() => setTogether(false)}
        />
      ) : null}
    </>
  );
}

/** Beside a cashier: one button, and the supervisor reads what their PIN confirms. */
function StepBeside({ operation, form, step }: Omit<StepsProps, 'decider'> & { readonly step: string }) {
  const { say } = useWords();
  const [asks, setAsks] = useState(false);
  const { outcome, busy, ready, setChecked, send } = form;
  const press = () => {
    setChecked(true);
    if (ready) setAsks(true);
  };
  return (
    <>
      <Foot>
        <Button kind="out" large disabled={busy} onPress={press}>
          {step}
        </Button>
      </Foot>
      {asks && outcome !== null ? (
        <PersonDialog
          title={say('decide.pinTitle')}
          lead={<Confirmed operation={operation} form={form} />}
          who={say('decide.pinWho')}
          doIt={step}
          keep={say('decide.keep')}
          nobody={<Notice tone="warn" title={say('approve.nobody')} />}
          exceptNamed={agreed(operation, outcome)}
          onPin={async (approval) => {
            const wrong = await send({ ...noPins, approval });
            setAsks(wrong !== null);
            return wrong;
          }}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </>
  );
}

/** What the PIN of another person confirms: whose money, why, and what was looked at. */
function Confirmed({ operation, form }: Omit<StepsProps, 'decider'>) {
  const meaning = useMeaning(operation);
  const money = moneyOf(operation);
  const { outcome, reason, evidence, shown } = form;
  return (
    <div className={css['confirmed']}>
      {outcome === 'failed' && money !== null ? (
        <Amount money={money} size="large" out={subjectOf(operation) === 'refund'} />
      ) : null}
      {outcome === null ? null : <strong>{meaning[outcome]}</strong>}
      <Words operation={operation} reason={reason.trim()} evidence={evidence.trim()} slip={shown ?? undefined} />
    </div>
  );
}

interface WordsProps extends Pick<DecisionView, 'reason' | 'evidence'> {
  readonly operation: OperationView;
  readonly slip: Slip | undefined;
}

/** Why a person says so, what they looked at, and what the slip shows. */
function Words({ operation, reason, evidence, slip }: WordsProps) {
  const { say, amount } = useWords();
  const currency = askedOf(operation)?.currency ?? '';
  const slipText = ({ amountMinor, traceNr, approvalCode, payId }: Slip) => {
    const sum = amountMinor === undefined ? [] : [amount({ value: amountMinor, currency })];
    return [...sum, traceNr, approvalCode, payId].filter((part) => part !== undefined).join(', ');
  };
  return (
    <>
      <p>{say('decide.because', { text: reason })}</p>
      <p>{say('decide.lookedAt', { text: evidence })}</p>
      {slip === undefined ? null : <p>{say('slip.shows', { text: slipText(slip) })}</p>}
    </>
  );
}

/** What each person said, before and after the decision took effect. */
export function Said({ operation }: { readonly operation: OperationView }) {
  const { say, time } = useWords();
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
            <Words operation={operation} reason={reason} evidence={evidence} slip={slip} />
          </li>
        ))}
      </ul>
      {open ? <p role="status">{say('decide.saved')}</p> : null}
    </section>
  );
}
