// What a printer says of itself, in whatever language, and what that means for the till.
import type { PrinterObstacle, PrinterState } from '#core/ports/printers.ts';
import type { PrinterProfile } from '../address/profile.ts';

export interface PrinterFacts {
  readonly offline: boolean;
  readonly coverOpen: boolean;
  readonly paperOut: boolean;
  readonly paperLow: boolean;
  /** Cutter, head or another error that a person has to end. */
  readonly error: boolean;
  /** The level at the drawer's switch. */
  readonly drawerHigh: boolean;
}

export const noFacts: PrinterFacts = {
  offline: false,
  coverOpen: false,
  paperOut: false,
  paperLow: false,
  error: false,
  drawerHigh: false,
};

/** With the cover open the paper's sensor says nothing reliable, so the cover comes first. */
export function obstacleOf(facts: PrinterFacts): PrinterObstacle | null {
  if (facts.coverOpen) return 'cover-open';
  if (facts.paperOut) return 'paper-out';
  return facts.offline || facts.error ? 'offline' : null;
}

export function stateOf(facts: PrinterFacts, { nearEndSensor, drawerOpenIs }: PrinterProfile): PrinterState {
  return {
    obstacle: obstacleOf(facts),
    paperLow: nearEndSensor && (facts.paperLow || facts.paperOut),
    drawerOpen: drawerOpenIs === null ? null : facts.drawerHigh === (drawerOpenIs === 'high'),
  };
}
