// The look of a state: a shape, a word and a color, never a color alone.
import type { Look } from '../../model/operation-facts.ts';
import { useWords } from '../base/context.tsx';
import { Icon, type IconName } from '../base/icons.tsx';
import css from './state-badge.module.css';

/** `reserved`: an authorization is done, and no money has moved. */
export type Mark = Look | 'reserved';

const shapes: { readonly [mark in Mark]: IconName | null } = {
  reserved: 'lock',
  running: null,
  succeeded: 'check',
  failed: 'cross',
  unknown: 'question',
  waiting: 'clock',
  person: 'person',
  ended: 'stop',
};

export function StateMark({ look, size = 'small' }: { readonly look: Mark; readonly size?: 'small' | 'large' }) {
  const shape = shapes[look];
  return (
    <span className={`${css['mark']} ${css[look]} ${css[size]}`} aria-hidden="true">
      {shape === null ? null : <Icon name={shape} size={size === 'large' ? 44 : 18} />}
    </span>
  );
}

/** The mark with its word; another word may stand for a payment's state. */
export function StateBadge({ look, word }: { readonly look: Look; readonly word?: string }) {
  const { say } = useWords();
  return (
    <span className={css['badge']}>
      <StateMark look={look} />
      <span>{word ?? say(`look.${look}`)}</span>
    </span>
  );
}
