// Why settings were not saved: main refused them, or was silent.
import type { Refusal } from '#contract/programs/problems.ts';
import { useWords } from '../base/context.tsx';
import { Notice } from './notice.tsx';
import { RefusalNotice } from './refusal.tsx';

export function NotSaved({ failed }: { readonly failed: Refusal | 'silent' | null }) {
  const { say } = useWords();
  if (failed === null) return null;
  return failed === 'silent' ? (
    <Notice tone="wrong" title={say('settings.notSaved')} live />
  ) : (
    <RefusalNotice refusal={failed} />
  );
}
