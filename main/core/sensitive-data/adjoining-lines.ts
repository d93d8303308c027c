// On paper and on a display, texts of digits alone that stand beside or below each other are read as one number.
import type { FieldIssue } from '#contract/data/issue-words.ts';
import { freeTextIssues } from './free-text.ts';

/** `texts`: in the order in which they are read; anything else between two of them is a text without digits. */
export function splitNumberIssues(texts: readonly string[]): FieldIssue[] {
  const runs = [''];
  for (const text of texts) {
    if (/^[\d\s]*$/.test(text)) runs.push((runs.pop() ?? '') + text.replaceAll(/\s/g, ''));
    else runs.push('');
  }
  return freeTextIssues({ document: { text: runs.filter((run) => run !== '') } }, 'test', []);
}
