// Gateways that do what the specification says, in words, at places and in forms of their own: what a sandbox answers is
// rewritten on its way to the suite.
import type { Told } from './liar.ts';

type Body = { [name: string]: unknown };
type Change = (told: Told) => void;

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isLookUp = ({ path, status }: Told): boolean => path.includes('/payments/getBy') && status === 200;
export const isHosted = ({ body }: Told): boolean => isObject(body['_links']);

/** Every status, at any depth, in other words; what is not named stays. */
export function inWords(words: { readonly [word: string]: string }): Change {
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        if (name === 'status' && typeof member === 'string') return [name, words[member] ?? member];
        return [name, renamed(member)];
      }),
    );
  };
  return (told) => {
    if (!told.path.includes('/services/')) told.body = renamed(told.body) as Body;
  };
}

/** The sums of the records of payments at another place: `sums` gets what was authorized, captured and refunded. */
export function withSums(sums: (authorized: number, captured: number, refunded: number, told: Told) => Body): Change {
  return (told) => {
    const { totals } = told.body;
    if (!isLookUp(told) || !isObject(totals)) return;
    delete told.body['totals'];
    const { authorised, captured, refunded } = totals as { [name: string]: number };
    Object.assign(told.body, sums(authorised ?? 0, captured ?? 0, refunded ?? 0, told));
  };
}

/** One rewriting after the other. */
export function both(...changes: readonly Change[]): Change {
  return (told) => {
    for (const change of changes) change(told);
  };
}

/** The amount that a successful request named, or null. */
export function askedIn({ status, sent }: Told): { readonly value: number; readonly currency: string } | null {
  const { amount } = sent;
  return status < 300 && isObject(amount) ? (amount as { value: number; currency: string }) : null;
}

export const major = (minor: number): string => (minor / 100).toFixed(2);

/** A member under another name, at any depth. */
export function underName(from: string, to: string): Change {
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name === from && typeof member === 'string' ? to : name,
        change(member),
      ]),
    );
  };
  return (told) => {
    if (!told.path.includes('/services/')) told.body = change(told.body) as Body;
  };
}

/** What is captured and refunded of a payment by now, in the answers to its making, captures and refunds. */
export function withTotals(totals: (captured: number, refunded: number) => Body): Change {
  const done = new Map<unknown, { captured: number; refunded: number }>();
  const counted = new Set<unknown>();
  return (told) => {
    const { payId, xId, status } = told.body;
    const asked = askedIn(told);
    if (asked === null || typeof payId !== 'string') return;
    const sums = done.get(payId) ?? { captured: 0, refunded: 0 };
    done.set(payId, sums);
    if (!counted.has(xId)) {
      if (status === 'CAPTURED') sums.captured += asked.value;
      if (status === 'REFUNDED') sums.refunded += asked.value;
    }
    counted.add(xId);
    Object.assign(told.body, totals(sums.captured, sums.refunded));
  };
}
