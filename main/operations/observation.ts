// What a look-up can show of an operation: the answer of each operation's `observe` (define.ts).

/**
 * What a look-up shows of one operation. `impossible`: it was not done, and what is shown leaves nothing to do it on; a
 * gateway that checks nothing may still do it while it is under way. `not-open`: whether it was done cannot be told, but
 * nothing of it is under way. `contradicted`: what stands under its own reference is not what was asked for, so that it
 * must never be sent again.
 */
export type Observation =
  | 'applied'
  | 'refused'
  | 'impossible'
  | 'pending'
  | 'absent'
  | 'not-open'
  | 'contradicted'
  | 'cannot-tell';
