// An operation as a program gets it: without the names of the people at the till, what they wrote down, and the names
// of other programs. Who did what stands in the journal; a program needs the outcome.
import type { OperationView } from '#contract/operation.ts';

export type ProgramsView = Omit<OperationView, 'origin' | 'decisions'> & {
  readonly origin: { readonly type: OperationView['origin']['type'] };
  /** What people said of its outcome, and when. */
  readonly decisions?: readonly { readonly outcome: string; readonly at: string }[];
};

export function forPrograms({ origin, decisions, ...rest }: OperationView): ProgramsView {
  const said = decisions?.map(({ outcome, at }) => ({ outcome, at }));
  return { ...rest, origin: { type: origin.type }, ...(said === undefined ? {} : { decisions: said }) };
}
