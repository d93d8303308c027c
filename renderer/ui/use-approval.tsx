// Asks main whether a supervisor must approve, and if so for their PIN, before anything is submitted. However often the
// button is pressed, one question stands at a time.
import { useRef, useState, type ReactNode } from 'react';
import type { JsonObject } from '#contract/json.ts';
import type { ApprovalAsked, ApprovalSums } from '#contract/window.ts';
import type { Accompanied } from '../stores/submission.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import { Button } from './button.tsx';
import { useStores, useWords } from './context.tsx';
import { useStillHere } from './use-still-here.ts';

type Send = (along: Accompanied) => void;

interface Waiting {
  readonly send: Send;
  readonly asked: ApprovalAsked;
  readonly sums: ApprovalSums | null;
}

export interface ApprovalGate {
  /** `payment`: the payment that it belongs to, where nothing in the input names it. Calls `send` at once, or with the approval; not at all where nobody approves, or where the form was left. */
  readonly pass: (kind: string, input: JsonObject, send: Send, payment?: string) => void;
  /** Main is being asked: what `pass` was called with must not change, and stays on the screen. */
  readonly asking: boolean;
  /** Shows itself while it asks. */
  readonly dialog: ReactNode;
}

export function useApproval(): ApprovalGate {
  const { ports } = useStores();
  const pressed = useRef(false);
  const isHere = useStillHere();
  const [asking, setAsking] = useState(false);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const pass = (kind: string, input: JsonObject, send: Send, payment?: string) => {
    if (pressed.current) return;
    pressed.current = true;
    setAsking(true);
    void ports.bridge.ask('needsApproval', { kind, input }).then((answer) => {
      pressed.current = false;
      if (!isHere()) return;
      setAsking(false);
      // A silent main decides itself, when it hears of it.
      const { asked = null, sums = null } = answer.type === 'answer' ? answer.value : {};
      if (asked === null) send({});
      else setWaiting({ send, asked: { ...asked, payment: asked.payment ?? payment ?? null }, sums });
    });
  };
  const dialog =
    waiting === null ? null : (
      <ApprovalDialog
        asked={waiting.asked}
        sums={waiting.sums}
        onClose={() => setWaiting(null)}
        onApproved={(approval) => {
          setWaiting(null);
          waiting.send({ approval });
        }}
      >
        <ToPeople />
      </ApprovalDialog>
    );
  return { pass, asking, dialog };
}

/** The way to where supervisors are made. */
function ToPeople() {
  const { say } = useWords();
  const { navigation } = useStores();
  return (
    <>
      <p>{say('approve.nobodyHow')}</p>
      <Button onPress={() => navigation.go({ screen: 'settings' })}>{say('approve.toPeople')}</Button>
    </>
  );
}
