// Starts the link to the office where this till joined one. Its code is loaded only then, after the start, so a till
// without an office starts and sells as if there were none.
import { statSync } from 'node:fs';
import {
  type OfficeView,
  isOfficeAlarm,
  officeTroubleWords,
  peopleRefusedWords,
  programsRefusedWords,
  settingsRefusedWords,
} from '#contract/office/office-view.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { ApprovalOffice, AskedOffice } from '#core/ports/operators.ts';
import type { Office } from '#core/ports/engine.ts';
import type { JournalRecord } from '#core/ports/journal.ts';
import { genesis } from '#core/ports/journal.ts';
import { stretchBytes, stretchRecords } from '#contract/office/office.ts';
import { memberFile } from '#office-link/kept-file.ts';
import { keepWish, readWish } from '#office-link/wish.ts';
import type { Link } from '#office-link/link.ts';
import type { LinkJournal } from '#office-link/ports.ts';
import { lineOf } from '#store/journal/record-line.ts';
import { withAlarms } from '../watch/alarms.ts';
import type { OfficePeople } from './office-people.ts';
import type { OfficePrograms } from './office-programs.ts';
import { officeSettings } from './office-settings.ts';
import type { Base } from '../base/base.ts';

/** Open where the engine may ask: before the surfaces are. */
export interface OfficeLink extends Office {
  readonly approvals: ApprovalOffice;
  /** Starts the link where the till has joined since, and anew where it joined again. */
  look(): void;
  /** Null where the till joined no office. */
  view(): OfficeView | null;
  /** The link is not started before: it brings people and programs of the office. */
  bring(given: GivenByOffice): void;
  /** What the office sets waits for the next start. */
  settingsWait(): boolean;
  addTo(status: JsonObject): JsonObject;
  end(): Promise<void>;
}

export interface GivenByOffice {
  readonly people: OfficePeople;
  readonly programs: OfficePrograms;
}

type Running = Pick<Link, 'view' | 'isAway' | 'claim' | 'askApproval' | 'end'>;

