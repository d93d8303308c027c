// A till in training that has a window and no printer of its own prints on a training printer, as it is paid in a sandbox.
import type { TrainingPrinter } from '#peripherals/emulator/training-printer.ts';
import type { Base } from '../base/base.ts';

/** Null where the till has printers, or is no till in training. */
export async function trainingPrinter(
  { ports, environment }: Pick<Base, 'ports' | 'environment'>,
  changed: () => void,
): Promise<TrainingPrinter | null> {
  const { printers, settings, asksPeople, chance } = ports;
  const isNeeded = printers === undefined && Object.keys(settings.devices.printers).length === 0;
  if (!isNeeded || environment.mode !== 'training' || !asksPeople) return null;
  const { createTrainingPrinter } = await import('#peripherals/emulator/training-printer.ts');
  return createTrainingPrinter(Math.floor(chance.fraction() * 2 ** 31), changed);
}
