// An operation as a program gets it: without the names of the people at the till, what they wrote down, and the names
// of other programs. Who did what stands in the journal; a program needs the outcome.
import type { z } from 'zod';
import type { OperationView } from '#contract/operation.ts';
import type { programsOperationSchema } from './document/programs-operation.ts';

export type ProgramsView = Readonly<z.output<typeof programsOperationSchema>>;

export function forPrograms({ origin, decisions, ...rest }: OperationView): ProgramsView {
  const said = decisions?.map(({ outcome, at }) => ({ outcome, at }));
  return { ...rest, origin: { type: origin.type }, ...(said === undefined ? {} : { decisions: said }) };
}
