// A shop's month with a real bridge, its database and its sockets, in the time that its operations take: between the
// sales the clocks are put forward (support/hopping-clock.ts). Each day: sales at eight terminals, refunds, authorizations
// and captures; an hour without a network, lines that break, a printer that is unplugged, readers of the events that come
// and go; in the evening the shift is closed, what a person must decide is decided by the gateway's ledger, and older
// personal data is erased; in the night the backup is made, every other night the computer sleeps. Every seventh day the
// settings change and the bridge starts anew. At the end both sets of books are compared (found.ts).
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { databaseBytesIn } from '#store/disk-room.ts';
import { emulatedCounter } from '#support/emulated-counter.ts';
import { type Erp, type Execution, addFaults, ledgerOf } from '#support/erp.ts';
import { readProc } from '#support/proc.ts';
import { Shop, machineUser, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';
import { type Dice, diceOf } from '../kills/chance.ts';
import { Clocked } from './clocked.ts';
import { type Books, type Day, differencesIn } from './found.ts';
import { Follower } from './follower.ts';

export interface Wish {
  readonly days: number;
  /** In all. */
  readonly operations: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

export interface Found {
  readonly days: readonly Day[];
  readonly accepted: number;
  readonly decided: number;
  readonly differences: readonly string[];
}

const hourMs = 3_600_000;
const openHours = 12;
/** Of a day. The shop opens when the run begins. */
const backupHour = 15;
const terminals = ['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'T8'];
/** The hours of a day in which something is the matter. */
const hours = { offline: 3, breaks: 5, unplugged: 7 } as const;
const newSettingsEvery = 7;
const hasNewSettings = (day: number): boolean => day % newSettingsEvery === 0;
/** Older personal data is erased each evening. */
const erasedAfterDays = 10;
/** The first shifts are archived when they are so old. */
const archiveMonths = 1;

export async function livesAMonth({ days, operations, seed, say }: Wish): Promise<Found> {
  const counter = await emulatedCounter();
  const shop = await anOpenShop(counter.args);
  try {
    const month = new Month(shop, counter, diceOf(seed), say);
    await month.begin();
    for (let day = 1; day <= days; day += 1) await month.live(day, Math.ceil(operations / days));
    return await month.end();
  } finally {
    await shop.shop.close();
    await counter.close();
  }
}

async function anOpenShop(printerArgs: readonly string[]) {
  // Its folder is made before the shop's own, and is removed with it.
  const clocks: { till?: Clocked; gateway?: Clocked } = {};
  const shop: Shop = new Shop({
    terminalDelayMs: 1,
    processingSeconds: 30,
    samePort: true,
    bridgeArgs: [...printerArgs, ...terminals.flatMap((id) => ['--terminal', id])],
    get environment() {
      return (clocks.till ??= new Clocked(shop.bench.folder())).environment;
    },
    get sandboxEnvironment() {
      return (clocks.gateway ??= new Clocked(shop.bench.folder())).environment;
    },
  });
  const place = shop.bench.folder();
  const backupAt = new Date(Date.now() + backupHour * hourMs).toTimeString().slice(0, 5);
  writeSettings(shop, place, backupAt, 1);
  await shop.open('status,sale,capture,refund,print');
  const { till, gateway } = clocks;
  if (till === undefined || gateway === undefined) throw new Error('the shop is not open');
  return { shop, till, gateway, place, backupAt };
}

function writeSettings({ dataDir }: Shop, place: string, backupAt: string, day: number): void {
  const settings = {
    shopName: `Shop of day ${day}`,
    backup: { to: place, at: backupAt, keep: 2 },
    retention: { slipDays: erasedAfterDays, archiveMonths },
    people: { refundLimitMinor: 10_000 + day },
  };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
}

type Counter = Awaited<ReturnType<typeof emulatedCounter>>;

class Month {
  readonly #shop: Shop;
  readonly #till: Clocked;
  readonly #gateway: Clocked;
  readonly #place: string;
  readonly #backupAt: string;
  readonly #counter: Counter;
  readonly #dice: Dice;
  readonly #say: Wish['say'];
  readonly #days: Day[] = [];
  readonly #differences: string[] = [];
  /** By transId, which is the request id too: the id of the operation that the bridge has made of it. */
  readonly #acknowledged = new Map<string, string>();
  readonly #jobs = new Map<string, string>();
  readonly #followers: Follower[] = [];
  /** Payments that can be refunded, and authorizations that are not captured. */
  #paid: { readonly payId: string; readonly value: number }[] = [];
  readonly #authorized: { readonly payId: string; readonly value: number }[] = [];
  #taken = 0;
  #givenBack = 0;
  #decided = 0;
  #number = 0;
  #logBytes = 0;
  #passedMs = 0;

  constructor(
    { shop, till, gateway, place, backupAt }: Awaited<ReturnType<typeof anOpenShop>>,
    counter: Counter,
    dice: Dice,
    say: Wish['say'],
  ) {
    this.#shop = shop;
    this.#till = till;
    this.#gateway = gateway;
    this.#place = place;
    this.#backupAt = backupAt;
    this.#counter = counter;
    this.#dice = dice;
    this.#say = say;
  }

  async begin(): Promise<void> {
    for (const name of ['north', 'south', 'west']) {
      const { token } = await this.#shop.addProgram(name, 'status');
      const follower = new Follower(name, this.#shop.bridgeUrl, token);
      await follower.connect();
      this.#followers.push(follower);
    }
  }

  async live(day: number, operations: number): Promise<void> {
    if (hasNewSettings(day)) await this.#newSettings(day);
    for (let hour = 1; hour <= openHours; hour += 1) {
      const count = Math.ceil(operations / openHours);
      if (hour === hours.unplugged) this.#counter.server.pullCable();
      if (hour === hours.offline) await this.#offline(Math.min(20, count));
      else if (hour === hours.breaks) await this.#linesBreak(Math.min(6, count));
      await this.#sell(count);
      await this.#dice.pick(this.#followers).comeBack();
      await this.#hop('awake', hourMs);
      if (hour === hours.unplugged) this.#counter.server.plugCable();
    }
    // An open authorization keeps its shift, and those behind it, out of the archives.
    while (this.#authorized.length > 0) await this.#capture(30);
    await this.#settle(day);
    await this.#closeShift(day);
    await this.#erase();
    await this.#printed();
    await this.#night(day);
    await this.#note(day);
  }

  async end(): Promise<Found> {
    const finals = new Set(this.#acknowledged.values());
    for (const follower of this.#followers) {
      await until(async () => (follower.missing(finals) === 0 ? true : null)).catch(() => undefined);
      this.#differences.push(...follower.differences(finals));
      follower.drop();
    }
    const archived = listIn(join(this.#shop.dataDir, 'archives')).length;
    this.#say(`${archived} shifts are archived`);
    const verdict = await this.#shop.run(['journal', 'verify', '--data-dir', this.#shop.dataDir]);
    this.#say(verdict);
    const books: Books = {
      dataDir: this.#shop.dataDir,
      ledger: await ledgerOf(this.#shop.sandboxUrl),
      acknowledged: this.#acknowledged,
      jobs: this.#jobs,
      taken: this.#taken,
      givenBack: this.#givenBack,
      logs: this.#shop.program.stderrText,
      tokens: [this.#shop.token],
    };
    this.#differences.push(...differencesIn(books, this.#days));
    return {
      days: this.#days,
      accepted: this.#acknowledged.size,
      decided: this.#decided,
      differences: this.#differences,
    };
  }

  async #hop(how: 'awake' | 'asleep', ms: number): Promise<void> {
    this.#passedMs += ms;
    await this.#gateway.hop('asleep', ms);
    await this.#till.hop(how, ms);
  }

  get #erp(): Erp {
    return this.#shop.erp;
  }

  async #sell(count: number): Promise<void> {
    let left = count;
    const at = async (terminal: string) => {
      while (left > 0) {
        left -= 1;
        await this.#one(terminal);
      }
    };
    await Promise.all(terminals.map(at));
  }

  async #one(terminal: string): Promise<void> {
    const roll = this.#dice.between(1, 100);
    const value = this.#dice.between(1, 9_999);
    if (roll <= 2) return this.#print();
    if (roll <= 10) return this.#refund(30);
    if (roll <= 20) return this.#capture(30);
    const messageType = roll <= 30 ? 'AUTHORISATION_OR_RESERVATION' : 'SALE';
    const id = this.#nextId();
    const body = sale(id, value, { messageType, posTerminalId: terminal, refNr: `Order ${id}` });
    const done = await this.#ask('cloud-pos', body, id, 30);
    const payId = done?.['state'] === 'succeeded' ? (done['result'] as JsonObject)['payId'] : null;
    if (typeof payId !== 'string') return;
    if (messageType === 'SALE') this.#paid = [...this.#paid.slice(-200), { payId, value }];
    else this.#authorized.push({ payId, value });
    // A program that did not hear the answer asks again, and is given the same.
    if (roll !== 31) return;
    const again = await this.#erp.operate('cloud-pos', body, id, 30);
    if (again.id !== done?.['id']) this.#differences.push(`${id}: asked again, it is ${again.id}`);
  }

  async #refund(waitSeconds: number): Promise<void> {
    const paid = this.#paid.pop();
    if (paid === undefined) return;
    const id = this.#nextId();
    const amount = { value: this.#dice.between(1, paid.value), currency: 'EUR' };
    await this.#ask('refund', { payId: paid.payId, transId: id, amount }, id, waitSeconds);
  }

  async #capture(waitSeconds: number): Promise<void> {
    const authorized = this.#authorized.pop();
    if (authorized === undefined) return;
    const id = this.#nextId();
    const amount = { value: authorized.value, currency: 'EUR' };
    await this.#ask('capture', { payId: authorized.payId, transId: id, amount }, id, waitSeconds);
  }

  async #print(): Promise<void> {
    const text = `Paper-${this.#nextId()}`;
    const job = { device: 'COUNTER', document: { blocks: [{ type: 'text', text }, { type: 'cut' }] } };
    const { status, body } = await this.#erp.post('/v1/print-jobs', job, text);
    if (status >= 300) throw new Error(JSON.stringify(body));
    this.#jobs.set(textAt(body, 'id') ?? '', text);
  }

  #nextId(): string {
    this.#number += 1;
    return `M-${this.#number}`;
  }

  /** Null where it was refused for the missing network, and then nothing is stored. */
  async #ask(kind: string, body: JsonObject, id: string, waitSeconds: number): Promise<JsonObject | null> {
    const reply = await this.#erp.post(`/v1/operations/${kind}?wait=${waitSeconds}`, body, id);
    const { code } = reply.body;
    if (reply.status === 200 || reply.status === 202) {
      this.#acknowledged.set(id, textAt(reply.body, 'id') ?? '');
      return reply.body;
    }
    if (code === 'offline' || code === 'terminal-busy') return null;
    throw new Error(`${id}: ${JSON.stringify(reply.body)}`);
  }

  /** What may wait is accepted and waits; when the network is back it is carried out. */
  async #offline(count: number): Promise<void> {
    await this.#shop.cable.pullOut();
    for (let index = 0; index < count; index += 1) await (index % 2 === 0 ? this.#capture(0) : this.#refund(0));
    await this.#hop('awake', hourMs);
    await this.#shop.cable.putIn();
    await this.#untilNone(['accepted', 'sending']);
  }

  /** The gateway carries it out, and its answer is lost. */
  async #linesBreak(count: number): Promise<void> {
    const fault = 'reset-after';
    await addFaults(this.#shop.sandboxUrl, [
      { route: 'POST /payments/{id}/captures', fault, times: 2 },
      { route: 'POST /payments/{id}/refunds', fault, times: 2 },
    ]);
    for (let index = 0; index < count; index += 1) await (index % 2 === 0 ? this.#capture(1) : this.#refund(1));
    await fetch(`${this.#shop.sandboxUrl}/_sandbox/faults`, { method: 'DELETE' });
    await this.#untilNone(['sending', 'pending', 'unknown']);
  }

  /** Lets time pass until nothing is in any of these states. */
  async #untilNone(states: readonly string[]): Promise<void> {
    for (let minutes = 1; ; minutes *= 2) {
      const { body } = await this.#erp.get('/v1/status');
      const counts = body['operations'] as Record<string, number>;
      if (states.every((state) => (counts[state] ?? 0) === 0)) return;
      if (minutes > 4_096) throw new Error(`not settled in three days: ${JSON.stringify(counts)}`);
      await this.#hop('awake', minutes * 60_000);
    }
  }

  async #settle(day: number): Promise<void> {
    await this.#untilNone(['accepted', 'sending', 'pending', 'unknown']);
    const { operations } = await this.#shop.ask('list', { state: 'needs-person', client: null, after: null });
    const executions = operations.length === 0 ? [] : (await ledgerOf(this.#shop.sandboxUrl)).executions;
    const carriedOut = new Set(executions.map(({ transId }: Execution) => transId));
    for (const { id, transId } of operations) {
      const outcome = carriedOut.has(transId) ? 'succeeded' : 'failed';
      const said = { outcome, reason: `Seen on day ${day}`, evidence: 'The list of the gateway' } as const;
      const decided = await this.#shop.ask('decide', { id, by: machineUser, second: null, ...said });
      if (decided.type === 'refused') throw new Error(decided.refusal.detail);
      this.#decided += 1;
    }
  }

  async #closeShift(day: number): Promise<void> {
    const wish = { by: machineUser, called: 'Mia', evenIfOpen: false };
    const closing = await this.#shop.ask('closeShift', wish);
    if (closing.type !== 'closed') throw new Error(`day ${day}: ${JSON.stringify(closing)}`);
    for (const { takings } of closing.report.sections) {
      for (const { takenMinor, givenBackMinor } of takings) {
        this.#taken += takenMinor;
        this.#givenBack += givenBackMinor;
      }
    }
  }

  async #erase(): Promise<void> {
    const target = { type: 'older', days: erasedAfterDays } as const;
    const wish = { target, by: 'command: root', reason: 'a rule of the shop' };
    for (let from: number | null = null; ;) {
      const step: { readonly next: number | null } = await this.#shop.ask('erase', { ...wish, from });
      from = step.next;
      if (from === null) return;
    }
  }

  /** All that was asked for is on paper, or a person was asked: then it came out before the line broke. */
  async #printed(): Promise<void> {
    // By the printer's own clock: it answers within a second, and not within a step of a hop.
    await until(async () => {
      const due = await this.#shop.ask('printJobs', { state: 'due' });
      const sending = await this.#shop.ask('printJobs', { state: 'sending' });
      return due.jobs.length + sending.jobs.length === 0 ? true : null;
    });
    const { paper } = this.#counter.paper;
    const lines = new Map<string, number>();
    for (const item of paper) {
      if (item.type === 'line') lines.set(item.text.trim(), (lines.get(item.text.trim()) ?? 0) + 1);
    }
    const { jobs } = await this.#shop.ask('printJobs', { state: 'doubtful' });
    for (const { id } of jobs) {
      const cameOut = lines.has(this.#jobs.get(id) ?? '');
      await this.#shop.ask('decidePrint', { id, by: machineUser, cameOut, reprint: !cameOut });
    }
    const asked = new Set(jobs.map(({ id }) => id));
    for (const [id, text] of this.#jobs) {
      const times = lines.get(text) ?? 0;
      if (times !== 1 && !asked.has(id)) this.#differences.push(`${text} came out ${times} times`);
      this.#jobs.delete(id);
    }
    this.#counter.paper.keepLast(0);
  }

  async #night(day: number): Promise<void> {
    const before = readdirSync(this.#place);
    // What was waited for until all was settled makes the night shorter.
    await this.#hop(day % 2 === 0 ? 'asleep' : 'awake', Math.max(hourMs, day * 24 * hourMs - this.#passedMs));
    // What fell due while it slept is done now.
    await this.#hop('awake', 600_000);
    await until(async () => {
      const made = readdirSync(this.#place).filter((name) => !name.startsWith('.') && !before.includes(name));
      return made.length > 0 ? true : null;
    });
  }

  async #newSettings(day: number): Promise<void> {
    writeSettings(this.#shop, this.#place, this.#backupAt, day);
    this.#logBytes += this.#shop.program.stderrText.length;
    const begunMs = performance.now();
    const code = await this.#shop.program.kill('SIGTERM');
    if (code !== 0) this.#differences.push(`day ${day}: the bridge ended with ${code}`);
    this.#say(`day ${day}: ended in ${Math.round(performance.now() - begunMs)} ms`);
    await this.#shop.startBridge();
    for (const follower of this.#followers) await follower.comeBack();
  }

  async #note(day: number): Promise<void> {
    const pid = this.#shop.program.child.pid ?? 0;
    const keptBytes = await this.#till.keptBytes();
    const memory = /^VmRSS:\s+(\d+) kB/m.exec(readProc(`${pid}/status`))?.[1] ?? '0';
    this.#logBytes += this.#shop.program.stderrText.length;
    this.#shop.program.stderrText = '';
    const noted: Day = {
      day,
      begunAnew: hasNewSettings(day),
      operations: this.#acknowledged.size,
      keptMiB: keptBytes / 1_024 ** 2,
      memoryMiB: Number(memory) / 1_024,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      logBytes: this.#logBytes,
      databaseBytes: databaseBytesIn(this.#shop.dataDir),
      otherBytes: otherBytesIn(this.#shop.dataDir),
    };
    this.#logBytes = 0;
    this.#days.push(noted);
    this.#say(JSON.stringify(noted));
  }
}

function listIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Of the data folder, beside its database and its archives. */
function otherBytesIn(dataDir: string): number {
  const names = readdirSync(dataDir, { withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && !entry.name.startsWith('tillbridge.db'));
  return files.reduce((sum, { name }) => sum + statSync(join(dataDir, name)).size, 0);
}
