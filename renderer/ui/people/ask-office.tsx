// Asks a supervisor at the office, beside the keys for a PIN. The first of the two counts: with the dialog the question
// goes, and the office is told so.
import { useEffect, useRef, useState } from 'react';
import type { JsonObject } from '#contract/data/json.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { OfficeAnswer } from '#contract/till/window.ts';
import type { Links } from '../../stores/operations/submission.ts';
import { Button } from '../base/button.tsx';
import { useStores, useWords } from '../base/context.tsx';
import { useStillHere } from '../base/use-still-here.ts';
import { Notice } from '../feedback/notice.tsx';
import { RefusalNotice } from '../feedback/refusal.tsx';

interface AskOfficeProps {
  /** Exactly what will be submitted. */
  readonly kind: string;
  readonly input: JsonObject;
  readonly links: Links;
  readonly onApproved: (officeRequest: string) => void;
}

type Said =
  | Exclude<OfficeAnswer, { readonly type: 'approved' }>
  | { readonly type: 'refused'; readonly refusal: Refusal };

export function AskOffice({ kind, input, links, onApproved }: AskOfficeProps) {
  const { ports } = useStores();
  const { say } = useWords();
  const isHere = useStillHere();
  const isWaiting = useRef(false);
  const [waiting, setWaiting] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  useEffect(
    () => () => {
      if (isWaiting.current) void ports.bridge.ask('withdrawOffice', {});
    },
    [ports],
  );
  const ask = async () => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    setWaiting(true);
    setSaid(null);
    const answer = await ports.bridge.ask('askOffice', { kind, input, ...links });
    isWaiting.current = false;
    if (!isHere()) return;
    setWaiting(false);
    if (answer.type === 'silent') {
      void ports.bridge.ask('withdrawOffice', {});
      setSaid({ type: 'unanswered', why: 'withdrawn' });
    } else if (answer.value.type === 'approved') onApproved(answer.value.request);
    else setSaid(answer.value);
  };
  return (
    <>
      {said === null ? null : <NotApproved said={said} />}
      {waiting ? (
        <p role="status">{say('approve.officeWaiting')}</p>
      ) : said?.type === 'declined' ? null : (
        <Button onPress={() => void ask()}>{say('approve.office')}</Button>
      )}
    </>
  );
}

function NotApproved({ said }: { readonly said: Said }) {
  const { say } = useWords();
  switch (said.type) {
    case 'refused':
      return <RefusalNotice refusal={said.refusal} />;
    case 'declined':
      return <Notice tone="wrong" title={say('approve.officeDeclined', { name: said.by })} live />;
    case 'unanswered':
      return <Notice tone="warn" title={say(`approve.office.${said.why}`)} live />;
  }
}
