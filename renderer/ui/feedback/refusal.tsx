// A refusal in the window's language, with main's full text in a fold, and a link to the operation that it collides
// with.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { ProblemCode, Refusal } from '#contract/programs/problems.ts';
import type { Subject } from '../../model/words/operation-words.ts';
import { refusalWords } from '../../model/words/refusal-words.ts';
import { Button } from '../base/button.tsx';
import { useStores, useWords } from '../base/context.tsx';
import { Details } from './details.tsx';
import { Notice } from './notice.tsx';

/** Refusals because of another operation, which a person may have to look at first. */
const colliding: readonly ProblemCode[] = ['trans-id-used', 'terminal-held', 'payment-held'];

interface RefusalNoticeProps {
  readonly refusal: Refusal | 'number-again';
  /** Whose money it was about, where it was about money. */
  readonly subject?: Subject;
}

export function RefusalNotice({ refusal, subject }: RefusalNoticeProps) {
  const { say, language } = useWords();
  const { navigation, status } = useStores();
  const online = useStore(status, (state) => state.status?.connection.state === 'online');
  const { headline, advice, facts } = refusalWords(refusal, say, language, subject);
  // Main refuses before it has told the window that the connection is gone.
  const [wasOffline, setWasOffline] = useState(!online);
  if (!online && !wasOffline) setWasOffline(true);
  // The connection is back: a red notice beside a button that works would keep people from pressing it.
  if (refusal !== 'number-again' && refusal.code === 'offline' && online && wasOffline) {
    return (
      <Notice tone="info" title={say('problem.offline.over')} live>
        <p>{say('problem.offline.over.do')}</p>
      </Notice>
    );
  }
  const isCollision = refusal !== 'number-again' && colliding.includes(refusal.code);
  const earlier = isCollision ? refusal.operationId : undefined;
  return (
    <Notice tone="wrong" title={headline} live>
      {facts.length === 0 ? null : (
        <ul>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      <p>{advice}</p>
      {earlier === undefined ? null : (
        <Button onPress={() => navigation.go({ screen: 'activity', operationId: earlier })}>
          {say('problem.earlier')}
        </Button>
      )}
      {refusal === 'number-again' ? null : <Details text={JSON.stringify(refusal, null, 2)} />}
    </Notice>
  );
}
