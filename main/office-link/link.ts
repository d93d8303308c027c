// Sends the till's journal to the office, stretch by stretch, from where the office says that it is. It holds no position
// of its own, so nothing is forgotten or told wrongly after a crash, a restore or a new database at the office.
import { verify } from 'node:crypto';
import { type Countersigned, type Place, officeStatement } from '#contract/office/office.ts';
import type { ApprovalQuestion } from '#contract/office/approvals.ts';
import type { AskedOffice } from '#core/ports/operators.ts';
import type { ClaimAnswer, ClaimAsked } from '#contract/office/claims.ts';
import type { OfficeView } from '#contract/office/office-view.ts';
import type { Office } from '#core/ports/engine.ts';
import { askApproval } from './approvals.ts';
import { type LinkSeal, type Member, keyContext } from './membership.ts';
import {
  NotTheOffice,
  OfficeAway,
  OfficeRefused,
  type OfficeClient,
  TakesNothing,
  createOfficeClient,
} from './office-client.ts';
import { DocumentPull, pauseMsAfter } from './document-pull.ts';
import type { LinkPorts } from './ports.ts';
import { type Standing, createStanding } from './standing.ts';

export interface Link {
  view(): OfficeView;
  /** The office was not reached at the last try, by the journal or by a claim. */
  isAway(): boolean;
  claim: Office['claim'];
  askApproval(question: ApprovalQuestion): AskedOffice;
  end(): Promise<void>;
}

/** An operation's records follow each other within this time and are sent together. */
const collectMs = 200;
/** A customer waits for a refund's claim. */
const claimMs = 3_000;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** An idle till says that it is there; then the office's answer also shows that it still has what it had. */
const idleMs = 300_000;
/** The office does not know this till any more. Its own payments are at its gateway, and go by the shop's own rules. */
const notLetIn = ['revoked', 'not-a-till'];
/** For what a person must put right at the office. */
const refusedPauseMs = 300_000;

/** `kept`: the newest head that the office signed. Throws where the certificate's key does not open. */
export function startLink(
  ports: LinkPorts,
  member: Member,
  { seal, kept }: { readonly seal: Pick<LinkSeal, 'open'>; readonly kept: Countersigned | null },
): Link {
  const ending = new AbortController();
  const key = seal.open(Buffer.from(member.sealedKey, 'base64'), keyContext(member));
  const client = createOfficeClient(member.url, { ca: member.authority, cert: member.certificate, key }, ending.signal);
  const standing = createStanding(ports, member, kept);
  const settingsPull = new DocumentPull({
    ...ports,
    what: 'settings',
    ask: (asked) => client.settings(asked),
    till: ports.settings,
    pauseMs: () => pauseMsAfter(0, 0),
  });
  const peoplePull = new DocumentPull({
    ...ports,
    what: 'people',
    ask: (asked) => client.people(asked),
    till: ports.people,
    pauseMs: ({ document }) => pauseMsAfter(document?.people.length ?? 0, ports.people.known()),
  });
  const programsPull = new DocumentPull({
    ...ports,
    what: 'programs',
    ask: (asked) => client.programs(asked),
    till: ports.programs,
    pauseMs: ({ document }) => pauseMsAfter(document?.programs.length ?? 0, ports.programs.known()),
  });
  const hear = ({ settings, people, programs }: Place): void => {
    settingsPull.look(settings);
    peoplePull.look(people);
    programsPull.look(programs);
  };
  const sender = new Sender({ ...ports, standing, hear }, member, client, ending.signal);
  const unsubscribe = ports.journal.subscribe(() => sender.wake());
  const running = sender.run();
  return {
    view: () => standing.view(),
    isAway: () => sender.isAway(),
    claim: (asked) => sender.claim(asked),
    askApproval: (question) => askApproval({ ...ports, member, client, ending: ending.signal }, question),
    async end() {
      ending.abort();
      unsubscribe();
      sender.wake();
      await running;
      await settingsPull.end();
      await peoplePull.end();
      await programsPull.end();
      client.close();
    },
  };
}

type SenderPorts = LinkPorts & { readonly standing: Standing; readonly hear: (place: Place) => void };

class Sender {
  readonly #ports: SenderPorts;
  readonly #member: Member;
  readonly #client: OfficeClient;
  readonly #ending: AbortSignal;
  /** Where the office stands; null: it is asked. */
  #place: Place | null = null;
  /** No answer to the last claim. */
  #isMute = false;
  /** The office has the journal up to here. */
  #hasSeq = 0;
  readonly #waiting = new Set<() => void>();
  #kept = '';
  #tries = 0;
  /** Why the office was not reached, as the log says it. */
  #said = '';
  #isWoken = false;
  #wake = () => {};

  constructor(ports: SenderPorts, member: Member, client: OfficeClient, ending: AbortSignal) {
    this.#ports = ports;
    this.#member = member;
    this.#client = client;
    this.#ending = ending;
  }

  /** There may be something new. */
  wake(): void {
    this.#isWoken = true;
    this.#wake();
  }

  /**
   * Where this till's own refund is in the way, that may be over by now and its record on its way: it is asked once more
   * when the office has the journal.
   */
  async claim(asked: Omit<ClaimAsked, 'asOf'>): ReturnType<Office['claim']> {
    const { journal, after, log } = this.#ports;
    const timeUp = new AbortController();
    const stop = after(claimMs, () => timeUp.abort());
    const asking = (): Promise<ClaimAnswer> =>
      this.#client.claim({ ...asked, asOf: journal.head().seq }, timeUp.signal);
    try {
      const answer = await asking();
      this.#isMute = false;
      if (answer.type !== 'refused' || !answer.by.isOwn) return answer;
      const isNewer = await this.#taken(journal.head().seq, timeUp.signal);
      // Without an answer to the second question the first one holds.
      return isNewer ? await asking().catch(() => answer) : answer;
    } catch (error) {
      const code = codeOf(error);
      log('warn', 'claim-not-answered', { code });
      this.#isMute = !(error instanceof OfficeRefused) || notLetIn.includes(code);
      return this.#isMute ? null : { type: 'not-taken', code };
    } finally {
      stop();
    }
  }

