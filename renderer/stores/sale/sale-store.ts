// The sale that is being typed and the one that is running. Charging freezes the draft: what is sent is what was on
// the screen.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JsonObject } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import { tipChosen } from '#contract/money/tip.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { isFinal } from '#contract/operation/states.ts';
import type { TenderView } from '#contract/operation/tender.ts';
import {
  type Adding,
  type AddingKey,
  type AddingRefusal,
  type Pressed,
  backspace,
  clear,
  isEmpty,
  nothingAdded,
  pressKey,
  takeBack,
  totalOf,
  typeDigits,
} from '../../model/adding-machine.ts';
import { moneyOf, nameOf, numbersOf, ownReference } from '#texts/operation-facts.ts';
import { createSubmission, ownRequests, type Submission, type SubmissionPorts } from '../operations/submission.ts';

export type SaleKind = 'SALE' | 'AUTHORISATION_OR_RESERVATION';

/** What is being typed and added up, in minor units of `currency`: together the amount of the sale (`totalOf`). */
export interface SaleDraft extends Adding {
  /** The form filled in the amount: the first digit that a person types begins a new one. */
  readonly filledIn: boolean;
  /** Why the last key of the adding machine changed nothing. */
  readonly refusedKey: AddingRefusal | null;
  /** Null: the shop's currency, until another one is chosen. */
  readonly currency: string | null;
  readonly reference: string;
  readonly terminalId: string | null;
  readonly kind: SaleKind;
  /** The purchase whose rest this sale takes, as it was when this sale was begun. */
  readonly rest: TenderView | null;
  /** The purchase whose rest was noted as paid without a card, until the next key. */
  readonly noted: TenderView | null;
  /** The reference of the sale that this person charged last. */
  readonly lastReference: string | null;
  /** The sale that this person charged last, where it was paid. */
  readonly last: PaidSale | null;
  /**
   * Entries that the person at the till put aside, the oldest first. Main keeps them: they outlive a reload and a lock, and
   * are gone with the shift and with the app.
   */
  readonly parked: readonly ParkedSale[];
  /** How many entries other people have parked. */
  readonly parkedByOthers: number;
}

interface PaidSale {
  readonly payId: string;
  readonly money: Money;
}

/** What was typed of a sale. */
type Entry = Adding & Pick<SaleDraft, 'currency' | 'reference' | 'terminalId' | 'kind'>;

export interface ParkedSale {
  readonly id: string;
  readonly draft: Entry;
  /** Who parked it. */
  readonly by: string | null;
  /** ISO 8601. */
  readonly at: string;
}

export type SaleStore = StoreApi<SaleDraft> & {
  readonly submission: Submission;
  digits(typed: string): void;
  backspace(): void;
  /** Clears what is being typed; where nothing is, the lines. */
  clear(): void;
  press(key: AddingKey): void;
  takeBack(line: number): void;
  edit(part: Partial<SaleDraft>): void;
  /** `chosen`: the members that say what the customer chose: the currency, as main gave them, and the tip. */
  charge(money: Money, terminalId: string, chosen?: JsonObject): void;
  /** Begins a sale for the rest of a purchase; false while the last sale still runs. */
  takeRest(tender: TenderView): boolean;
  /** Whether a cashier has typed a sale that was not charged yet. */
  isTyped(): boolean;
  readonly mostParked: number;
  /** Puts what is typed aside; false where there is nothing to park, or no room. */
  park(): boolean;
  /** Puts a parked entry back into the form; false while something is typed there, or a sale runs. */
  resume(id: string): boolean;
  /** Asks main for what this person has parked. */
  loadParked(): Promise<void>;
  /** The shift is over, or another person is there: what was parked is not on this screen any more. */
  dropParked(): void;
  /** Ends taking the rest: the form is empty, for a new sale. `noted`: the purchase, where its rest was paid without a card. */
  dropRest(noted?: TenderView): void;
  /** Chooses another terminal instead of a held one. */
  useTerminal(terminalId: string): void;
  /** Prepares the next sale; false while the last one still runs. */
  next(keepAmount: boolean): boolean;
  /** Shows the end of a sale again that was left by a key which was a scanner's. */
  backTo(operation: OperationView): void;
  /** Puts a sale that took no money on the form once more, as it was, also after a reload; false while it still runs. */
  again(operation: OperationView): boolean;
  /** Clears what was typed: another person is there, or it is charged in another way. A running sale is not touched. */
  forget(): void;
  /** Resets currency, terminal and kind to the shop's. */
  asUsual(): void;
  /**
   * After a reload or a restart: shows this window's newest sale that is not final, or else one whose end was not seen.
   * `unseen`: what `OperationsStore.recover` found.
   */
  recover(unseen: readonly OperationView[]): void;
};

