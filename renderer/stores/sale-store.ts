// The sale that is being typed and the one that is running. The draft is frozen when it is submitted; what is sent is
// what was on the screen.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JsonObject } from '#contract/json.ts';
import type { Money } from '#contract/money.ts';
import type { OperationView } from '#contract/operation.ts';
import { isFinal } from '#contract/states.ts';
import type { TenderView } from '#contract/tender.ts';
import { withDigits, withoutLastDigit } from '../model/amount-text.ts';
import { nameOf, ownReference } from '../model/operation-facts.ts';
import { createSubmission, ownRequests, type Submission, type SubmissionPorts } from './submission.ts';

export type SaleKind = 'SALE' | 'AUTHORISATION_OR_RESERVATION';

export interface SaleDraft {
  /** Minor units of `currency`. */
  readonly value: number;
  /** Null until one is chosen: the shop's. */
  readonly currency: string | null;
  readonly reference: string;
  readonly terminalId: string | null;
  readonly kind: SaleKind;
  /** The purchase whose rest this sale takes, as it was when it was begun. */
  readonly rest: TenderView | null;
}

export type SaleStore = StoreApi<SaleDraft> & {
  readonly submission: Submission;
  digits(typed: string): void;
  backspace(): void;
  clear(): void;
  edit(part: Partial<SaleDraft>): void;
  /** `choice`: the members that say which currency the customer chose, as main gave them. */
  charge(money: Money, terminalId: string, choice?: JsonObject): void;
  /** Begins a sale for the rest of a purchase; false while the last sale still runs. */
  takeRest(tender: TenderView): boolean;
  /** Whether something stands in a sale that was not begun yet. */
  isTyped(): boolean;
  /** What is typed is a sale of its own again. */
  dropRest(): void;
  /** Another terminal instead of one that is held. */
  useTerminal(terminalId: string): void;
  /** Ready for the next customer; false while the last sale still runs. */
  next(keepAmount: boolean): boolean;
  /** What is typed was for somebody else, or is charged in another way. A sale that runs stays as it is. */
  forget(): void;
  /** Currency, terminal and what to do as the shop has them. */
  asUsual(): void;
  /**
   * After a reload or a restart: takes up this window's newest sale that is not final, or the one that ended before
   * anybody saw it. `unseen`: what main says of both.
   */
  recover(unseen: readonly OperationView[]): void;
};

const empty: SaleDraft = { value: 0, currency: null, reference: '', terminalId: null, kind: 'SALE', rest: null };

function isOwnSale(operation: OperationView): boolean {
  const sale = ['kind.sale', 'kind.authorisation'].includes(nameOf(operation));
  return sale && operation.requestId.startsWith(ownRequests);
}

function newestSale(operations: readonly OperationView[]): OperationView | undefined {
  return operations.filter(isOwnSale).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
}

/** `onLeft`: whoever stood here has gone on from a sale that has ended. */
export function createSaleStore(
  ports: SubmissionPorts,
  onLeft: (operation: OperationView) => void = () => undefined,
): SaleStore {
  const draft = createStore<SaleDraft>(() => empty);
  const submission = createSubmission(ports);
  let transId = `S-${ports.newId()}`;
  /** The failed sale that the next one is a new try of. */
  let replaces: string | null = null;
  /** The last sale that whoever stood here has gone on from. */
  let putAway: string | null = null;
  const fresh = () => {
    if (!submission.renew()) return false;
    transId = `S-${ports.newId()}`;
    return true;
  };

  const edit = (part: Partial<SaleDraft>) => {
    // Without its amount it is no new try of the earlier one any more.
    if (part.value === 0) replaces = null;
    draft.setState(part);
  };
  const store: SaleStore = Object.assign(draft, {
    submission,
    digits: (typed: string) => edit({ value: withDigits(store.getState().value, typed) }),
    backspace: () => edit({ value: withoutLastDigit(store.getState().value) }),
    clear: () => edit({ value: 0 }),
    edit,
    charge(money: Money, terminalId: string, choice: JsonObject = {}) {
      const { kind, reference, rest } = store.getState();
      if (money.value <= 0) return;
      // A refusal stored nothing, so the next try may have new numbers, and needs them if the old were taken.
      if (submission.getState().phase.type === 'refused') fresh();
      const refNr = reference.trim();
      submission.submit(
        'cloud-pos',
        {
          messageType: kind,
          transId,
          posTerminalId: terminalId,
          amount: { value: money.value, currency: money.currency },
          ...(refNr === '' ? {} : { refNr }),
          ...choice,
        },
        {
          ...(replaces === null ? {} : { replaces }),
          ...(rest === null ? {} : { partOf: rest.operationId }),
        },
      );
    },
    next(keepAmount: boolean) {
      const { phase } = submission.getState();
      const last = phase.type === 'taken' ? ports.operations.getState().byId.get(phase.operationId) : undefined;
      if (!fresh()) return false;
      if (last !== undefined && isFinal(last.state)) onLeft(last);
      putAway = last?.id ?? putAway;
      replaces = keepAmount && last?.state === 'failed' ? last.id : null;
      if (!keepAmount) store.setState(empty);
      return true;
    },
    forget() {
      if (['idle', 'refused'].includes(submission.getState().phase.type)) store.next(false);
    },
    asUsual() {
      // A refusal was about the other terminal.
      if (submission.getState().phase.type === 'refused') fresh();
      store.setState({ currency: null, terminalId: null, kind: 'SALE' });
    },
    takeRest(tender: TenderView) {
      if (!store.next(false)) return false;
      const reference = ownReference(tender.reference) ?? '';
      store.setState({ value: tender.remaining, currency: tender.currency, kind: 'SALE', reference, rest: tender });
      return true;
    },
    isTyped() {
      const { value, reference } = store.getState();
      const isFree = ['idle', 'refused'].includes(submission.getState().phase.type);
      return isFree && (value !== 0 || reference !== '');
    },
    dropRest: () => edit({ rest: null, value: 0, reference: '' }),
    useTerminal(terminalId: string) {
      // The refusal was about the other terminal, and stored nothing.
      if (submission.getState().phase.type === 'refused') fresh();
      store.setState({ terminalId });
    },
    recover(unseen: readonly OperationView[]) {
      const ended = newestSale(unseen);
      const found = newestSale(ports.operations.getState().byId.open()) ?? (ended?.id === putAway ? undefined : ended);
      if (found !== undefined) submission.adopt(found);
    },
  });
  return store;
}
