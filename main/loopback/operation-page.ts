// A page of operations, put together a few at a time: others have their turn in between. It is bounded in operations and
// in bytes and may be shorter than what was asked for; the cursor says where the next one goes on, so that nobody who
// walks through all of them misses one.
import { type Json, isJsonObject } from '#contract/json.ts';
import type { OperationView } from '#contract/operation.ts';
import type { ListFilter } from '#core/ports/store.ts';
import { type Answer, jsonTextAnswer } from '#http/answer.ts';
import type { LoopbackContext } from './context.ts';
import { forPrograms } from './for-programs.ts';
import type { LoopbackBridge } from './ports.ts';
import { costOf } from './read-scheduler.ts';

export const pageRows = 200;
const pageBytes = 512 * 1_024;
/** What is read for a page: what a program may not see is read all the same. */
const pageReadBytes = 2_048 * 1_024;

/** Read at once: one where the last one was long, else a few. */
const longBytes = 8 * 1_024;
const fewAtOnce = 8;

export class OperationPage {
  readonly #calls: Pick<LoopbackBridge, 'operations'>;
  readonly #filter: ListFilter;
  readonly #context: LoopbackContext;
  readonly #most: number;
  #texts: string[] = [];
  #bytes = 0;
  #readBytes = 0;
  #lastBytes = 0;
  #after: string | undefined;
  #scopes: string;

  constructor(calls: Pick<LoopbackBridge, 'operations'>, filter: ListFilter, context: LoopbackContext) {
    this.#calls = calls;
    this.#filter = filter;
    this.#context = context;
    this.#most = Math.min(filter.limit, pageRows);
    this.#after = filter.after;
    this.#scopes = scopesOf(context);
  }

  /** The page, or null where its turn was over before. */
  goOn(hasTime: () => boolean): Answer | null {
    const { reader } = this.#context;
    if (this.#texts.length > 0) this.#lookAgain();
    do {
      const { client } = this.#context;
      const atOnce = this.#lastBytes > longBytes ? 1 : fewAtOnce;
      const limit = Math.min(atOnce, this.#most - this.#texts.length);
      const after = this.#after === undefined ? {} : { after: this.#after };
      const { operations, next } = this.#calls.operations({ ...this.#filter, ...after, limit });
      for (const each of operations) {
        this.#lastBytes = bytesIn(each);
        this.#readBytes += this.#lastBytes;
        reader.charge(costOf.operationBytes + this.#lastBytes);
        const text = JSON.stringify(forPrograms(each, client));
        // One at least: else nobody would get past it.
        if (this.#texts.length > 0 && this.#bytes + text.length > pageBytes) return this.#page(this.#after ?? null);
        this.#texts.push(text);
        this.#bytes += text.length;
        this.#after = each.id;
      }
      if (next === null || this.#texts.length >= this.#most) return this.#page(next);
      if (this.#readBytes >= pageReadBytes) return this.#page(next);
    } while (hasTime());
    return null;
  }

  /** What a client may see may have changed since the last turn; then what it was shown is made anew. */
  #lookAgain(): void {
    this.#context.barred();
    const scopes = scopesOf(this.#context);
    if (scopes === this.#scopes) return;
    this.#scopes = scopes;
    this.#texts = [];
    this.#bytes = 0;
    this.#after = this.#filter.after;
  }

  #page(next: string | null): Answer {
    return jsonTextAnswer(200, `{"operations":[${this.#texts.join(',')}],"next":${JSON.stringify(next)}}`);
  }
}

/** About: what its texts come to. */
function bytesIn({ input, result }: Pick<OperationView, 'input' | 'result'>): number {
  return textIn(input) + textIn(result);
}

function textIn(value: Json): number {
  if (typeof value === 'string') return value.length;
  const inner = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  return inner.reduce<number>((sum, each) => sum + textIn(each), inner.length);
}

function scopesOf({ client }: LoopbackContext): string {
  return client.scopes.join(' ');
}
