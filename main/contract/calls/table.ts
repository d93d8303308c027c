// What the window may ask of the main process: the one table of calls. The preload's functions, the channels, main's
// checks (window-guard.ts), the refusals of a sealed till, the window's time-outs and the fake bridge's type follow
// from it. It loads no schema library; see call.ts.
import type { z } from 'zod';
import type { WindowEvents } from './window-events.ts';
import type { Call, CallOutput } from './call.ts';
import { customerScreenCalls } from './customer-screen.ts';
import { deviceCalls } from './devices.ts';
import { operationCalls } from './operations.ts';
import { paymentCalls } from './payments.ts';
import { peopleCalls } from './people.ts';
import { printingCalls } from './printing.ts';
import { shiftCalls } from './shifts.ts';
import { shopCalls } from './shop.ts';

export const windowCalls = {
  ...operationCalls,
  ...paymentCalls,
  ...shopCalls,
  ...shiftCalls,
  ...peopleCalls,
  ...printingCalls,
  ...deviceCalls,
  ...customerScreenCalls,
} satisfies { readonly [name: string]: Call };

type Table = typeof windowCalls;
export type WindowCall = keyof Table;
export type WindowInput<C extends WindowCall> = z.output<ReturnType<Table[C]['input']>>;
export type WindowOutputs = {
  readonly [C in WindowCall]: Table[C]['output'] extends CallOutput<infer O> ? O : never;
};

export const windowCallNames = Object.keys(windowCalls) as readonly WindowCall[];

/** What carries a call out. */
export type Implementation<C extends WindowCall> = (
  input: WindowInput<C>,
) => WindowOutputs[C] | Promise<WindowOutputs[C]>;
export type Implementations<C extends WindowCall = WindowCall> = { readonly [N in C]: Implementation<N> };

/** What the preload script puts into the window as `window.tillbridge`. */
export type WindowApi = {
  readonly [C in WindowCall]: (input: WindowInput<C>) => Promise<WindowOutputs[C]>;
} & {
  /** Returns a function that ends the listening. */
  readonly on: <E extends keyof WindowEvents>(event: E, listener: (value: WindowEvents[E]) => void) => () => void;
};
