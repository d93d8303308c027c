// From a card's first digits to the currency that its owner chose. Amount and terminal are fixed when the flow begins;
// another amount needs another flow. A quote that has expired is fetched anew, and the choice made from it is dropped.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DccAnswer } from '#contract/operation/dcc-offer.ts';
import type { Money } from '#contract/money/money.ts';
import { createSubmission, type Submission, type SubmissionPorts } from '../../../stores/operations/submission.ts';

export interface DccFlowState {
  readonly bin: string;
  /** The card could not be read, so it is asked for once more. */
  readonly unread: boolean;
  /** Main's answer on the quote; `silent`: main does not answer and is asked again. */
  readonly answer: DccAnswer | 'silent' | null;
  readonly chosen: 'local' | 'foreign' | null;
  /** The choice is made at the till's own screen, also where the customer has one. */
  readonly here: boolean;
  /** This quote replaces one that had expired. */
  readonly renewed: boolean;
}

export type DccFlow = StoreApi<DccFlowState> & {
  readonly money: Money;
  readonly terminalId: string;
  /** CARD_READ at the terminal. */
  readonly reading: Submission;
  readonly quoting: Submission;
  readCard(): void;
  /** Takes what the terminal read; null where it read nothing. */
  cardRead(operationId: string | null): Promise<void>;
  ask(): void;
  quoted(quoteOperationId: string): Promise<void>;
  choose(currency: 'local' | 'foreign' | null): void;
  /** Takes the choice back from the customer's screen. */
  chooseHere(): void;
  /** Stops the flow. */
  end(): void;
};

const againMs = 2_000;
const nothing: DccFlowState = { bin: '', unread: false, answer: null, chosen: null, here: false, renewed: false };

export function createDccFlow(ports: SubmissionPorts, money: Money, terminalId: string): DccFlow {
  const reading = createSubmission(ports);
  const quoting = createSubmission(ports);
  const store = createStore<DccFlowState>(() => nothing);
  let ended = false;
  let stopClock = (): void => {};
  const isCurrent = (submission: Submission, operationId: string) => {
    const { phase } = submission.getState();
    return !ended && phase.type === 'taken' && phase.operationId === operationId;
  };
  const ask = () => {
    const { bin } = store.getState();
    quoting.submit('dcc-quote', { bin, amount: { value: money.value, currency: money.currency } });
  };
  const over = () => {
    if (ended || !quoting.renew()) return;
    store.setState({ answer: null, chosen: null, renewed: true });
    ask();
  };
  const quoted = async (quoteOperationId: string): Promise<void> => {
    const answer = await ports.bridge.ask('dccOffer', { quoteOperationId });
    if (!isCurrent(quoting, quoteOperationId)) return;
    store.setState({ answer: answer.type === 'answer' ? answer.value : 'silent' });
    if (answer.type === 'silent') {
      ports.timers.after(againMs, () => void quoted(quoteOperationId));
      return;
    }
    stopClock();
    if (answer.value.type === 'no-offer' && answer.value.why === 'expired') over();
    if (answer.value.type !== 'offer' || answer.value.choices === null) return;
    stopClock = ports.timers.after(answer.value.choices.leftMs, () => {
      if (isCurrent(quoting, quoteOperationId)) over();
    });
  };
  const cardRead = async (operationId: string | null): Promise<void> => {
    const answer = operationId === null ? null : await ports.bridge.ask('cardBin', { operationId });
    if (operationId !== null && !isCurrent(reading, operationId)) return;
    if (operationId !== null && answer?.type === 'silent') {
      ports.timers.after(againMs, () => void cardRead(operationId));
      return;
    }
    reading.renew();
    const bin = answer?.type === 'answer' ? answer.value.bin : null;
    store.setState(bin === null ? { unread: true } : { bin, unread: false });
    if (bin !== null) ask();
  };
  return Object.assign(store, {
    money,
    terminalId,
    reading,
    quoting,
    readCard() {
      store.setState({ ...nothing });
      reading.submit('cloud-pos', {
        messageType: 'CARD_READ',
        transId: `R-${ports.newId()}`,
        posTerminalId: terminalId,
      });
    },
    cardRead,
    ask,
    quoted,
    choose: (chosen: 'local' | 'foreign' | null) => store.setState({ chosen }),
    chooseHere: () => store.setState({ here: true }),
    end() {
      ended = true;
      stopClock();
    },
  });
}
