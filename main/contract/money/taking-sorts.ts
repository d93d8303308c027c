// The sorts by which takings are added up, and where they were taken.

/** What an operation does for the takings. `other`: money is named, and no sort of ours fits. */
export const takingSorts = [
  'sale',
  'payment',
  'authorization',
  'capture',
  'refund',
  'manual-refund',
  'reversal',
  'other',
] as const;

export type TakingSort = (typeof takingSorts)[number];

/** Where money was taken or given back. */
export const takingEntries = ['terminal', 'link', 'till', 'program'] as const;

export type TakingEntry = (typeof takingEntries)[number];
