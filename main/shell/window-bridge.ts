// What the shell needs of the bridge, in the window's own terms. The bridge behind it is exchanged when the shop
// changes its environment.
import type { WindowBridgeCalls } from '#assembly/ports.ts';
import type { OperationView } from '#contract/operation.ts';
import type { Approval, Person } from '#contract/people.ts';
import type { Role } from '#contract/roles.ts';
import type { StatusView, WindowInput, WindowOutputs } from '#contract/window.ts';
import type { Verified } from '#core/ports/operators.ts';

export interface WindowBridge extends WindowBridgeCalls {
  /** Resolves when the operation is durable, or refused with nothing stored. */
  submit(input: WindowInput<'submit'>): Promise<WindowOutputs['submit']>;
  operation(id: string): OperationView | null;
  cancel(id: string): Promise<WindowOutputs['cancel']>;
  terminals(): WindowOutputs['terminals'];
  operators(): WindowOutputs['operators'];
  signIn(input: WindowInput<'signIn'>): Promise<WindowOutputs['signIn']>;
  changePin(input: WindowInput<'changePin'>): Promise<WindowOutputs['changePin']>;
  signOut(): WindowOutputs['signOut'];
  touch(): WindowOutputs['touch'];
  saveOperator(input: WindowInput<'saveOperator'>): Promise<WindowOutputs['saveOperator']>;
  needsApproval(input: WindowInput<'needsApproval'>): WindowOutputs['needsApproval'];
  decide(input: WindowInput<'decide'>): Promise<WindowOutputs['decide']>;
  keepApproved(input: WindowInput<'keepApproved'>): Promise<WindowOutputs['keepApproved']>;
  payRestOtherwise(input: WindowInput<'payRestOtherwise'>): Promise<WindowOutputs['payRestOtherwise']>;
  takeBackRest(input: WindowInput<'takeBackRest'>): Promise<WindowOutputs['takeBackRest']>;
  freeTerminal(input: WindowInput<'freeTerminal'>): Promise<WindowOutputs['freeTerminal']>;
  resume(reason: string): WindowOutputs['resume'];
  status(): StatusView;
  /** Whether there are operators and none of them is signed in, or who they are cannot be told. */
  locked(): boolean;
  /** Who is there; `manned`: whether there are operators, so that somebody has to be. */
  seat(): { readonly manned: boolean; readonly person: Person | null; readonly sealed: boolean };
  /** Whose PIN it is, where they may act as `needed`. */
  verify(approval: Approval, needed: Role): Promise<Verified>;
}

export interface RunningBridge {
  readonly window: WindowBridge;
  /** The id of whoever is signed in, or null. */
  signedIn(): string | null;
  stop(): Promise<void>;
}
