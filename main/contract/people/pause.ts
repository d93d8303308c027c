// Why a data folder is paused. It is recorded as an English sentence, which the journal and the command line show; the
// window says the same in its own language, so it reads the sentence back into a code.

export type PauseCode = 'put-back' | 'went-on-elsewhere' | 'other-computer' | 'copied' | 'restored';

export const pauseSentences = {
  putBack: (records: number) =>
    `It ends ${records} journal records before the last one that was seen: an older copy was put back.`,
  wentOnElsewhere: 'Its journal is another one than was seen here before: it went on elsewhere.',
  otherComputer: 'It was made on another computer.',
  copied: 'Its files are not the ones they were: the folder was copied or put back.',
  restored: 'It was restored from a backup: what was sent since is not in it.',
} as const;

/** Null for a sentence of an older or newer program. */
export function pauseCodeOf(reason: string): PauseCode | null {
  if (reason.endsWith('an older copy was put back.')) return 'put-back';
  if (reason === pauseSentences.wentOnElsewhere) return 'went-on-elsewhere';
  if (reason === pauseSentences.otherComputer) return 'other-computer';
  if (reason === pauseSentences.restored) return 'restored';
  return reason === pauseSentences.copied ? 'copied' : null;
}
