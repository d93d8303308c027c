// The sale that an operation belongs to: it takes the sale's rest, or gives its money back at the terminal. A new try
// belongs to the same sale as the try before it, also where the request does not say so: sums are counted by the sale.
import type { Refusal } from '#contract/programs/problems.ts';
import type { StoreReads } from '../ports/store.ts';
import type { OperationRecord } from '../ports/record.ts';

export type Links = Pick<OperationRecord, 'partOf' | 'refundOf' | 'line'>;

interface Asked {
  readonly replaces?: string | null;
  readonly partOf?: string | null;
  readonly refundOf?: string | null;
  readonly line?: string | null;
}

export function linksOf(
  reads: Pick<StoreReads, 'operation'>,
  { replaces = null, partOf, refundOf, line }: Asked,
): { readonly type: 'links'; readonly links: Links } | { readonly type: 'contrary'; readonly refusal: Refusal } {
  const before = replaces === null ? null : reads.operation(replaces);
  const links = {
    ...linkTo('partOf', partOf ?? before?.partOf),
    ...linkTo('refundOf', refundOf ?? before?.refundOf),
    // Another try may be for another line: nothing was given back for the one before.
    ...linkTo('line', line ?? before?.line),
  };
  const isContrary = (['partOf', 'refundOf'] as const).some(
    (name) => before?.[name] !== undefined && before[name] !== links[name],
  );
  if (!isContrary) return { type: 'links', links };
  const detail = `Operation ${replaces} belongs to another sale, so this is no new try of it. Nothing was stored.`;
  return { type: 'contrary', refusal: { code: 'operation-not-found', detail } };
}

function linkTo(name: keyof Links, id: string | undefined): Links {
  return id === undefined ? {} : { [name]: id };
}
