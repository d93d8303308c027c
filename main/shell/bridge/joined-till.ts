// The till of another program, at which this window has joined: the machine's service, or a bridge that was started on
// this user's folder. It stands for that bridge in the shell. Where the bridge goes, the window says so and joins again
// when it is back; the person signs in again, because a session ends with its bridge.
import { setTimeout as after } from 'node:timers/promises';
import { CallRefused } from '#assembly/calls/call-refused.ts';
import type { BridgeCall, WindowBridge } from '#assembly/window/window-bridge.ts';
import {
  type Implementations,
  type WindowCall,
  type WindowInput,
  type WindowOutputs,
  windowCallNames,
} from '#contract/calls/table.ts';
import { type CustomerTold, nothingTold } from '#contract/devices/customer-screen.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { WindowEvents } from '#contract/calls/window-events.ts';
import { type StatusView, unknownStatus } from '#contract/till/window.ts';
import { type JoinTrouble, type JoinedBridge, joinBridge } from '#control/window/client.ts';
import {
  type Further,
  type WindowReply,
  type WindowSeat,
  type WindowWord,
  mostListCharacters,
} from '#control/window/messages.ts';
import type { EngineEvents } from '#core/ports/engine.ts';

export interface JoinedTillPorts {
  /** The folder of the bridge's socket. */
  readonly folder: string;
  readonly version: string;
  readonly listener: JoinedListener;
  readonly log: EngineEvents['log'];
}

/** What the shell does with what the bridge says. */
export interface JoinedListener {
  relay<E extends keyof WindowEvents>(event: E, value: WindowEvents[E]): void;
  statusMayHaveChanged(): void;
  customerTold(told: CustomerTold): void;
}

const againMs = 500;
/** How many request ids are kept: a window asks for fewer of its operations again. */
const mostPressed = 1_000;

/** The seat while there is no bridge: no person is known. */
const emptySeat: WindowSeat = { manned: false, person: null, sealed: false };

const words = {
  'not-running': 'The till’s service is not running.',
  'not-permitted': 'This user of the computer may not open the till.',
  'not-safe': 'The place of the till’s service is not safe.',
  'other-version': 'The till’s service has another version.',
} as const;

export class JoinedTill {
  readonly #ports: JoinedTillPorts;
  readonly window: WindowBridge;
  #bridge: JoinedBridge | null = null;
  #trouble: JoinTrouble = { type: 'not-running' };
  #status: StatusView;
  #seat = emptySeat;
  #scanPrefix: string | null = null;
  /** The request ids of what was pressed at this window. */
  readonly #pressed = new Set<string>();
  readonly #ending = new AbortController();

  constructor(ports: JoinedTillPorts) {
    this.#ports = ports;
    this.#status = statusBefore(ports.version);
    this.window = this.#windowBridge();
  }

  /** The first try. A bridge that is not there is looked for again, until `stop`. Resolves with what it found. */
  async begin(): Promise<JoinTrouble | null> {
    const trouble = await this.#join();
    void this.#stayJoined();
    return trouble;
  }

