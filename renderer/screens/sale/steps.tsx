// The progress of a running sale: stored, sent, answered. In words, because how long a customer takes cannot be known.
import type { OperationView } from '#contract/operation/operation.ts';
import { useWords } from '../../ui/base/context.tsx';
import { StateMark } from '../../ui/feedback/state-badge.tsx';
import css from './sale.module.css';

export function Steps({ operation }: { readonly operation: OperationView }) {
  const { say } = useWords();
  const sent = operation.state === 'sending';
  const steps = [
    { text: say('sale.step.accepted'), look: 'succeeded' },
    { text: say('sale.step.sent'), look: sent ? 'succeeded' : 'running' },
    { text: say('sale.step.answer'), look: sent ? 'running' : 'ended' },
  ] as const;
  return (
    <ol className={css['steps']}>
      {steps.map(({ text, look }, index) => (
        <li key={text} aria-current={look === 'running' ? 'step' : undefined}>
          {look === 'ended' ? <span className={css['later']}>{index + 1}</span> : <StateMark look={look} />}
          <span className={look === 'ended' ? 'soft' : undefined}>{text}</span>
        </li>
      ))}
    </ol>
  );
}
