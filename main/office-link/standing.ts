// What a till knows of its office, for people: the link notes here what it meets, and nothing else makes these facts.
import type { Countersigned } from '#contract/office/office.ts';
import type { OfficeTrouble } from '#contract/office/office-troubles.ts';
import type { OfficeView } from '#contract/office/office-view.ts';
import { shownText } from '#contract/text/shown-text.ts';
import type { Member } from './membership.ts';
import { NotTheOffice, OfficeAway, OfficeRefused, TakesNothing } from './office-client.ts';
import type { LinkPorts } from './ports.ts';

export interface Standing {
  view(): OfficeView;
  /** The office has the journal up to this record; `isNew`: it took some of it just now. */
  noteRecords(seq: number, isNew: boolean): void;
  /** `isGood`: it is by the key that the office gave when the till joined. */
  noteSignature(isGood: boolean): void;
  noteFailure(error: unknown): void;
}

const mostDetail = 200;

/** `kept`: the newest head that the office signed before this start. */
export function createStanding(
  { journal, nowIso, changed }: Pick<LinkPorts, 'journal' | 'nowIso' | 'changed'>,
  { url, name }: Pick<Member, 'url' | 'name'>,
  kept: Countersigned | null,
): Standing {
  let takenAt = kept?.at ?? null;
  let hasSeq = kept !== null && journal.hashAt(kept.seq) === kept.hash ? kept.seq : null;
  let trouble: OfficeView['trouble'] = null;
  let isDistrusted = false;
  const set = (code: OfficeTrouble | null, detail: string | null): void => {
    const before = trouble?.code ?? null;
    const since = code === before ? trouble?.since : nowIso();
    trouble = code === null || since === undefined ? null : { code, since, detail };
    if (code !== before) changed();
  };
  return {
    view: () => ({
      url,
      name,
      takenAt,
      waiting: hasSeq === null ? null : Math.max(0, journal.head().seq - hasSeq),
      trouble,
    }),
    noteRecords(seq, isNew) {
      hasSeq = seq;
      if (isNew) takenAt = nowIso();
      set(isDistrusted ? 'signature-wrong' : null, null);
    },
    noteSignature(isGood) {
      isDistrusted = !isGood;
      set(isGood ? null : 'signature-wrong', null);
    },
    noteFailure(error) {
      const detail = error instanceof Error ? shownText(error.message).slice(0, mostDetail) : null;
      set(troubleOf(error), detail);
    },
  };
}

/** Of a till whose membership cannot be used, so that there is no link. */
export function unusable(member: Member | null, since: string): OfficeView {
  const trouble = { code: 'membership-damaged', since, detail: null } as const;
  return { url: member?.url ?? null, name: member?.name ?? null, takenAt: null, waiting: null, trouble };
}

function troubleOf(error: unknown): OfficeTrouble {
  if (error instanceof NotTheOffice) return 'not-the-office';
  if (error instanceof TakesNothing) return 'takes-nothing';
  if (error instanceof OfficeAway || !(error instanceof OfficeRefused)) return 'away';
  switch (error.code) {
    case 'record-refused':
      return 'record-refused';
    case 'revoked':
    case 'not-a-till':
      return 'not-let-in';
    default:
      return 'refused';
  }
}