export function officeLink({ ports, folder, statusChanged }: Base): OfficeLink {
  const { dataDir, log } = ports;
  const { seal, clock } = folder;
  const nowIso = (): string => clock.iso(clock.nowMs());
  const settings = officeSettings({ ports, opening: folder.opening, changed: statusChanged });
  const membership = memberFile(dataDir);
  /** What the file of the membership was when its link was started. */
  let mark: string | null = null;
  let brought: GivenByOffice | null = null;
  let running: Running | null = null;
  let starting: Promise<void> = Promise.resolve();
  let wantsClaims = readWish(dataDir);

  const start = async (): Promise<Running | null> => {
    const [{ startLink }, { keepCountersigned, readCountersigned, readMember }, { unusable }] = await Promise.all([
      import('#office-link/link.ts'),
      import('#office-link/membership.ts'),
      import('#office-link/standing.ts'),
    ]);
    const member = readMember(dataDir);
    if (seal === null || brought === null) return null;
    const { people, programs } = brought;
    try {
      if (member === null) throw new Error('the file is not what was written');
      if (!folder.opening.memberships.takes(member, clock.nowMs())) throw new MembershipLeft();
      await people.begin(member);
      await programs.begin(member);
      const linkPorts = {
        journal: linkJournal(folder),
        after: (ms: number, work: () => void) => clock.after(ms, work),
        nowIso,
        version: ports.version,
        changed: statusChanged,
        keepWish(claims: boolean) {
          if (claims !== wantsClaims) keepWish(dataDir, { claims, till: member.till });
          wantsClaims = claims;
        },
        settings: settings.forLink(member),
        people: people.forLink(member),
        programs: programs.forLink(member),
        keep: (signed: Parameters<typeof keepCountersigned>[1]) => keepCountersigned(dataDir, signed),
        log,
      };
      const kept = readCountersigned(dataDir);
      const link = startLink(linkPorts, member, { seal, kept: kept?.till === member.till ? kept : null });
      log('info', 'office-link-started', { till: member.till });
      return link;
    } catch (error) {
      // The key opens for the office that the till joined: the folder was changed, or is of an older version.
      const mend = 'Join the office again: office join.';
      log('warn', 'office-link-not-started', { error: error instanceof Error ? error.name : 'unknown', mend });
      const view = unusable(member, nowIso());
      return {
        view: () => view,
        isAway: () => true,
        claim: () => Promise.resolve(null),
        askApproval: () => noOffice,
        end: () => Promise.resolve(),
      };
    }
  };
  const startAnew = async (): Promise<void> => {
    await running?.end();
    wantsClaims = readWish(dataDir);
    running = await start();
    statusChanged();
  };
  const view = (): OfficeView | null => {
    const shown = running?.view() ?? null;
    return shown === null
      ? null
      : {
          ...shown,
          claims: wantsClaims,
          settings: settings.view(),
          ...(brought === null ? {} : { people: brought.people.view(), programs: brought.programs.view() }),
        };
  };
  return {
    look() {
      brought?.programs.look();
      const now = markOf(membership);
      if (seal === null || now === null || now === mark) return;
      mark = now;
      starting = starting.then(startAnew).catch((error: unknown) => {
        log('error', 'office-link-not-started', { error: error instanceof Error ? error.name : 'unknown' });
      });
    },
    view,
    bring: (given) => void (brought = given),
    settingsWait: () => settings.waits(),
    wantsClaims: () => wantsClaims && markOf(membership) !== null,
    isAway: () => running?.isAway() ?? true,
    async claim(asked) {
      await starting;
      return (await running?.claim(asked)) ?? null;
    },
    approvals: {
      isThere: () => running?.isAway() === false,
      ask: (question) => running?.askApproval(question) ?? noOffice,
    },
    addTo(status) {
      const office = view();
      const shown = { ...status, office };
      if (office === null) return shown;
      if (office.trouble !== null && isOfficeAlarm(office.trouble, clock.nowMs())) {
        const { what, mend } = officeTroubleWords[office.trouble.code];
        return withAlarms(shown, { code: 'office-trouble', message: `${what}. ${mend}` });
      }
      const refused = [
        settingsRefusedWords(office.settings?.refused),
        peopleRefusedWords(office.people?.refused),
        programsRefusedWords(office.programs?.refused),
      ];
      const alarms = refused.flatMap((message) =>
        message === null ? [] : [{ code: 'office-trouble', message } as const],
      );
      return alarms.length === 0 ? shown : withAlarms(shown, ...alarms);
    },
    async end() {
      await starting;
      await running?.end();
    },
  };
}

/** The till had this membership before, and another one since: its file was put back. */
class MembershipLeft extends Error {
  override readonly name = 'MembershipLeft';
}

const noOffice: AskedOffice = { said: Promise.resolve({ type: 'away' }), end: () => undefined };

/** A text that differs after each change of the file; null where there is none. */
function markOf(file: string): string | null {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? null : [stat.ino, stat.size, stat.mtimeMs].join(':');
}

function linkJournal({ opening: { journal }, news }: Base['folder']): LinkJournal {
  return {
    head: () => journal.head(),
    hashAt: (seq) => (seq === 0 ? genesis.hash : (journal.after(seq - 1, 1)[0]?.hash ?? null)),
    stretchAfter(seq) {
      const lines = linesWithin(journal.after(seq, stretchRecords));
      return lines === '' ? null : lines;
    },
    subscribe: (told) => news.add(told),
  };
}

/** At least one, if there is one. */
function linesWithin(records: readonly JournalRecord[]): string {
  let text = '';
  for (const record of records) {
    const line = lineOf(record);
    if (text !== '' && text.length + line.length > stretchBytes) break;
    text += line;
  }
  return text;
}
