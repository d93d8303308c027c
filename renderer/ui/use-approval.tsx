// Asks main whether a supervisor must approve, and if so for their PIN, before anything is submitted. However often the
// button is pressed, one question stands at a time.
import { useRef, useState, type ReactNode } from 'react';
import type { JsonObject } from '#contract/json.ts';
import type { Approval } from '#contract/people.ts';
import type { Accompanied } from '../stores/submission.ts';
import { Button } from './button.tsx';
import { useStores, useWords } from './context.tsx';
import { Notice } from './notice.tsx';
import { PersonDialog } from './person-dialog.tsx';

type Send = (along: Accompanied) => void;

export interface ApprovalGate {
  /** Calls `send` at once, or with the approval; not at all where nobody approves. */
  readonly pass: (kind: string, input: JsonObject, send: Send) => void;
  /** Shows itself while it asks. */
  readonly dialog: ReactNode;
}

export function useApproval(): ApprovalGate {
  const { ports } = useStores();
  const asking = useRef(false);
  const [waiting, setWaiting] = useState<{ readonly send: Send } | null>(null);
  const pass = (kind: string, input: JsonObject, send: Send) => {
    if (asking.current) return;
    asking.current = true;
    void ports.bridge.ask('needsApproval', { kind, input }).then((answer) => {
      asking.current = false;
      // A silent main decides itself, when it hears of it.
      if (answer.type === 'answer' && answer.value.needed) setWaiting({ send });
      else send({});
    });
  };
  const dialog =
    waiting === null ? null : (
      <ApprovalDialog
        onClose={() => setWaiting(null)}
        onApproved={(approval) => {
          setWaiting(null);
          waiting.send({ approval });
        }}
      />
    );
  return { pass, dialog };
}

interface ApprovalDialogProps {
  readonly onApproved: (approval: Approval) => void;
  readonly onClose: () => void;
}

function ApprovalDialog({ onApproved, onClose }: ApprovalDialogProps) {
  const { say } = useWords();
  const { navigation } = useStores();
  return (
    <PersonDialog
      title={say('approve.title')}
      lead={say('approve.lead')}
      who={say('approve.who')}
      doIt={say('approve.do')}
      keep={say('approve.keep')}
      nobody={
        <Notice tone="warn" title={say('approve.nobody')}>
          <p>{say('approve.nobodyHow')}</p>
          <Button onPress={() => navigation.go({ screen: 'settings' })}>{say('approve.toPeople')}</Button>
        </Notice>
      }
      except={null}
      onPin={onApproved}
      onClose={onClose}
    />
  );
}