  /** Only where a bridge answers: else nothing is begun. */
  async beginIfThere(): Promise<boolean> {
    if ((await this.#join()) !== null) return false;
    void this.#stayJoined();
    return true;
  }

  /** The till's setting `devices.scanPrefix`. */
  scanPrefix(): string | null {
    return this.#scanPrefix;
  }

  stop(): void {
    this.#ending.abort();
    this.#bridge?.leave();
  }

  /** A call of the table, as the bridge answers it. Throws CallRefused. */
  async ask<C extends WindowCall>(call: C, input: WindowInput<C>, further?: Further): Promise<WindowOutputs[C]> {
    return this.#asked((bridge) => bridge.ask(call, input, further));
  }

  /** The bridge's status now; where it cannot be asked, what is known. Asking also finds that a session has ended. */
  async refresh(): Promise<void> {
    const status = await this.ask('status', {}).catch(() => null);
    if (status !== null) this.#status = status;
  }

  /** What the bridge answers is trusted: it is the till, of the same version. */
  async #asked<T>(ask: (bridge: JoinedBridge) => Promise<WindowReply>): Promise<T> {
    const bridge = this.#bridge;
    if (bridge === null) throw new CallRefused(words[this.#trouble.type]);
    const reply = await ask(bridge).catch(() => {
      throw new CallRefused(words['not-running']);
    });
    if ('refused' in reply) throw new CallRefused(reply.refused);
    return reply.answer as T;
  }

  async #join(): Promise<JoinTrouble | null> {
    const { folder, version, log } = this.#ports;
    const joined = await joinBridge({ folder, version, heard: (word) => this.#hear(word) });
    if (!('type' in joined)) {
      this.#bridge = joined;
      log('info', 'till-joined', { folder });
      return null;
    }
    if (joined.type !== this.#trouble.type) log('warn', 'till-not-joined', { folder, reason: joined.type });
    this.#trouble = joined;
    return joined;
  }

  async #stayJoined(): Promise<void> {
    const { signal } = this.#ending;
    const { listener, log } = this.#ports;
    while (!signal.aborted) {
      if (this.#bridge === null) {
        await after(againMs, null, { signal }).catch(() => null);
        if (signal.aborted) return;
        const before = this.#trouble.type;
        if ((await this.#join()) !== null && this.#trouble.type === before) continue;
      } else {
        await this.#bridge.ended;
        this.#bridge = null;
        this.#seat = emptySeat;
        this.#trouble = { type: 'not-running' };
        if (!signal.aborted) log('warn', 'till-lost', {});
        listener.customerTold(nothingTold);
      }
      listener.statusMayHaveChanged();
    }
  }

  #hear(word: WindowWord): void {
    const { listener } = this.#ports;
    if ('seat' in word) this.#seat = word.seat;
    else if ('customer' in word) listener.customerTold(word.customer);
    else if ('scanPrefix' in word) this.#scanPrefix = word.scanPrefix;
    else {
      if (word.event === 'statusChanged') this.#status = word.value;
      listener.relay(word.event, word.value);
    }
  }

  #windowBridge(): WindowBridge {
    const call = (name: WindowCall) => [name, (input: never) => this.ask(name, input)] as const;
    const calls = Object.fromEntries(windowCallNames.map(call)) as unknown as Implementations<BridgeCall>;
    return {
      ...calls,
      submit: (input) => {
        this.#notePressed(input.requestId);
        return this.ask('submit', input);
      },
      operations: async (input) => {
        const answer = await this.ask('operations', input);
        const own = answer.operations.filter((each) => this.#isOwn(each)).map(({ id }) => id);
        return input.unseen === true ? { ...answer, own } : answer;
      },
      status: () => this.#shownStatus(),
      locked: () => this.#seat.sealed || (this.#seat.manned && this.#seat.person === null),
      seat: () => this.#seat,
      verify: (approval, needed) => this.#asked((bridge) => bridge.verify(approval, needed)),
      dccReceipt: ({ id }, language) =>
        this.#asked((bridge) => bridge.ask('saveReceipt', { operationId: id, copy: 'customer' }, { language })),
      shiftPage: (number, language) =>
        this.#asked((bridge) => bridge.ask('saveShift', { number, format: 'pdf' }, { language })),
      exportJournal: async (format) => void (await this.ask('saveShift', { number: null, format })),
      compare: async (number, askForList) => {
        if (askForList === null) return this.ask('compareShift', { number, withList: false });
        const list = await askForList();
        if (list.type !== 'text') return list;
        if (list.text.length > mostListCharacters) return { type: 'list-refused', fault: 'too-large', line: null };
        return this.ask('compareShift', { number, withList: true }, { list: list.text });
      },
    };
  }

  #notePressed(requestId: string): void {
    this.#pressed.add(requestId);
    // In the order in which they were added.
    const [oldest] = this.#pressed;
    if (this.#pressed.size > mostPressed && oldest !== undefined) this.#pressed.delete(oldest);
  }

  /** Pressed here; or, before this app was started, by the person who is signed in here. */
  #isOwn({ requestId, origin }: OperationView): boolean {
    const { person } = this.#seat;
    return (
      this.#pressed.has(requestId) || (person !== null && origin.type === 'cashier' && origin.operator === person.name)
    );
  }

  #shownStatus(): StatusView {
    const { person, manned } = this.#seat;
    if (this.#bridge !== null) return { ...this.#status, manned, signedIn: person };
    return { ...this.#status, accepting: false, manned: false, signedIn: null, noService: this.#trouble.type };
  }
}

/** Before any bridge was met. */
function statusBefore(version: string): StatusView {
  return {
    ...unknownStatus(new Date().toISOString()),
    version,
    mode: 'test',
    gateway: '',
    merchantId: '',
    accepting: false,
    alarms: [],
    manned: false,
    signedIn: null,
    lastShift: null,
    loopbackUrl: null,
    loopbackPortTaken: null,
  };
}
