// What a case finds: where an answer is not what the specification says, and what it has beyond it. A finding is noted
// and the case goes on, so that one report shows everything.
import { isDeepStrictEqual } from 'node:util';
import { type Answer, type Json, at, isObject } from './http.ts';

export interface Difference {
  /** What the specification says. */
  readonly expected: string;
  readonly seen: string;
}

/** Thrown by a case that cannot be tried here; the message says why. */
export class Skip extends Error {}

export class Findings {
  readonly differences: Difference[] = [];
  /** What was seen beyond the specification; no difference. */
  readonly remarks: string[] = [];

  /** Notes a difference unless it holds; gives back whether it does. */
  that(holds: boolean, expected: string, seen: string): boolean {
    if (!holds) this.differences.push({ expected, seen: seen === '' ? 'nothing' : seen });
    return holds;
  }

  status(answer: Answer, expected: number | readonly number[]): boolean {
    const wanted = typeof expected === 'number' ? [expected] : expected;
    return this.that(wanted.includes(answer.status), `${call(answer)} answers ${wanted.join(' or ')}`, told(answer));
  }

  /** Any refusal of the request; for refusals whose status is not shown. */
  refused(answer: Answer): boolean {
    return this.that(answer.status >= 400 && answer.status < 500, `${call(answer)} is refused`, told(answer));
  }

  equal(what: string, seen: Json | undefined, expected: Json): boolean {
    return this.that(isDeepStrictEqual(seen, expected), `${what} is ${short(expected)}`, short(seen));
  }

  /** The string at a path of an answer's body, or null with a difference noted. */
  text(answer: Answer, path: string): string | null {
    const value = at(answer.json, path);
    const found = typeof value === 'string' && value !== '';
    this.that(found, `${call(answer)} has ${path} as a text`, short(value));
    return found ? value : null;
  }

  type(answer: Answer, path: string, type: 'string' | 'number' | 'boolean' | 'object' | 'array'): boolean {
    const value = at(answer.json, path);
    const actual = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
    return this.that(actual === type, `${call(answer)} has ${path} as ${type}`, short(value));
  }

  /** Where a field is there, it has this type. */
  typeWhereThere(answer: Answer, path: string, type: 'string' | 'number' | 'boolean' | 'object' | 'array'): void {
    if (at(answer.json, path) !== undefined) this.type(answer, path, type);
  }

  /** A 400 with problem details whose messages name the field. */
  names(answer: Answer, field: string): void {
    if (!this.status(answer, 400)) return;
    const errors = at(answer.json, 'errors');
    if (!this.that(isObject(errors), 'a 400 has an object of errors', short(answer.json))) return;
    const named = Object.keys(errors as { [name: string]: Json });
    this.that(
      named.some((name) => normal(name) === normal(field)),
      `the errors name ${field}`,
      named.join(', ') || 'no field',
    );
    for (const messages of Object.values(errors as { [name: string]: Json })) {
      this.that(
        Array.isArray(messages) && messages.every((message) => typeof message === 'string'),
        'each name has a list of messages',
        short(messages),
      );
    }
    for (const [member, type] of [
      ['type', 'string'],
      ['title', 'string'],
      ['status', 'number'],
      ['traceId', 'string'],
    ] as const) {
      this.type(answer, member, type);
    }
    this.equal('the status in the body', at(answer.json, 'status'), 400);
  }

  /** Fields that no one documents are no difference, but worth knowing. */
  beyond(answer: Answer, documented: readonly string[]): void {
    if (!isObject(answer.json)) return;
    const more = Object.keys(answer.json).filter((name) => !documented.includes(name));
    if (more.length > 0) this.remarks.push(`${call(answer)} also has ${more.join(', ')}`);
  }
}

/** Cases of names and the ways to write a path differ between frameworks; what is named does not. */
function normal(path: string): string {
  return path
    .toLowerCase()
    .replace(/^\$\.?/, '')
    .replaceAll(/\[(\d+)\]/g, '.$1');
}

const call = ({ method, path }: Answer): string => `${method} ${path}`;

/** A status and, for a refusal, what the body says of it; never a whole body. */
function told({ status, json }: Answer): string {
  const parts = ['title', 'responseCode', 'responseDescription']
    .map((name) => at(json, name))
    .filter((value) => typeof value === 'string');
  const errors = at(json, 'errors');
  if (isObject(errors)) parts.push(`errors: ${Object.keys(errors).join(', ')}`);
  return parts.length === 0 ? String(status) : `${status} (${parts.join(', ')})`;
}

function short(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= 160 ? text : `${text.slice(0, 160)}…`;
}
