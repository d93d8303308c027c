// Deleting, asked once in words: the step stands on the left, where no step forward ever stands, and nothing is sent
// before it is pressed. Its number lives as long as this question, so pressing twice is one deletion.
import { useState } from 'react';
import type { JsonObject } from '#contract/json.ts';
import { createSubmission } from '../../stores/submission.ts';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { Foot } from '../../ui/foot.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RefusalNotice } from '../../ui/refusal.tsx';
import { useKeptPlace } from '../../ui/use-kept-place.ts';
import { useSubmitted } from '../../ui/use-operation.ts';
import { ChangeResult } from './change-result.tsx';
import css from './customers.module.css';

interface DeletePanelProps {
  readonly title: string;
  readonly body: string;
  readonly what?: string;
  readonly label: string;
  readonly keep: string;
  readonly request: { readonly kind: string; readonly input: JsonObject };
  readonly onClose: () => void;
  /** After it was deleted. */
  readonly onDone: () => void;
  readonly doneLabel: string;
}

export function DeletePanel({ title, body, what, label, keep, request, ...steps }: DeletePanelProps) {
  useKeptPlace();
  const { submissionPorts } = useStores();
  const { say } = useWords();
  const [submission] = useState(() => createSubmission(submissionPorts));
  const { phase, operation } = useSubmitted(submission);
  if (phase.type === 'taken' && operation !== null) {
    const done = operation.state === 'succeeded';
    return (
      <ChangeResult
        operation={operation}
        label={done ? steps.doneLabel : say('customer.back')}
        onClose={done ? steps.onDone : steps.onClose}
      />
    );
  }
  const asking = phase.type === 'asking';
  return (
    <div className={css['panel']}>
      <h1>{title}</h1>
      {what === undefined ? null : <p className={css['name']}>{what}</p>}
      <p>{body}</p>
      {asking && phase.silent ? <Notice tone="warn" title={say('asking.silent')} live /> : null}
      {phase.type === 'refused' ? <RefusalNotice refusal={phase.refusal} /> : null}
      <Foot>
        <Button kind="out" large disabled={asking} onPress={() => submission.submit(request.kind, request.input)}>
          {asking ? say('running.gateway') : label}
        </Button>
        <Button disabled={asking} onPress={steps.onClose}>
          {keep}
        </Button>
      </Foot>
    </div>
  );
}
