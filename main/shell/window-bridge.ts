// What the shell needs of the bridge, in the window's own terms. The bridge behind it is exchanged when the shop
// changes its environment, and a test puts a fake in its place.
import type { OperationView } from '#contract/operation.ts';
import type { StatusView, WindowInput, WindowOutputs } from '#contract/window.ts';

export interface WindowBridge {
  /** Resolves when the operation is durable, or refused with nothing stored. */
  submit(input: WindowInput<'submit'>): Promise<WindowOutputs['submit']>;
  operation(id: string): OperationView | null;
  operations(input: WindowInput<'operations'>): WindowOutputs['operations'];
  cancel(id: string): Promise<WindowOutputs['cancel']>;
  findPayment(input: WindowInput<'findPayment'>): Promise<WindowOutputs['findPayment']>;
  payments(input: WindowInput<'payments'>): WindowOutputs['payments'];
  paymentStory(payId: string): WindowOutputs['paymentStory'];
  recordDccChoice(input: WindowInput<'recordDccChoice'>): Promise<WindowOutputs['recordDccChoice']>;
  terminals(): WindowOutputs['terminals'];
  status(): StatusView;
  clients(): WindowOutputs['clients'];
  createClient(input: WindowInput<'createClient'>): WindowOutputs['createClient'];
  revokeClient(id: string): WindowOutputs['revokeClient'];
  /** After sleep: asks the gateway instead of believing what was true before. */
  checkConnection(): Promise<void>;
  /** Tells of every change after its commit. */
  subscribe(listener: BridgeListener): () => void;
}

export interface BridgeListener {
  operationChanged(operation: OperationView): void;
  statusMayHaveChanged(): void;
}

export interface RunningBridge {
  readonly window: WindowBridge;
  stop(): Promise<void>;
}
