// What the registry says of a kind of operation, in the terms of a document: who may start it, whether it may wait, and
// what its guards refuse. All of it is asked of the operation's own file.
import type { JsonObject } from '#contract/data/json.ts';
import type { ProblemCode } from '#contract/programs/problems.ts';
import { type Command, demandsNothing } from '#operations/define.ts';
import { decidingValues, probe } from '../access/scope.ts';
import type { KindRule } from './openapi-types.ts';

/** `create-payment` is `CreatePayment`. */
export function pascalCase(kind: string): string {
  return kind.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** One rule for all inputs, or one for each value of the field that decides. */
export function rulesOf(command: Command): readonly KindRule[] {
  const values = decidingValues(command);
  const cases: readonly JsonObject[] = values.length === 0 ? [{}] : values;
  const rules = cases.flatMap((when): KindRule[] => {
    const scope = probe(command, when);
    return scope === null ? [] : [{ when: when as KindRule['when'], scope, mayWait: command.waits(when) }];
  });
  const [first] = rules;
  const alike = rules.every((each) => each.scope === first?.scope && each.mayWait === first.mayWait);
  return alike && first !== undefined ? [{ ...first, when: {} }] : rules;
}

/** What acceptance may refuse this kind with, beside what it refuses every kind with. */
export function guardProblems(command: Command): readonly ProblemCode[] {
  const inputs = command.examples.map(({ input }) => input);
  const waits = rulesOf(command).map(({ mayWait }) => mayWait);
  const codes: (ProblemCode | null)[] = [
    inputs.some((input) => command.createsPayment(input)) ? 'trans-id-used' : null,
    ...(inputs.some((input) => command.claim(input) === 'capture')
      ? (['payment-reversed', 'capture-exceeds-authorized'] as const)
      : []),
    ...(inputs.some((input) => command.claim(input) === 'refund')
      ? (['payment-reversed', 'refund-exceeds-captured', 'capture-not-named'] as const)
      : []),
    ...(inputs.some((input) => command.claim(input) === 'reversal')
      ? (['payment-reversed', 'payment-refunded', 'payment-captured', 'reversal-differs'] as const)
      : []),
    ...(inputs.some((input) => command.paysOut(input) !== 'never')
      ? (['refund-limit', 'refunded-elsewhere', 'office-away'] as const)
      : []),
    ...(inputs.some((input) => command.scope(input) === 'refund-unreferenced')
      ? (['confirmation-refused', 'confirmation-missed', 'confirmation-impossible'] as const)
      : []),
    ...(inputs.some((input) => command.terminalId(input) !== null)
      ? (['terminal-resting', 'terminal-held'] as const)
      : []),
    inputs.some((input) => mayBeHeld(command, input)) ? 'payment-held' : null,
    inputs.some((input) => command.takesDcc(input)) ? 'dcc-quote-void' : null,
    command.demands === demandsNothing ? null : 'too-late',
    waits.some((each) => each !== 'always') ? 'offline' : null,
    waits.some((each) => each !== 'never') ? 'queue-full' : null,
  ];
  return [...new Set(codes.filter((code) => code !== null))];
}

/** A capture over the web waits for what is before it; a refund or a reversal does not. */
function mayBeHeld(command: Command, input: JsonObject): boolean {
  const claim = command.claim(input);
  return claim === 'refund' || claim === 'reversal' || (command.atTerminal && claim !== 'none');
}
