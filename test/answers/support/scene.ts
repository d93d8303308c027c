// What a story needs: a program at a running bridge, numbers that are used once, and a gateway that executes whatever
// it is sent. Stories say what is particular to them and nothing else.

import { type Answer, type AnswerOf, type Sent } from './gateway.ts';
import { type Answered, type Operation, type Program } from './bridge.ts';
import { newPayIdOf, payIdOf, sentApproval, terminalOf, transIdOf } from './operations.ts';
import { neutralRecord, type World } from './rows.ts';

export const eur = (value: number) => ({ value, currency: 'EUR' });

const wordOfMessage: Readonly<Record<string, string>> = {
  SALE: 'OK',
  AUTHORISATION_OR_RESERVATION: 'AUTHORIZED',
  CREDIT: 'OK',
  CAPTURE: 'CAPTURED',
  REVERSE: 'REVERSED',
};

function wordOf(sent: Sent): string {
  if (sent.path === '/cloudpos') return wordOfMessage[String(sent.body['messageType'])] ?? 'OK';
  if (sent.path.endsWith('/captures')) return 'CAPTURED';
  if (sent.path.endsWith('/refunds')) return 'REFUNDED';
  if (sent.path.endsWith('/reversals')) return 'REVERSED';
  return 'AUTHORIZED';
}

/** The trace number of the command that a payment began with; later commands are numbered on. */
export const traceOf = (number: number): string => String(100_000 + number);

/** Carries out everything, in full, and says so truthfully. */
export function lax(sent: Sent, number: number, over: Record<string, unknown> = {}): Answer {
  const inPath = /^\/payments\/([^/]+)\//.exec(sent.path)?.[1];
  const payId = inPath ?? newPayIdOf(number);
  const { transId, refNr, amount, posTerminalId, localDateTime } = sent.body;
  const echoed = { transId, refNr, amount, posTerminalId, localDateTime };
  const creates = sent.path === '/payments';
  return {
    status: creates ? 201 : 200,
    body: {
      payId,
      merchantId: 'SHOP',
      xId: `X-${number}-${sent.earlier}`,
      ...echoed,
      status: wordOf(sent),
      responseCode: '00000000',
      responseDescription: 'success',
      ...(sent.path === '/cloudpos'
        ? { traceNr: sent.body['traceNr'] ?? traceOf(number), approvalCode: sentApproval }
        : {}),
      ...over,
    },
  };
}

export interface Scene {
  readonly world: World;
  readonly program: Program;
  /** A number that no other story uses, scripted with what the gateway says. */
  number(post: (sent: Sent, number: number) => Answer, lookUp?: (sent: Sent, number: number) => Answer): number;
  /** Submits and waits until the operation is final or waits for a person. */
  run(
    kind: string,
    number: number,
    input: Record<string, unknown>,
    by?: Program,
    waitSeconds?: number,
  ): Promise<Answered>;
  /** The same, where being refused is a mistake of the test. */
  must(kind: string, number: number, input: Record<string, unknown>, by?: Program): Promise<Operation>;
  /** How many POSTs came for the number whose path ends so, or whose messageType is so. */
  sent(number: number, what: string): number;
}

const patienceSeconds = 25;

export function sceneAt(world: World, program: Program, firstNumber = 1): Scene {
  let next = firstNumber - 1;
  let request = 0;
  const run: Scene['run'] = (kind, _number, input, by = program, waitSeconds = patienceSeconds) => {
    request += 1;
    return by.submit(kind, `story-${firstNumber}-${request}`, input, waitSeconds);
  };
  return {
    world,
    program,
    number(post, lookUp) {
      next += 1;
      const number = next;
      const get: AnswerOf = lookUp === undefined ? neutralRecord(number) : (sent) => lookUp(sent, number);
      world.gateway.script(number, { post: (sent) => post(sent, number), get });
      return number;
    },
    run,
    async must(kind, number, input, by = program) {
      const answered = await run(kind, number, input, by);
      if (!answered.ok) throw new Error(`refused: ${answered.problem.code}: ${answered.problem.detail}`);
      return answered.operation;
    },
    sent: (number, what) =>
      world.gateway.posts(number).filter((each) => each.path.endsWith(what) || each.body['messageType'] === what)
        .length,
  };
}

export function isOpen(operation: Operation): boolean {
  return ['accepted', 'sending', 'pending', 'unknown', 'needs-person'].includes(operation.state);
}

export const inputs = {
  terminal: (number: number, messageType: string, value = 5000, over: Record<string, unknown> = {}) => ({
    messageType,
    transId: transIdOf(number),
    posTerminalId: terminalOf(number),
    amount: eur(value),
    ...over,
  }),
  reverseAtTerminal: (number: number, value = 5000, over: Record<string, unknown> = {}) => ({
    messageType: 'REVERSE',
    transId: transIdOf(number),
    posTerminalId: terminalOf(number),
    amount: eur(value),
    traceNr: traceOf(number),
    ...over,
  }),
  captureAtTerminal: (number: number, value: number) => ({
    messageType: 'CAPTURE',
    transId: transIdOf(number),
    posTerminalId: terminalOf(number),
    amount: eur(value),
    traceNr: traceOf(number),
    approvalCode: sentApproval,
  }),
  direct: (number: number, value = 5000) => ({
    transId: transIdOf(number),
    amount: eur(value),
    paymentMethods: { integrationType: 'DIRECT', type: 'CARD' },
  }),
  hosted: (number: number, value = 5000) => ({
    transId: transIdOf(number),
    amount: eur(value),
    urls: {
      return: 'https://shop.example/paid',
      cancel: 'https://shop.example/cancelled',
      webhook: 'https://shop.example/notified',
    },
    paymentMethods: { integrationType: 'HOSTED', type: 'CARD' },
  }),
  /** A later operation on the payment that the number's first operation made. */
  later: (number: number, suffix: string, value: number) => ({
    payId: newPayIdOf(number),
    transId: `${transIdOf(number)}-${suffix}`,
    amount: eur(value),
  }),
  reverse: (number: number) => ({ payId: newPayIdOf(number) }),
  /** On a payment that was not made at this bridge. */
  foreign: (number: number, suffix: string, value: number) => ({
    payId: payIdOf(number),
    transId: `${transIdOf(number)}-${suffix}`,
    amount: eur(value),
  }),
};
