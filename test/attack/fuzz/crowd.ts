// Many callers at once, each with a connection that it keeps as long as it may. It fills in what only a run can know,
// judges every answer, and remembers what was accepted.
import { type HeaderLine, Malformed, Wire, bytesOf, isStream } from '#support/strict-http.ts';
import { placeholders } from './material.ts';
import { type Verdict, judge } from './judge.ts';
import { type Caller, type Plan, type Shot, edited } from './requests.ts';

export interface Accepted {
  readonly id: string;
  readonly requestId: string;
}

interface Options {
  readonly port: number;
  readonly tokens: { readonly [caller in Exclude<Caller, 'none'>]: readonly string[] };
  readonly origin: string;
  readonly merchantId: string;
}

const callers = 48;
/** When nothing was said for so long, bytes that may be half a request are ended by their sender. */
const silentMs = 60;

export class Crowd {
  sent = 0;
  /** How often each answer was given. */
  readonly told = new Map<string, number>();
  readonly wrong: string[] = [];
  readonly accepted = new Map<string, Accepted>();
  /** The ids of print jobs that were taken. */
  readonly printed = new Set<string>();
  readonly #options: Options;
  readonly #payments: string[] = [];
  readonly #customers: string[] = [];
  readonly #operations: string[] = [];
  readonly #printJobs: string[] = [];
  readonly #accessTokens: string[] = [];
  #fresh = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Carries all of them out; resolves when each has its answer. */
  async run(all: readonly Plan[]): Promise<void> {
    const next = all.values();
    await Promise.all(Array.from({ length: callers }, () => this.#caller(next)));
  }

  async #caller(next: IterableIterator<Plan>): Promise<void> {
    let wire: Wire | null = null;
    for (const plan of next) {
      try {
        if (plan.type === 'bytes') await this.#alone(plan);
        else {
          for (const shot of plan.shots) {
            if (wire === null || wire.closed) wire = new Wire(this.#options.port);
            if (await this.#shoot(wire, shot, plan)) continue;
            wire.close();
            wire = null;
          }
        }
      } catch (error) {
        this.#complain(plan, error instanceof Malformed ? `malformed: ${error.message}` : String(error));
        wire?.close();
        wire = null;
      }
    }
    wire?.close();
  }

  /** False where the connection is of no more use. */
  async #shoot(wire: Wire, shot: Shot, plan: Plan): Promise<boolean> {
    wire.send(this.#bytes(shot));
    this.sent += 1;
    for (;;) {
      const answer = await wire.answer(shot.method, true);
      if (answer === null) {
        this.#complain(plan, 'no answer');
        return false;
      }
      this.#note(judge(answer, shot.method, shot.path), shot, plan);
      if (answer.status >= 200) return !answer.last;
    }
  }

  async #alone(plan: Extract<Plan, { type: 'bytes' }>): Promise<void> {
    const wire = new Wire(this.#options.port);
    const quiet = setTimeout(() => wire.socket.end(), silentMs);
    wire.send(edited(this.#bytes(plan.shot), plan.edits));
    this.sent += 1;
    try {
      // The method may have become another one: an answer to HEAD has no body, and its announced length none either.
      const { method, path } = plan.shot;
      for (let answer = await wire.answer(method, true); answer !== null; answer = await wire.answer('GET', true)) {
        quiet.refresh();
        this.#note(judge(answer, method, path), plan.shot, plan);
        if (isStream(answer)) break;
      }
    } finally {
      clearTimeout(quiet);
      wire.close();
    }
  }

  #note(verdict: Verdict, { method, path }: Shot, plan: Plan): void {
    if (verdict.type === 'wrong') {
      this.#complain(plan, verdict.why);
      return;
    }
    const { told, json } = verdict;
    this.told.set(told, (this.told.get(told) ?? 0) + 1);
    if (json === null || method !== 'POST') return;
    if (told.startsWith('as the gateway 20')) {
      remember(this.#accessTokens, json['access_token']);
      remember(this.#payments, json['payId']);
    }
    if (told.length === 3 && path.startsWith('/v1/print-jobs')) {
      remember(this.#printJobs, json['id']);
      this.printed.add(String(json['id']));
    }
    if (told.length > 3 || !path.startsWith('/v1/operations/')) return;
    const { id, requestId, result } = json as {
      id?: string;
      requestId?: string;
      result?: { [name: string]: unknown } | null;
    };
    if (typeof id !== 'string' || typeof requestId !== 'string') return;
    const before = this.accepted.get(requestId);
    if (before !== undefined && before.id !== id && !requestId.startsWith('again-'))
      this.#complain(plan, `${requestId} twice`);
    this.accepted.set(id, { id, requestId });
    remember(this.#operations, id);
    remember(this.#payments, result?.['payId']);
    remember(
      this.#customers,
      (result?.['customerInfo'] as { gatewayCustomerId?: unknown } | undefined)?.gatewayCustomerId,
    );
  }

  #complain(plan: Plan, why: string): void {
    // The first are enough to find the cause; each can be had again from the seed.
    if (this.wrong.length < 20) this.wrong.push(`${why}: ${JSON.stringify(plan).slice(0, 1_500)}`);
  }

  #bytes(shot: Shot): Buffer {
    const { method, path, caller, headers, body } = shot;
    this.#fresh += 1;
    const { port, tokens, origin } = this.#options;
    const token = caller === 'none' ? undefined : tokens[caller][this.#fresh % tokens[caller].length];
    const has = shot.scheme === 'form' || headers.some(([name]) => name === 'Authorization');
    const filled = (text: string) => this.#filled(text, token ?? 'none');
    const own: HeaderLine[] = token === undefined || has ? [] : [['Authorization', filled(this.#proof(shot, token))]];
    if (caller === 'page') own.push(['Origin', origin]);
    const given = headers.map(([name, value]): HeaderLine => [name, filled(value)]);
    const whole = { method, path: filled(path), headers: [...own, ...given] };
    return bytesOf(`127.0.0.1:${port}`, body === null ? whole : { ...whole, body: filled(body) });
  }

  /** As the native API wants it, or in one of the gateway's two ways. */
  #proof({ scheme }: Shot, token: string): string {
    if (scheme === 'native') return `Bearer ${token}`;
    if (this.#fresh % 2 === 0 && this.#accessTokens.length > 0) return `Bearer ${placeholders.access}`;
    return `Basic ${Buffer.from(`${this.#options.merchantId}:${token}`).toString('base64')}`;
  }

  #filled(text: string, token: string): string {
    if (!text.includes('@')) return text;
    const known = (list: readonly string[]) => list[this.#fresh % Math.max(list.length, 1)] ?? 'none';
    return text
      .replaceAll(placeholders.payment, () => known(this.#payments))
      .replaceAll(placeholders.customer, () => known(this.#customers))
      .replaceAll(placeholders.operation, () => known(this.#operations))
      .replaceAll(placeholders.printJob, () => known(this.#printJobs))
      .replaceAll(placeholders.token, () => token)
      .replaceAll(placeholders.access, () => known(this.#accessTokens))
      .replaceAll(placeholders.merchant, () => this.#options.merchantId)
      .replaceAll(placeholders.fresh, () => `f${this.#fresh}`);
  }
}

/** A few hundred at most: older ones give way by chance. */
function remember(list: string[], id: unknown): void {
  if (typeof id !== 'string') return;
  if (list.length < 300) list.push(id);
  else list[id.length % 300] = id;
}
