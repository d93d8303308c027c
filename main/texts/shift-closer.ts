// Who closed a shift, in words: the journal has `cashier` where the till has no people.
import type { Say } from './index.ts';

export function closerText(closedBy: string, say: Say): string {
  return closedBy === 'cashier' ? say('shift.byTill') : say('shift.by', { name: closedBy });
}
