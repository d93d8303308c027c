// The devices as programs see them: a print job says whether it came out, and not which person said so.
import type { PrintJobView } from '#contract/devices/print-jobs.ts';
import type { LoopbackDevices } from './ports.ts';

export function devicesForPrograms(devices: LoopbackDevices): LoopbackDevices {
  const told = (job: PrintJobView): PrintJobView =>
    job.decided === null ? job : { ...job, decided: { cameOut: job.decided.cameOut, at: job.decided.at } };
  const toldOrNull = (job: PrintJobView | null) => (job === null ? null : told(job));
  const answered = <T extends Awaited<ReturnType<LoopbackDevices['print']>>>(answer: T) =>
    answer.type === 'accepted' ? { ...answer, job: told(answer.job) } : answer;
  return {
    ...devices,
    print: async (asking) => answered(await devices.print(asking)),
    job: (id) => toldOrNull(devices.job(id)),
    jobOf: (clientId, id) => toldOrNull(devices.jobOf(clientId, id)),
    waitFor: async (...asked) => toldOrNull(await devices.waitFor(...asked)),
    cancel: async (...asked) => answered(await devices.cancel(...asked)),
    decide: async (...asked) => answered(await devices.decide(...asked)),
  };
}
