// A page of operations, read a few at a time so that other requests run in between. It is limited in operations and
// bytes and may be shorter than asked for; the cursor says where the next page begins, so that a program that reads all
// pages misses none.
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { ruleIssue } from '#contract/data/issue-words.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { cursorText } from '#core/ports/list-cursor.ts';
import type { ListFilter } from '#core/ports/store.ts';
import { type Answer, jsonTextAnswer, problemAnswer } from '#http/answer.ts';
import { inputRefusal } from '#http/query.ts';
import type { LoopbackContext } from './context.ts';
import { forPrograms } from '../programs/for-programs.ts';
import type { LoopbackBridge } from '../programs/ports.ts';
import { costOf } from '../limits/read-scheduler.ts';

export const afterError = 'must be what the page before said as `next`, or the id of an operation';
export const pageRows = 200;
const pageBytes = 512 * 1_024;
/** What is read for a page: what a program may not see is read all the same. */
const pageReadBytes = 2_048 * 1_024;

/** Read at once: one where the last one was long, else a few. */
const longBytes = 8 * 1_024;
const fewAtOnce = 8;

/** What it costs to look through rows that do not fit, until the store comes back with less than was asked for. */
const searchBytes = 64 * 1_024;

export class OperationPage {
  readonly #calls: Pick<LoopbackBridge, 'operations'>;
  readonly #filter: ListFilter;
  readonly #context: LoopbackContext;
  /** What the input must hold beside: a short kind is one sort of input of its command. */
  readonly #given: readonly (readonly [string, Json])[];
  readonly #most: number;
  #texts: string[] = [];
  #bytes = 0;
  #readBytes = 0;
  #lastBytes = 0;
  #after: string | undefined;
  #scopes: string;

  constructor(
    calls: Pick<LoopbackBridge, 'operations'>,
    filter: ListFilter,
    context: LoopbackContext,
    given: JsonObject = {},
  ) {
    this.#given = Object.entries(given);
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
      const read = this.#calls.operations({ ...this.#filter, ...after, limit });
      // An empty page would say that nothing came after it.
      if (read === null) return problemAnswer(inputRefusal('query', [{ field: 'after', ...ruleIssue(afterError) }]));
      const { operations, next } = read;
      for (const each of operations) {
        this.#lastBytes = bytesIn(each);
        this.#readBytes += this.#lastBytes;
        reader.charge(costOf.operationBytes + this.#lastBytes);
        if (!this.#given.every(([name, value]) => each.input[name] === value)) {
          this.#after = this.#cursorOf(each);
          continue;
        }
        const text = JSON.stringify(forPrograms(each, client));
        // A page has at least one operation, so that a long one does not stop the reader.
        if (this.#texts.length > 0 && this.#bytes + text.length > pageBytes) return this.#page(this.#after ?? null);
        this.#texts.push(text);
        this.#bytes += text.length;
        this.#after = this.#cursorOf(each);
      }
      this.#after = next ?? this.#after;
      if (operations.length < limit && next !== null) {
        this.#readBytes += searchBytes;
        reader.charge(searchBytes);
      }
      if (next === null || this.#texts.length >= this.#most) return this.#page(next);
      if (this.#readBytes >= pageReadBytes) return this.#page(next);
    } while (hasTime());
    return null;
  }

  /** The client's scopes may have changed since the last turn: then the page begins again. */
  #lookAgain(): void {
    this.#context.barred();
    const scopes = scopesOf(this.#context);
    if (scopes === this.#scopes) return;
    this.#scopes = scopes;
    this.#texts = [];
    this.#bytes = 0;
    this.#after = this.#filter.after;
  }

  #cursorOf({ id, updatedAt }: OperationView): string {
    return cursorText({ id, updatedMs: this.#filter.updatedFromMs === undefined ? null : Date.parse(updatedAt) });
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
