// What the shell needs of the bridge, in the window's own terms. The bridge behind it is exchanged when the shop
// changes its environment.
import type { WindowBridgeCalls } from '#bridge';
import type { OperationView } from '#contract/operation.ts';
import type { StatusView, WindowInput, WindowOutputs } from '#contract/window.ts';

export interface WindowBridge extends WindowBridgeCalls {
  /** Resolves when the operation is durable, or refused with nothing stored. */
  submit(input: WindowInput<'submit'>): Promise<WindowOutputs['submit']>;
  operation(id: string): OperationView | null;
  cancel(id: string): Promise<WindowOutputs['cancel']>;
  terminals(): WindowOutputs['terminals'];
  status(): StatusView;
}

export interface RunningBridge {
  readonly window: WindowBridge;
  stop(): Promise<void>;
}
