// The link that is being typed and the one that was made. The form makes the ids, so pressing twice is one link; new
// ids come only when the person begins again.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Money } from '#contract/money/money.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { withDigits, withoutLastDigit } from '../../model/amount-text.ts';
import { createSubmission, type Submission, type SubmissionPorts } from '../../stores/operations/submission.ts';
import { draftAgain, emptyLink, type LinkDraft, linkRequest, linkTransId } from './link-draft.ts';

export type LinkStore = StoreApi<LinkDraft> & {
  readonly submission: Submission;
  edit(part: Partial<LinkDraft>): void;
  digits(typed: string): void;
  backspace(): void;
  clear(): void;
  make(): void;
  /** Begins another link, for the purchase of `made` where one is given; not while main may still be making the last one. */
  again(made: OperationView | null): void;
  /** Shows a link that was made before. */
  show(operation: OperationView): void;
};

/** `onMade`: main has taken a link that was typed here. */
export function createLinkStore(
  ports: SubmissionPorts,
  money: Money,
  shopCurrency: () => string,
  offersCurrency: boolean,
  now: () => number,
  onMade: () => void,
): LinkStore {
  const submission = createSubmission(ports);
  const store = createStore<LinkDraft>(() => emptyLink(money, offersCurrency));
  let transId = linkTransId(ports.newId());
  let making = false;
  // Also where the screen was left before main answered.
  submission.subscribe(({ phase }) => {
    if (!making || phase.type !== 'taken') return;
    making = false;
    onMade();
  });
  const renew = () => {
    if (!submission.renew()) return false;
    transId = linkTransId(ports.newId());
    return true;
  };
  const empty = () => emptyLink({ value: 0, currency: shopCurrency() }, offersCurrency);
  const type = (value: number) =>
    store.setState(({ money: { currency } }) => ({ money: { value, currency }, filledIn: false }));
  return Object.assign(store, {
    submission,
    edit: (part: Partial<LinkDraft>) => store.setState(part),
    digits(typed: string) {
      const { money: last, filledIn } = store.getState();
      type(withDigits(filledIn ? 0 : last.value, typed));
    },
    backspace: () => type(withoutLastDigit(store.getState().money.value)),
    clear: () => type(0),
    make() {
      if (store.getState().money.value <= 0) return;
      // Main stored nothing of a refused link. The next try gets new ids, which it needs if the old ones were taken.
      if (submission.getState().phase.type === 'refused') renew();
      const { kind, input } = linkRequest(store.getState(), transId, now());
      making = true;
      submission.submit(kind, input);
    },
    again(made: OperationView | null) {
      if (renew()) store.setState((made === null ? null : draftAgain(made)) ?? empty());
    },
    show(operation: OperationView) {
      making = false;
      if (submission.renew()) submission.adopt(operation);
    },
  });
}
