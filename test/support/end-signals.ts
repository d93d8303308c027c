// Signals that ask a program to end, for commands that run in the test's own process.
import { onTestFinished } from 'vitest';

export const endSignals = ['SIGTERM', 'SIGINT'] as const;

interface EndSignals {
  /** How many hear this signal that did not before. */
  hearing(signal: NodeJS.Signals): number;
  /** As if it came: only those are told. */
  send(signal: NodeJS.Signals): void;
}

/** What hears them from here on is taken away after the test: a program hears them until its process ends. */
export function endSignalsHere(): EndSignals {
  const before = new Set(endSignals.flatMap((signal) => process.rawListeners(signal)));
  const since = (signal: NodeJS.Signals) => process.rawListeners(signal).filter((each) => !before.has(each));
  onTestFinished(() => {
    for (const signal of endSignals) {
      for (const each of since(signal)) process.off(signal, each as NodeJS.SignalsListener);
    }
  });
  return {
    hearing: (signal) => since(signal).length,
    send(signal) {
      for (const each of since(signal)) each.call(process, signal);
    },
  };
}