  isAway(): boolean {
    return this.#isMute || this.#ports.standing.view().trouble !== null;
  }

  /** True once the office has taken this record; false where time is up before. */
  #taken(seq: number, timeUp: AbortSignal): Promise<boolean> {
    if (this.#hasSeq >= seq) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (isTaken: boolean): void => {
        this.#waiting.delete(look);
        timeUp.removeEventListener('abort', giveUp);
        resolve(isTaken);
      };
      const look = (): void => {
        if (this.#hasSeq >= seq) end(true);
      };
      const giveUp = (): void => end(false);
      this.#waiting.add(look);
      timeUp.addEventListener('abort', giveUp);
      if (timeUp.aborted) giveUp();
    });
  }

  #has(seq: number, isNew: boolean): void {
    this.#ports.standing.noteRecords(seq, isNew);
    this.#hasSeq = seq;
    this.#isMute = false;
    for (const look of this.#waiting) look();
  }

  async run(): Promise<void> {
    while (!this.#ending.aborted) {
      try {
        this.#isWoken = false;
        if (await this.#step()) continue;
        if (await this.#news()) await this.#pause(collectMs);
        else this.#place = null;
      } catch (error) {
        if (this.#ending.aborted) return;
        await this.#failed(error);
      }
    }
  }

  /** False where there is nothing to send before something is committed. */
  async #step(): Promise<boolean> {
    const { journal } = this.#ports;
    const place = (this.#place ??= await this.#client.place(this.#ports.version));
    if (place.claims !== undefined) this.#ports.keepWish(place.claims);
    this.#ports.hear(place);
    const continues = journal.hashAt(place.seq) === place.hash;
    const after = continues ? place.seq : await this.#lastCommon(place);
    const lines = journal.stretchAfter(after);
    if (lines === null) {
      this.#reached();
      this.#has(after, false);
      if (continues) this.#keep(place);
      return false;
    }
    const path = continues ? '/v1/stretches' : '/v1/lineages';
    this.#place = null;
    const next = await this.#client.send(path, place.lineage, after, lines);
    // Else an office that took nothing, or lies, is sent the same again without a pause.
    if (next.seq <= after || journal.hashAt(next.seq) !== next.hash)
      throw new TakesNothing('the office took nothing of what it was sent');
    this.#reached();
    this.#has(next.seq, true);
    this.#place = next;
    return true;
  }

  /** The last record that this journal and the office's have in common: the folder was restored from a backup. */
  async #lastCommon(place: Place): Promise<number> {
    const { journal } = this.#ports;
    let [low, high] = [0, Math.min(place.seq, journal.head().seq)];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((await this.#client.recordHash(middle)) === journal.hashAt(middle)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #keep({ countersigned, seq, hash }: Place): void {
    if (countersigned === null || countersigned.signature === this.#kept) return;
    const isTheirs = countersigned.seq === seq && countersigned.hash === hash && this.#isSigned(countersigned);
    this.#ports.standing.noteSignature(isTheirs);
    if (isTheirs) this.#ports.keep(countersigned);
    else this.#ports.log('warn', 'office-signature-wrong', { seq });
    this.#kept = countersigned.signature;
  }

  #isSigned(countersigned: Countersigned): boolean {
    const { officeKey, till } = this.#member;
    const signature = Buffer.from(countersigned.signature, 'base64');
    try {
      const statement = Buffer.from(officeStatement(countersigned), 'utf8');
      return countersigned.till === till && verify(null, statement, officeKey, signature);
    } catch {
      return false;
    }
  }

  #reached(): void {
    if (this.#tries > 0) this.#ports.log('info', 'office-reached', {});
    this.#tries = 0;
    this.#said = '';
  }

  async #failed(error: unknown): Promise<void> {
    this.#place = null;
    this.#tries += 1;
    this.#ports.standing.noteFailure(error);
    const isRefused = error instanceof OfficeRefused;
    const code = codeOf(error);
    if (code !== this.#said || isRefused) {
      this.#said = code;
      this.#ports.log('warn', 'office-not-reached', {
        code,
        detail: error instanceof Error ? error.message : 'unknown',
      });
    }
    const longest = isRefused
      ? refusedPauseMs
      : Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(this.#tries - 1, 30));
    // All tills of a chain lose the office at once, and must not come back at once.
    await this.#pause(longest * (0.5 + Math.random() / 2));
  }

  /** True once there may be something new, or it ends; false where nothing came for long. */
  #news(): Promise<boolean> {
    if (this.#isWoken || this.#ending.aborted) return Promise.resolve(true);
    return new Promise((resolve) => {
      const stop = this.#ports.after(idleMs * (0.5 + Math.random() / 2), () => resolve(false));
      this.#wake = () => {
        stop();
        resolve(true);
      };
    });
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        stop();
        this.#ending.removeEventListener('abort', finish);
        resolve();
      };
      const stop = this.#ports.after(ms, finish);
      this.#ending.addEventListener('abort', finish);
      if (this.#ending.aborted) finish();
    });
  }
}

function codeOf(error: unknown): string {
  if (error instanceof OfficeRefused) return error.code;
  if (error instanceof NotTheOffice) return 'not-the-office';
  return error instanceof OfficeAway ? 'away' : 'unknown';
}
