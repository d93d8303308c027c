// Before an operation is submitted, asks main whether a supervisor must approve it, and then asks for the reason and the
// PIN; also where main finds so only when it gets the operation. Pressing the button again asks only once.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { JsonObject } from '#contract/data/json.ts';
import type { ApprovalAsked, ApprovalSums } from '#contract/till/window.ts';
import { withReason } from '../../model/refund-reason.ts';
import type { Accompanied, Links, Phase } from '../../stores/operations/submission.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import type { WrongPin } from './person-dialog.tsx';
import { AskOffice } from './ask-office.tsx';
import { Button } from '../base/button.tsx';
import { useStores, useWords } from '../base/context.tsx';
import { useStillHere } from '../base/use-still-here.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useMay } from './use-may.ts';

/** `input`: as it was passed, with the reason where one was asked for. */
type Send = (along: Accompanied, input: JsonObject) => void;

interface Passed {
  readonly kind: string;
  readonly input: JsonObject;
  readonly send: Send;
  readonly more: More;
}

/** `payment`: the payment that the operation belongs to, where its input does not name one. */
interface More extends Links {
  readonly payment?: string;
}

interface Waiting {
  readonly passed: Passed;
  readonly byOffice: boolean;
  readonly asked: ApprovalAsked;
  readonly sums: ApprovalSums | null;
  /** The PIN before was wrong. */
  readonly refused?: WrongPin;
}

export interface ApprovalGate {
  /**
   * Calls `send` at once, or with the approval, and with the operations that it belongs to; not at all where no
   * supervisor approves, or where the form was left.
   */
  readonly pass: (kind: string, input: JsonObject, send: Send, more?: More) => void;
  /** Main is being asked: the form must stay and must not change what `pass` was called with. */
  readonly asking: boolean;
  /** The dialog for the PIN; null while it is not asked for. */
  readonly dialog: ReactNode;
}

/** `phase`: of the submission that is passed. */
export function useApproval(phase: Phase): ApprovalGate {
  const { ports } = useStores();
  const pressed = useRef(false);
  const isHere = useStillHere();
  const [asking, setAsking] = useState(false);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const unapproved = useRef<Passed | null>(null);
  /** What a PIN was given for, until main has answered. */
  const pinGiven = useRef<{ readonly waiting: Waiting; readonly operatorId: string } | null>(null);
  /** Kept where a PIN was wrong. */
  const reason = useRef<string | null>(null);
  const ask = (passed: Passed, unneeded: () => void) => {
    const { kind, input, more } = passed;
    if (pressed.current) return;
    pressed.current = true;
    setAsking(true);
    void ports.bridge.ask('needsApproval', { kind, input }).then((answer) => {
      pressed.current = false;
      if (!isHere()) return;
      setAsking(false);
      // Where main does not answer, it decides when it gets the operation.
      const { asked = null, sums = null, office: byOffice = false } = answer.type === 'answer' ? answer.value : {};
      if (asked === null) unneeded();
      else setWaiting({ passed, asked: { ...asked, payment: asked.payment ?? more.payment ?? null }, sums, byOffice });
    });
  };
  const askAndSend = (passed: Passed) =>
    ask(passed, () => {
      unapproved.current = passed;
      passed.send(linksOf(passed.more), passed.input);
    });
  const pass = (kind: string, input: JsonObject, send: Send, more: More = {}) => {
    const told = reason.current === null ? null : withReason(kind, input, reason.current);
    askAndSend({ kind, input: told ?? input, send, more });
  };
  const approved = (answered: Waiting, by: Accompanied) => {
    const { passed } = answered;
    pinGiven.current = by.approval === undefined ? null : { waiting: answered, operatorId: by.approval.operatorId };
    setWaiting(null);
    passed.send({ ...linksOf(passed.more), ...by }, passed.input);
  };
  const close = () => {
    reason.current = null;
    setWaiting(null);
  };
  const onReason = ({ passed }: Waiting, given: string) => {
    reason.current = given;
    setWaiting(null);
    pass(passed.kind, passed.input, passed.send, passed.more);
  };
  // What a person may pay out alone became less since main was asked: the office fell away, or a limit was lowered.
  useEffect(() => {
    const sent = unapproved.current;
    const { refusal = null } = phase.type === 'refused' ? phase : {};
    if (sent === null || refusal === null || refusal === 'number-again' || refusal.code !== 'approval-needed') return;
    unapproved.current = null;
    ask(sent, () => undefined);
  }, [phase]);
  // The supervisor is still there and types the PIN again: what else was given stays.
  useEffect(() => {
    if (phase.type === 'asking' || pinGiven.current === null) return;
    const { waiting: before, operatorId } = pinGiven.current;
    pinGiven.current = null;
    if (phase.type !== 'refused' || phase.refusal === 'number-again' || phase.refusal.code !== 'pin-wrong') return;
    setWaiting({ ...before, refused: { operatorId, refusal: phase.refusal } });
  }, [phase]);
  const dialog =
    waiting === null ? null : lacksReason(waiting) ? (
      <ReasonDialog onReason={(given) => onReason(waiting, given)} onClose={close} />
    ) : (
      <ApprovalDialog
        asked={waiting.asked}
        sums={waiting.sums}
        refused={waiting.refused ?? null}
        onClose={close}
        onApproved={(approval) => approved(waiting, { approval })}
        office={
          waiting.byOffice ? (
            <AskOffice
              kind={waiting.passed.kind}
              input={waiting.passed.input}
              links={linksOf(waiting.passed.more)}
              onApproved={(officeRequest) => approved(waiting, { officeRequest })}
            />
          ) : undefined
        }
      >
        <ToPeople />
      </ApprovalDialog>
    );
  return { pass, asking, dialog };
}

/** A refund of a payment names its reason only where a supervisor is asked. */
function lacksReason({ asked, passed: { kind, input } }: Waiting): boolean {
  return asked.reason === null && withReason(kind, input, '') !== null;
}

function linksOf({ payment: _payment, ...links }: More): Links {
  return links;
}

/** Who adds a supervisor; for them, a link to the settings. */
function ToPeople() {
  const { say } = useWords();
  const { navigation } = useStores();
  const may = useMay('saveOperator');
  return (
    <>
      <p>{say('approve.nobodyHow')}</p>
      {may ? <Button onPress={() => navigation.go({ screen: 'settings' })}>{say('approve.toPeople')}</Button> : null}
    </>
  );
}
