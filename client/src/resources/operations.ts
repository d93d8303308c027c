// Operations: every request that changes something at the gateway. Each is sent under a request id, and the same id
// with the same body is carried out at most once, however often it is sent.
import type { Inputs, State } from '../api/generated.ts';
import type { Host } from '../line/host.ts';
import type { Line } from '../line/line.ts';
import { requestIdOf } from '../api/request-id.ts';
import { type KindName, type KindOf, type Operation, isFinal } from '../api/types.ts';

export interface SubmitOptions {
  /**
   * An id of your own (1 to 255 visible ASCII characters). Make it with `newRequestId()` and STORE it with the input
   * before you send: after a crash, sending the same again finds the operation. Without one the client makes one, which
   * then lives only as long as this call and the operation's `requestId`.
   */
  readonly requestId?: string;
  /** Answers when the operation has come to rest, or after so long (0 to 120); 0 by default. */
  readonly waitSeconds?: number;
  /**
   * What a refund is for: the line of a slip, or the id of the slip (1 to 64 visible ASCII characters). Where the chain's
   * office is asked before a refund, one line is refunded once over all tills. It is kept for good and shown at the office,
   * so it must hold no personal data.
   */
  readonly line?: string;
  readonly signal?: AbortSignal;
}

export interface ListFilter {
  /** In one of these states. */
  readonly state?: State | readonly State[];
  readonly payId?: string;
  /** The transId in the request. */
  readonly transId?: string;
  /** With this request id, of any program. */
  readonly requestId?: string;
  readonly refNr?: string;
  readonly terminal?: string;
  /** As it may be asked for: `sale` are those of kind `cloud-pos` whose `messageType` is SALE. */
  readonly kind?: KindName;
  /** Accepted at this time or later (ISO 8601 with its zone, or a Date). */
  readonly from?: string | Date;
  /** Accepted before this time. */
  readonly to?: string | Date;
  /** Changed at this time or later. They come in the order of their last change, and none is missed meanwhile. */
  readonly updatedSince?: string | Date;
  /** `oldest` by default; `newest` not beside `updatedSince`. */
  readonly order?: 'oldest' | 'newest';
  /** The `next` of the page before, with the same filter. */
  readonly after?: string;
  /** 1 to 500; 100 by default. A page may hold fewer although more follow: go by `next`. */
  readonly limit?: number;
}

export interface UntilFinalOptions {
  /** Returns the operation as it stands after so long; without it there is no limit. */
  readonly timeoutMs?: number;
  /** Returns, too, when only a person can decide it. */
  readonly orNeedsPerson?: boolean;
  /** Called with each newer revision. */
  readonly onChange?: (operation: Operation) => void;
  readonly signal?: AbortSignal;
}

/** The bridge answers at once where only a person can decide it, so that is asked for at this pace. */
const personPauseMs = 5_000;
const longestWaitSeconds = 25;

/** Before a program's manual refund the till asks a person, for a minute; no answer comes until then. */
const confirmationMs = 60_000;

function paysByHand(kind: KindName, input: object): boolean {
  return kind === 'refund-unreferenced' || ('messageType' in input && input.messageType === 'CREDIT');
}

export class Operations {
  readonly #line: Line;
  readonly #host: Host;

  constructor(line: Line, host: Host) {
    this.#line = line;
    this.#host = host;
  }

  /** The operation as it stands; read `state`. Throws OutcomeUnknown where it may have been accepted all the same. */
  async submit<N extends KindName>(
    kind: N,
    input: Inputs[N],
    options: SubmitOptions = {},
  ): Promise<Operation<KindOf<N>>> {
    const { waitSeconds, line, signal } = options;
    const requestId = requestIdOf(options.requestId);
    const answer = await this.#line.call({
      method: 'POST',
      path: `/v1/operations/${kind}`,
      body: input,
      operation: { requestId, kind },
      personMs: paysByHand(kind, input) ? confirmationMs : 0,
      ...(line === undefined ? {} : { query: { line } }),
      ...(waitSeconds === undefined ? {} : { waitSeconds }),
      ...(signal === undefined ? {} : { signal }),
    });
    return answer as Operation<KindOf<N>>;
  }

  /** With `waitSeconds`, answers when it has come to rest, or after so long. */
  async get(id: string, options: Pick<SubmitOptions, 'waitSeconds' | 'signal'> = {}): Promise<Operation> {
    const path = `/v1/operations/${encodeURIComponent(id)}`;
    return (await this.#line.call({ method: 'GET', path, ...options })) as Operation;
  }

  /** A page; `next` is the `after` of the page that follows, or null. However short a page is, go on while there is a `next`. */
  async list(
    filter: ListFilter = {},
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<{ readonly operations: readonly Operation[]; readonly next: string | null }> {
    const answer = await this.#line.call({ method: 'GET', path: '/v1/operations', query: { ...filter }, ...options });
    return answer as { readonly operations: readonly Operation[]; readonly next: string | null };
  }

  /** Takes back what was not sent to the gateway yet; refused with `not-cancellable` afterwards. */
  async cancel(id: string, options: { readonly signal?: AbortSignal } = {}): Promise<Operation> {
    const path = `/v1/operations/${encodeURIComponent(id)}/cancel`;
    return (await this.#line.call({ method: 'POST', path, body: {}, ...options })) as Operation;
  }

  /** Waits until nothing about it can change any more. Ends early as the options say; then it is not final. */
  async waitUntilFinal(id: string, options: UntilFinalOptions = {}): Promise<Operation> {
    const { timeoutMs = Number.POSITIVE_INFINITY, orNeedsPerson = false, onChange, signal } = options;
    const pause = signal ?? new AbortController().signal;
    const endsAt = performance.now() + timeoutMs;
    let revision = 0;
    for (let waitSeconds = 0; ; waitSeconds = longestWaitSeconds) {
      const leftSeconds = Math.max(0, (endsAt - performance.now()) / 1_000);
      const operation = await this.get(id, {
        waitSeconds: Math.floor(Math.min(waitSeconds, leftSeconds)),
        ...(signal === undefined ? {} : { signal }),
      });
      if (operation.revision > revision) onChange?.(operation);
      revision = operation.revision;
      const person = operation.state === 'needs-person';
      if (isFinal(operation) || (person && orNeedsPerson) || performance.now() >= endsAt) return operation;
      const left = Math.max(0, endsAt - performance.now());
      if (person) await this.#host.sleep(Math.min(personPauseMs, left), pause);
      // The bridge cannot wait for less than a second.
      else if (left < 1_000) await this.#host.sleep(left, pause);
    }
  }
}
