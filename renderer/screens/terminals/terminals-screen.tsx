// Terminals: how each one is, and what it can do without money: a check, a start, the reading of a card.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { TerminalView } from '#contract/till/window.ts';
import { createSubmission } from '../../stores/operations/submission.ts';
import { isNoneNamed } from '../../stores/till/status-store.ts';
import { Button } from '../../ui/base/button.tsx';
import { useOnline, useStores, useWords } from '../../ui/base/context.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { Empty } from '../../ui/lists/empty.tsx';
import { useSubmitted } from '../../ui/money/use-operation.ts';
import { TerminalAnswer } from './terminal-answer.tsx';
import css from './terminals.module.css';

type Message = 'DIAGNOSE' | 'TERMINAL_STARTUP' | 'CARD_READ';

export function TerminalsScreen() {
  const { submissionPorts, ports, shop, status } = useStores();
  const { say } = useWords();
  const unnamed = useStore(status, (state) => isNoneNamed(state.status));
  const online = useOnline();
  const terminals = useStore(shop, (state) => state.terminals);
  const [{ submission }] = useState(() => ({ submission: createSubmission(submissionPorts) }));
  const { phase, operation } = useSubmitted(submission);
  useEffect(() => void shop.loadTerminals(), [shop]);
  const send = (messageType: Message, posTerminalId: string) => {
    // Main stored nothing of a refused command.
    if (submission.getState().phase.type === 'refused') submission.renew();
    submission.submit('cloud-pos', { messageType, transId: `T-${ports.newId()}`, posTerminalId });
  };
  if (phase.type === 'taken' && operation !== null) {
    return <TerminalAnswer operation={operation} onBack={() => submission.renew()} />;
  }
  return (
    <div className={css['page']}>
      <h1>{say('terminals.title')}</h1>
      <p className="soft">{say('terminals.lead')}</p>
      {online ? null : <Notice tone="warn" title={say('terminals.offline')} live />}
      {phase.type === 'refused' ? <RefusalNotice refusal={phase.refusal} /> : null}
      {phase.type === 'asking' && phase.silent ? <Notice tone="warn" title={say('asking.silent')} live /> : null}
      {terminals.length === 0 ? (
        <Empty icon="terminal" title={say('terminals.none')}>
          <p>{say('terminals.noneHow')}</p>
          {unnamed ? <p>{say('terminals.noneNamed')}</p> : null}
        </Empty>
      ) : (
        <ul className={css['terminals']}>
          {terminals.map((terminal) => (
            <Terminal key={terminal.id} terminal={terminal} asking={phase.type === 'asking'} send={send} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface TerminalProps {
  readonly terminal: TerminalView;
  readonly asking: boolean;
  readonly send: (message: Message, id: string) => void;
}

function Terminal({ terminal: { id, busy, heldUntil, operationId }, asking, send }: TerminalProps) {
  const { navigation } = useStores();
  const { say, clock } = useWords();
  const online = useOnline();
  const state =
    heldUntil === null
      ? say(busy ? 'terminals.busy' : 'terminals.idle')
      : say('terminals.held', { time: clock(heldUntil) });
  return (
    <li className={css['terminal']}>
      <h2>{id}</h2>
      <p>{state}</p>
      <div className="row" role="group" aria-label={say('terminals.what', { id })}>
        <Button disabled={asking} onPress={() => send('DIAGNOSE', id)}>
          {say('terminals.check', { id })}
        </Button>
        <Button disabled={asking} onPress={() => send('TERMINAL_STARTUP', id)}>
          {say('terminals.start', { id })}
        </Button>
        <Button disabled={asking || !online} onPress={() => send('CARD_READ', id)}>
          {say('terminals.readCard', { id })}
        </Button>
        {operationId === null ? null : (
          <Button kind="quiet" onPress={() => navigation.go({ screen: 'activity', operationId })}>
            {say(heldUntil === null ? 'busy.open' : 'held.open')}
          </Button>
        )}
      </div>
    </li>
  );
}
