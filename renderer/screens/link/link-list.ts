// The links that were made here, newest first, by pages. Two kinds of operations make links, and main lists each kind
// by itself: a row is shown once neither kind can still bring a newer one.
import type { OperationView } from '#contract/operation/operation.ts';
import { isLink } from '#texts/operation-facts.ts';
import type { MainAnswer, Bridge, Timers } from '../../bridge/bridge.ts';
import { createPagedList, type Page, type PagedList } from '../../stores/operations/paged-list.ts';

export type LinkList = PagedList<OperationView, null>;

const kinds = ['create-link', 'create-payment'] as const;
const pageSize = 200;

interface Source {
  readonly kind: (typeof kinds)[number];
  /** The last operation that was read; null before the first page and after the last one. */
  before: string | null;
  /** Operations newer than this were read; empty once all were read. */
  readTo: string;
}

/** Later than any operation's time. */
const never = '9999';

export function createLinkList(bridge: Bridge, timers: Timers): LinkList {
  let sources: Source[] = [];
  let held: OperationView[] = [];

  /** False where main was silent; rows that were read before stay. */
  const read = async (source: Source): Promise<boolean> => {
    const { kind, before } = source;
    const answer = await bridge.ask('operations', { kind, limit: pageSize, ...(before === null ? {} : { before }) });
    if (answer.type === 'silent') return false;
    const { operations, next } = answer.value;
    held = [...held, ...operations.filter(isLink)];
    source.before = next;
    source.readTo = next === null ? '' : (operations.at(-1)?.createdAt ?? '');
    return true;
  };

  const page = async (before: string | null): Promise<MainAnswer<Page<OperationView>>> => {
    if (before === null) {
      sources = kinds.map((kind) => ({ kind, before: null, readTo: never }));
      held = [];
    }
    for (;;) {
      // Reads on the kind that has been read least far back, because it holds back the rows of the other.
      const [first] = sources.toSorted((a, b) => b.readTo.localeCompare(a.readTo));
      const readTo = first?.readTo ?? '';
      const isReady = ({ createdAt }: OperationView) => createdAt > readTo;
      const rows = held.filter(isReady).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
      if (first === undefined || readTo === '' || rows.length > 0) {
        held = held.filter((each) => !isReady(each));
        return { type: 'answer', value: { rows, next: readTo === '' ? null : readTo } };
      }
      if (!(await read(first))) return { type: 'silent' };
    }
  };

  return createPagedList<OperationView, null>((_, before) => page(before), null, timers);
}
