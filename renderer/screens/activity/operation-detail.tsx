// All that is known of one operation: how it went, what the bridge does to find out, its numbers, its receipt, and
// taking it back while it has not been sent.
import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import type { OperationView } from '#contract/operation/operation.ts';
import { cancelWords } from '../../model/words/operation-words.ts';
import { isMadeAnew } from '../../model/hosted.ts';
import { reasonText } from '../../model/words/doubt-words.ts';
import { approverIn, lookOf, originText, supportText, timesText, toKeep } from '../../model/operation-facts.ts';
import { differenceOf, numbersOf } from '#texts/operation-facts.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { FromTop } from '../../ui/base/from-top.tsx';
import { Details, Facts, FoldedFacts } from '../../ui/feedback/details.tsx';
import { DoubtFacts } from '../../ui/feedback/doubt.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { useAsk } from '../../ui/feedback/use-ask.ts';
import { ListState } from '../../ui/lists/list-state.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Outcome } from '../../ui/money/outcome.tsx';
import { Receipt } from '../../ui/receipt/receipt.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { Decide, Said } from './decide.tsx';
import { InParts, OtherAmountPanel, RestOfPurchase } from './other-amount-panel.tsx';
import { Replaces, TryAgain } from './try-again.tsx';
import { WithoutNumber } from './without-number.tsx';
import css from './activity.module.css';

export function OperationDetail({ id }: { readonly id: string }) {
  const { operations, ports, status } = useStores();
  const operation = useStore(operations, (state) => state.byId.get(id));
  // Its place in the queue changes when other operations change.
  const waiting = useStore(status, (state) => state.status?.waiting);
  useEffect(() => {
    void ports.bridge.ask('operation', { id }).then((answer) => {
      if (answer.type === 'answer' && answer.value !== null) operations.take([answer.value]);
    });
  }, [operations, ports, id, waiting]);
  if (operation === undefined) return <ListState loading broken={false} empty={null} />;
  const open = operation.state === 'needs-person';
  const differs = operation.state === 'succeeded' ? differenceOf(operation) : toKeep(operation);
  const known = (
    <>
      <WithoutNumber operation={operation} />
      <Replaces operation={operation} />
      <Earlier operation={operation} />
      <Cancel operation={operation} />
      <Known operation={operation} />
      <Receipt operation={operation} />
      <Details text={supportText(operation)} />
    </>
  );
  // What is known, and beside it what a person answers; the steps at the foot of the page.
  const page = (answer: ReactNode, foot: ReactNode) => (
    <div className={css['detail']}>
      <div className={open ? css['sides'] : 'stack'}>
        <div className={css['evidence']}>
          <Outcome operation={operation} compact={open} />
          {differs === null ? <Doubts operation={operation} /> : null}
        </div>
        <div className={css['answer']}>
          <Said operation={operation} />
          {answer}
        </div>
      </div>
      {known}
      {foot}
    </div>
  );
  // The same component before and after the amount is kept, so that steps that were begun beside it go on.
  if (differs !== null) return <OtherAmountPanel operation={operation} difference={differs} page={page} />;
  if (open) return <Decide operation={operation} page={page} />;
  return (
    <div className={css['detail']}>
      <FromTop page={operation.state} />
      <Outcome operation={operation} />
      <Doubts operation={operation} />
      <InParts operation={operation} />
      <Said operation={operation} />
      {known}
      <RestOfPurchase operation={operation} />
      <TryAgain operation={operation} />
      <LinkAnew operation={operation} />
    </div>
  );
}

function Doubts({ operation }: { readonly operation: OperationView }) {
  const { say } = useWords();
  const look = lookOf(operation);
  if (look === 'unknown') {
    return (
      <section className={css['doubt']}>
        <h2>{say('activity.whatIsDone')}</h2>
        <DoubtFacts operation={operation} />
      </section>
    );
  }
  if (look !== 'person') return null;
  return (
    <section className={css['doubt']}>
      {/* First: a person goes and searches by them. */}
      <h2>{say('decide.leads')}</h2>
      <Leads operation={operation} />
      <h2>{say('activity.weKnow')}</h2>
      <p>{operation.doubt === undefined ? null : reasonText(operation.doubt, say)}</p>
      <h2>{say('activity.weAsked')}</h2>
      <DoubtFacts operation={operation} />
      <h2>{say('activity.missing')}</h2>
      <p>{say('activity.missingText')}</p>
    </section>
  );
}

