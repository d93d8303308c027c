// Says that main does not answer, or why the till's service cannot be reached, and what to do.
import { useStore } from 'zustand';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import css from './frame.module.css';

export function Silence() {
  const { say } = useWords();
  const { status } = useStores();
  const answering = useStore(status, (state) => state.answering);
  const noService = useStore(status, (state) => state.noService);
  if (answering !== false) return null;
  return (
    <div className={css['silence']}>
      <Notice tone="warn" title={say(noService === null ? 'silent.title' : `noService.${noService}.title`)} live>
        <p>{say(noService === null ? 'silent.body' : `noService.${noService}.body`)}</p>
      </Notice>
    </div>
  );
}
