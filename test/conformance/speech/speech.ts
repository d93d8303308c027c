// How a gateway speaks: which words it uses for what it did and did not do, and where its answers and records show
// amounts, sums and the terminal's numbers. The specification leaves most of that open, and the bridge reads it by its
// settings; this folder alone knows the bridge's own defaults here, to propose the settings that this gateway needs.
import { type AnswerPaths, defaultWrappers } from '#operations/evidence/reading.ts';
import type { StatusWords } from '#operations/evidence/words.ts';
import type { PaymentPaths } from '#operations/payment-view.ts';
import { type Answer, type Json, at, textOf } from '../http.ts';
import { type ShownPath, missingWrappers, pathsOf } from './paths.ts';
import { type Exchange, heardOf } from './payments.ts';
import { type OtherStatus, otherStatuses } from './status-names.ts';
import { type Form, type OddSum, proposedSums, recordSums, recordsOf } from './sums.ts';
import { totalsIn } from './totals.ts';
import { type SeenWord, proposedStatuses, wordsOf } from './words.ts';

export interface Speech {
  readonly words: readonly SeenWord[];
  /** Statuses under other names, which the bridge does not take for proof. */
  readonly otherStatuses: readonly OtherStatus[];
  readonly shows: readonly ShownPath[];
  /** `answers` of the settings, as far as the defaults do not fit; null where they do. */
  readonly proposal: {
    readonly statuses?: StatusWords;
    readonly paths?: Partial<AnswerPaths>;
    readonly wrappers?: readonly string[];
  } | null;
  readonly sums: {
    /** How the amount that was asked for is written at each path. */
    readonly amounts: readonly { readonly path: string; readonly forms: readonly Form[] }[];
    /** `paymentPaths` of the settings, as far as the defaults do not fit; null where they do. */
    readonly paymentPaths: Partial<PaymentPaths> | null;
    readonly odd: readonly OddSum[];
    readonly unreadableLists: readonly string[];
  };
}

export class SpeechListener {
  readonly #exchanges: Exchange[] = [];

  hear(answer: Answer, sent: Json | undefined): void {
    this.#exchanges.push({ answer, sent });
  }

  speech(): Speech {
    const added = missingWrappers(this.#exchanges, idsOf(this.#exchanges));
    const wrappers = [...defaultWrappers, ...added];
    const heard = heardOf(this.#exchanges, wrappers);
    const records = recordsOf(heard, wrappers);
    const sums = recordSums(records);
    const words = wordsOf({ heard, wrappers, records, sums });
    const { shows, proposed, amounts, odd } = pathsOf(heard, records, wrappers);
    const totals = totalsIn(heard, wrappers);
    const paths = { ...proposed, ...totals.proposed };
    const inRecords = proposedSums(records, sums);
    const statuses = proposedStatuses(words);
    const proposal = {
      ...(statuses !== null && { statuses }),
      ...(Object.keys(paths).length > 0 && { paths }),
      ...(added.length > 0 && { wrappers }),
    };
    return {
      words,
      otherStatuses: otherStatuses(heard, wrappers),
      shows,
      proposal: Object.keys(proposal).length === 0 ? null : proposal,
      sums: {
        amounts,
        paymentPaths: inRecords.paymentPaths,
        odd: [...odd, ...totals.odd, ...inRecords.odd],
        unreadableLists: inRecords.unreadableLists,
      },
    };
  }
}

/** The payments of this run: what it called them, and what the gateway did. */
function idsOf(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const ids = exchanges.flatMap(({ answer, sent }) => [at(answer.json, 'payId'), at(sent, 'transId')].map(textOf));
  return new Set(ids.filter((id) => id !== ''));
}
