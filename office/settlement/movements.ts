// What an operation moved, and where it stands: the SQL that matching and reports share.

/**
 * In minor units: what was taken is positive, what was given back negative, as the takings add it up. A refund of a
 * payment whose sums the till did not know counts with the amount that was asked for.
 */
export const movedMinor = `(coalesce(operation.taken_minor, 0) - coalesce(operation.given_back_minor,
  CASE WHEN operation.sort IN ('refund', 'manual-refund', 'reversal') THEN operation.amount_minor END, 0))`;

/** A row pays it out. */
export const paidOut = `EXISTS (SELECT FROM settlement_row AS payer WHERE payer.chain_id = operation.chain_id
  AND payer.till_id = operation.till_id AND payer.operation_id = operation.id
  AND payer.outcome IN ('paid-out', 'differing'))`;

/** Of operations that moved money. */
export const moves = `operation.state = 'succeeded' AND ${movedMinor} <> 0`;
