// The fake's shifts: the bridge's own calls over the fake's journal. Reports are printed by a list in memory.
import { shiftCalls } from '#assembly/calls/shift-calls.ts';
import type { Implementations } from '#contract/calls/table.ts';
import { refuse } from '#contract/programs/problems.ts';
import type { StaffActions } from '#core/staff/staff-actions.ts';
import type { World } from './world.ts';

export function shiftCallsOf(world: World, staffActions: StaffActions) {
  const { shifts, session, mode } = world;
  const calls = shiftCalls({
    shifts,
    staffActions,
    session,
    mode,
    devices: {
      async printShift(report, _, { reason }) {
        const number = report.type === 'X' ? null : report.number;
        const copy = number !== null && world.printedShifts.some((each) => each.number === number);
        if (copy && reason === null) return refuse('invalid-input', 'Say why it is printed again.');
        world.printedShifts.push({ number, reason });
        return { type: 'accepted', job: { copy } };
      },
    },
  });
  return {
    shiftReport: calls.shiftReport,
    printShift: (input) => calls.printShift(input),
    async closeShift(input) {
      const closing = await calls.closeShift(input);
      if (closing.type === 'closed') world.parked.clear();
      return closing;
    },
    saveShift: ({ number, format }) => ({ saved: true, file: `shift-${number ?? 'running'}.${format}` }),
  } satisfies Partial<Implementations>;
}
