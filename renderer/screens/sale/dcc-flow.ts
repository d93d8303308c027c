// From a card's first digits to the currency that its owner chose. What is asked for is frozen when the flow begins, and
// a quote lives in it alone: another amount or another card is another flow. A quote that is over is fetched anew, and a
// choice that was made of it is gone.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DccAnswer } from '#contract/dcc-offer.ts';
import type { Money } from '#contract/money.ts';
import { createSubmission, type Submission, type SubmissionPorts } from '../../stores/submission.ts';

export interface DccFlowState {
  readonly bin: string;
  /** Why the card is asked for once more. */
  readonly unread: boolean;
  /** What may be done with the quote; `silent`: main does not answer and is asked again. */
  readonly answer: DccAnswer | 'silent' | null;
  readonly chosen: 'local' | 'foreign' | null;
  /** This quote came in the place of one that was over. */
  readonly renewed: boolean;
}

export type DccFlow = StoreApi<DccFlowState> & {
  readonly money: Money;
  readonly terminalId: string;
  /** CARD_READ at the terminal. */
  readonly reading: Submission;
  readonly quoting: Submission;
  readCard(): void;
  /** What the terminal read, or null where that came to nothing. */
  cardRead(operationId: string | null): Promise<void>;
  ask(): void;
  quoted(quoteOperationId: string): Promise<void>;
  choose(currency: 'local' | 'foreign' | null): void;
  /** Nothing of it goes on. */
  end(): void;
};

const againMs = 2_000;
const nothing: DccFlowState = { bin: '', unread: false, answer: null, chosen: null, renewed: false };

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
    end() {
      ended = true;
      stopClock();
    },
  });
}
