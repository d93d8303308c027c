// The papers of the till that belong to no operation. A job's row names its paper, so that a second one of the same is
// known to be a copy.
const shiftPapers = 'shift-z-';

/** Of a Z. */
export const shiftPaper = (number: number) => `${shiftPapers}${number}`;
/** Of all drawers that were opened without a sale: each slip is a first, its copies name it. */
export const noSalePaper = 'no-sale';

export function isPaper(operationId: string): boolean {
  return operationId === noSalePaper || operationId.startsWith(shiftPapers);
}
