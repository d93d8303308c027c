// Facts as pairs, and the fold with codes and raw answers for support, which never stand in a headline.
import type { ReactNode } from 'react';
import { shownText } from '#contract/text/shown-text.ts';
import { CopyButton } from './copy-button.tsx';
import { useWords } from '../base/context.tsx';
import { Foreign } from './foreign.tsx';
import css from './details.module.css';

export type Fact = readonly [label: string, value: ReactNode];

/** Pairs without a value are left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const present = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl className={css['facts']}>
      {present.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{typeof value === 'string' ? <Foreign text={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Numbers that only support and other systems need. */
export function FoldedFacts({ facts }: { readonly facts: readonly Fact[] }) {
  const { say } = useWords();
  if (facts.every(([, value]) => value === null)) return null;
  return (
    <details className={css['details']}>
      <summary>{say('details.numbers')}</summary>
      <Facts facts={facts} />
    </details>
  );
}

export function Details({ text }: { readonly text: string }) {
  const { say } = useWords();
  return (
    <details className={css['details']}>
      <summary>{say('details.title')}</summary>
      <pre tabIndex={0} aria-label={say('details.title')}>
        {shownText(text)}
      </pre>
      <CopyButton text={() => text}>{say('do.copyDetails')}</CopyButton>
    </details>
  );
}
