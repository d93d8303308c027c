// Tries an operation again that failed, or that people decided did not happen: as a new, linked operation with new
// numbers. A program repeats its own operations, and a card number has to be typed anew.
import { useEffect, useState } from 'react';
import { type JsonObject, textAt, without } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { commandOf } from '#operations/index.ts';
import { isReversal } from '../../model/operation-facts.ts';
import { isMoneyOut, moneyOf, nameOf } from '#texts/operation-facts.ts';
import { subjectOf } from '../../model/words/operation-words.ts';
import { createSubmission } from '../../stores/operations/submission.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { useApproval } from '../../ui/people/use-approval.tsx';
import { useSubmitted } from '../../ui/money/use-operation.ts';

/** The input with new numbers. A REVERSE names the sale by its transId, which must stay. */
function anew({ input }: OperationView, newId: () => string): JsonObject {
  const renewed = textAt(input, 'transId') !== null && textAt(input, 'messageType') !== 'REVERSE';
  const own = /^TB[0-9A-F]{30}$/.test(textAt(input, 'refNr') ?? '');
  const rest = own ? without(input, ['refNr']) : input;
  return renewed ? { ...rest, transId: `N-${newId()}` } : rest;
}

function mayTry({ state, origin, kind }: OperationView): boolean {
  const command = commandOf(kind);
  return state === 'failed' && origin.type === 'cashier' && command !== null && command.secretFields.length === 0;
}

export function TryAgain({ operation }: { readonly operation: OperationView }) {
  const { submissionPorts, ports, navigation } = useStores();
  const { say, amount } = useWords();
  const [{ submission, input }] = useState(() => ({
    submission: createSubmission(submissionPorts),
    input: anew(operation, ports.newId),
  }));
  const { phase } = useSubmitted(submission);
  const { pass, asking, dialog } = useApproval(phase);
  const made = phase.type === 'taken' ? phase.operationId : null;
  useEffect(() => {
    if (made !== null) navigation.go({ screen: 'activity', operationId: made });
  }, [made, navigation]);
  if (!mayTry(operation)) return null;
  const name = nameOf(operation);
  const money = moneyOf(operation);
  const out = isMoneyOut(name) || isReversal(name);
  const what = say(name);
  const again = () =>
    pass(operation.kind, input, (along, told) => submission.submit(operation.kind, told, along), {
      replaces: operation.id,
    });
  return (
    <>
      {phase.type === 'refused' ? <RefusalNotice refusal={phase.refusal} subject={subjectOf(operation)} /> : null}
      <p className="soft">{say('again.hint')}</p>
      <Foot>
        <Button
          kind={out ? 'out' : 'next'}
          large
          icon="refresh"
          disabled={asking || phase.type === 'asking' || made !== null}
          onPress={again}
        >
          {money === null ? say('again.doPlain', { what }) : say('again.do', { what, amount: amount(money) })}
        </Button>
      </Foot>
      {dialog}
    </>
  );
}

/** A link to the operation that this one is a new try of. */
export function Replaces({ operation }: { readonly operation: OperationView }) {
  const { navigation } = useStores();
  const { say } = useWords();
  const { replaces } = operation;
  if (replaces === undefined) return null;
  return (
    <div className="stack">
      <p>{say('again.replaces')}</p>
      <div className="row">
        <Button icon="activity" onPress={() => navigation.go({ screen: 'activity', operationId: replaces })}>
          {say('again.open')}
        </Button>
      </div>
    </div>
  );
}