/** The numbers that a person searches in the terminal's journal or the gateway's back office. */
function Leads({ operation }: { readonly operation: OperationView }) {
  const { say, time } = useWords();
  const { payId, transId, traceNr, terminalId, reference } = numbersOf(operation);
  return (
    <Facts
      facts={[
        [say('fact.payId'), payId],
        [say('fact.transId'), transId],
        [say('fact.traceNr'), traceNr],
        [say('fact.terminal'), terminalId],
        [say('fact.reference'), reference],
        [say('fact.time'), time(operation.createdAt)],
      ]}
    />
  );
}

/** For a link that ended unpaid. */
function LinkAnew({ operation }: { readonly operation: OperationView }) {
  const { navigation } = useStores();
  const { say } = useWords();
  if (!isMadeAnew(operation)) return null;
  return (
    <Foot>
      <Button kind="next" large onPress={() => navigation.go({ screen: 'link', anewFrom: operation.id })}>
        {say('link.new')}
      </Button>
    </Foot>
  );
}

/** A link to the operation that this one waits for. */
function Earlier({ operation }: { readonly operation: OperationView }) {
  const { navigation } = useStores();
  const { say } = useWords();
  const after = operation.queue?.after ?? null;
  if (after === null) return null;
  return (
    <div className="row">
      <Button icon="activity" onPress={() => navigation.go({ screen: 'activity', operationId: after })}>
        {say('waiting.openEarlier')}
      </Button>
    </div>
  );
}

function Known({ operation }: { readonly operation: OperationView }) {
  const { say, time, since } = useWords();
  const { navigation } = useStores();
  const numbers = numbersOf(operation);
  const { payId } = numbers;
  const { origin } = operation;
  const waiting = lookOf(operation) === 'waiting';
  const made = time(operation.createdAt);
  const changed = time(operation.updatedAt);
  return (
    <section className="stack">
      <Facts
        facts={[
          waiting ? [say('activity.waitingSince'), since(operation.createdAt)] : [say('fact.time'), made],
          [say('fact.changed'), operation.revision > 1 && changed !== made ? changed : null],
          [say('fact.origin'), originText(operation, say)],
          [say('fact.operator'), origin.type === 'cashier' ? (origin.operator ?? null) : null],
          [say('fact.approvedBy'), approverIn(origin, say)],
          [say('fact.terminal'), numbers.terminalId],
          [say('fact.card'), numbers.card],
          [say('fact.reference'), numbers.reference],
          [say('fact.attempts'), timesText(operation.attempts, say)],
        ]}
      />
      <FoldedFacts
        facts={[
          [say('fact.transId'), numbers.transId],
          [say('fact.payId'), payId],
          [say('fact.traceNr'), numbers.traceNr],
          [say('fact.approval'), numbers.approvalCode],
        ]}
      />
      {payId === null ? null : (
        <div className="row">
          <Button icon="payments" onPress={() => navigation.go({ screen: 'payments', payId })}>
            {say('activity.openPayment')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Cancel({ operation }: { readonly operation: OperationView }) {
  const { operations } = useStores();
  const { say, language } = useWords();
  const { ask, busy, failed } = useAsk();
  if (failed !== null && failed !== 'silent') return <RefusalNotice refusal={failed} />;
  if (operation.state !== 'accepted') return null;
  const cancel = async () => {
    const done = await ask('cancel', { id: operation.id });
    if (done !== null) operations.take([done.operation]);
  };
  return (
    <div className="stack">
      <div className="row">
        <Button icon="cross" disabled={busy} onPress={() => void cancel()}>
          {cancelWords(operation, say, language)}
        </Button>
      </div>
      <p className="soft">{say('activity.cancelHint')}</p>
      <Failure what="done" failed={failed} />
    </div>
  );
}
