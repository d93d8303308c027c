// A printer that is set up at the fake's till: what is found, how it answers, and the sheets that it printed.
import type { Handlers, World } from './world.ts';

export function deviceCalls(world: World) {
  const { devices } = world;
  return {
    foundPrinters: () => devices.found,
    tryPrinter: () =>
      devices.answer.type === 'answers' ? { ...devices.answer, drawerHigh: devices.drawerOpen } : devices.answer,
    tryConfirmation: () => ({ type: 'found', confirms: devices.confirms }),
    printTrial: ({ address, sheet }) => {
      devices.sent.push(`${sheet} ${address}`);
      return devices.outcome;
    },
    tryDrawer: ({ address }) => {
      devices.sent.push(`drawer ${address}`);
      devices.drawerOpen = true;
      return { type: 'opened' };
    },
    tryDisplay: ({ id, text }) => {
      devices.sent.push(`display ${id}: ${text}`);
      return { shown: true };
    },
    deviceChoice: () => devices.choice,
    saveDeviceChoice: (choice) => {
      if (devices.refusal !== null) return { type: 'refused', refusal: devices.refusal };
      devices.choice = choice;
      return { type: 'saved', choice };
    },
  } satisfies Partial<Handlers>;
}