/** More would not be seen at once. */
const mostParked = 9;

const empty: Omit<SaleDraft, 'lastReference' | 'last' | 'parked' | 'parkedByOthers'> = {
  ...nothingAdded,
  filledIn: false,
  refusedKey: null,
  currency: null,
  reference: '',
  terminalId: null,
  kind: 'SALE',
  rest: null,
  noted: null,
};

function isOwnSale(operation: OperationView): boolean {
  const sale = ['kind.sale', 'kind.authorization'].includes(nameOf(operation));
  return sale && operation.requestId.startsWith(ownRequests);
}

function paidSale(operation: OperationView): PaidSale | null {
  const money = moneyOf(operation);
  const { payId } = numbersOf(operation);
  return operation.state !== 'succeeded' || money === null || payId === null ? null : { payId, money };
}

function newestSale(operations: readonly OperationView[]): OperationView | undefined {
  return operations.filter(isOwnSale).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
}

/** Who parks an entry, and when. */
interface ParkingPorts {
  readonly parkedBy: () => string | null;
  readonly now: () => string;
}

/** `onLeft`: called when the cashier goes on from a sale that has ended. */
export function createSaleStore(
  ports: SubmissionPorts,
  onLeft: (operation: OperationView) => void = () => undefined,
  who: ParkingPorts = { parkedBy: () => null, now: () => new Date().toISOString() },
): SaleStore {
  const { parkedBy, now } = who;
  const draft = createStore<SaleDraft>(() => ({
    ...empty,
    lastReference: null,
    last: null,
    parked: [],
    parkedByOthers: 0,
  }));
  const submission = createSubmission(ports);
  let transId = `S-${ports.newId()}`;
  /** The failed sale that the next one is a new try of. */
  let replaces: string | null = null;
  /** The last sale that the cashier has gone on from. */
  let lastLeft: string | null = null;
  const fresh = () => {
    if (!submission.renew()) return false;
    transId = `S-${ports.newId()}`;
    return true;
  };

  const taken = (): OperationView | undefined => {
    const { phase } = submission.getState();
    return phase.type === 'taken' ? ports.operations.getState().byId.get(phase.operationId) : undefined;
  };

  const edit = (part: Partial<SaleDraft>) => {
    draft.setState({ refusedKey: null, noted: null, ...part });
    // A cleared amount makes it a new sale, no new try of the failed one.
    if (totalOf(draft.getState()) === 0) replaces = null;
  };
  const adding = (): Adding => {
    const { lines, quantity, value } = draft.getState();
    return { lines, quantity, value };
  };
  /** Counts what changed here: an answer of main's that is older is not taken. */
  let parkings = 0;
  const setParked = (parked: readonly ParkedSale[]) => {
    parkings += 1;
    draft.setState({ parked });
    void ports.bridge.ask('parkSales', { entries: parked as never });
  };
  const apply = (pressed: Pressed) =>
    edit(pressed.type === 'done' ? { ...pressed.adding, filledIn: false } : { refusedKey: pressed.why });
  const store: SaleStore = Object.assign(draft, {
    submission,
    digits: (typed: string) =>
      apply(typeDigits(draft.getState().filledIn ? { ...adding(), value: 0 } : adding(), typed)),
    backspace: () => apply(backspace(adding())),
    clear: () => edit(clear(adding())),
    press: (key: AddingKey) => apply(pressKey(adding(), key)),
    takeBack: (line: number) => apply(takeBack(adding(), line)),
    edit,
    charge(money: Money, terminalId: string, chosen: JsonObject = {}) {
      const { kind, reference, rest } = store.getState();
      if (money.value <= 0) return;
      // Main stored nothing of a refused sale. The next try gets new ids, which it needs if the old ones were taken.
      if (submission.getState().phase.type === 'refused') fresh();
      const refNr = reference.trim();
      // The tip is what is taken last of a purchase.
      const tipMinor = rest === null ? 0 : Math.max(0, rest.tipLeft - (rest.remaining - money.value));
      if (refNr !== '') store.setState({ lastReference: refNr });
      submission.submit(
        'cloud-pos',
        {
          messageType: kind,
          transId,
          posTerminalId: terminalId,
          amount: { value: money.value, currency: money.currency },
          ...(refNr === '' ? {} : { refNr }),
          ...(tipMinor === 0 ? {} : { tipMinor }),
          ...chosen,
        },
        {
          ...(replaces === null ? {} : { replaces }),
          ...(rest === null ? {} : { partOf: rest.operationId }),
        },
      );
    },
    next(keepAmount: boolean) {
      const last = taken();
      if (!fresh()) return false;
      if (last !== undefined) store.setState({ last: paidSale(last) });
      if (last !== undefined && isFinal(last.state)) onLeft(last);
      lastLeft = last?.id ?? lastLeft;
      replaces = keepAmount && last?.state === 'failed' ? last.id : null;
      if (!keepAmount) store.setState(empty);
      return true;
    },
    again(operation: OperationView) {
      const money = moneyOf(operation);
      // After a reload the purchase that it took the rest of is not at hand; the empty form offers it.
      const isWhole = (operation.partOf === undefined) === (store.getState().rest === null);
      if (money === null || !store.next(isWhole) || !isWhole) return false;
      const { terminalId, reference } = numbersOf(operation);
      const kind = nameOf(operation) === 'kind.authorization' ? 'AUTHORISATION_OR_RESERVATION' : 'SALE';
      // After a reload its lines are gone, and its amount stands alone.
      const value = operation.partOf === undefined ? money.value - tipChosen(operation.input) : money.value;
      const isThere = totalOf(store.getState()) === value;
      const sum = isThere ? {} : { ...nothingAdded, value };
      store.setState({ ...sum, currency: money.currency, terminalId, reference: reference ?? '', kind });
      return true;
    },
    forget() {
      store.setState({ lastReference: null, last: null });
      if (['idle', 'refused'].includes(submission.getState().phase.type)) store.next(false);
    },
    backTo(operation: OperationView) {
      store.setState(empty);
      submission.adopt(operation);
    },
    asUsual() {
      // A refusal was about the other terminal.
      if (submission.getState().phase.type === 'refused') fresh();
      store.setState({ currency: null, terminalId: null, kind: 'SALE' });
    },
    takeRest(tender: TenderView) {
      if (!store.next(false)) return false;
      const reference = ownReference(tender.reference) ?? '';
      const { remaining: value, currency } = tender;
      store.setState({ value, filledIn: true, currency, kind: 'SALE', reference, rest: tender });
      return true;
    },
    isTyped() {
      const isFree = ['idle', 'refused'].includes(submission.getState().phase.type);
      return isFree && (!isEmpty(store.getState()) || store.getState().reference !== '');
    },
    mostParked,
    park() {
      const { lines, quantity, value, currency, reference, terminalId, kind, rest, parked } = store.getState();
      if (!store.isTyped() || rest !== null || parked.length >= mostParked) return false;
      const entry = { lines, quantity, value, currency, reference, terminalId, kind };
      const by = parkedBy();
      if (!store.next(false)) return false;
      setParked([...parked, { id: ports.newId(), draft: entry, by, at: now() }]);
      return true;
    },
    resume(id: string) {
      const { parked } = store.getState();
      const found = parked.find((each) => each.id === id);
      if (found === undefined || store.isTyped() || !store.next(false)) return false;
      store.setState(found.draft);
      setParked(parked.filter((each) => each !== found));
      return true;
    },
    async loadParked() {
      const begun = parkings;
      const answer = await ports.bridge.ask('parkedSales', {});
      if (answer.type !== 'answer' || begun !== parkings) return;
      const { entries, others } = answer.value;
      // Main gives back what this window gave it.
      store.setState({ parked: entries as unknown as readonly ParkedSale[], parkedByOthers: others });
    },
    dropParked() {
      parkings += 1;
      store.setState({ parked: [], parkedByOthers: 0 });
    },
    dropRest: (noted: TenderView | null = null) => edit({ ...nothingAdded, rest: null, reference: '', noted }),
    useTerminal(terminalId: string) {
      // The refusal was about the other terminal, and stored nothing.
      if (submission.getState().phase.type === 'refused') fresh();
      store.setState({ terminalId });
    },
    recover(unseen: readonly OperationView[]) {
      const newest = newestSale(unseen);
      const found =
        newestSale(unseen.filter(({ state }) => !isFinal(state))) ?? (newest?.id === lastLeft ? undefined : newest);
      if (found !== undefined) submission.adopt(found);
    },
  });
  return store;
}
