// Reads the details of a payment from the request that makes it. It reads tolerantly: session and create payment were
// checked by their schemas, but links and intents have none, because the specification shows no body for them.
import { type Json, type JsonObject, isJsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { maskCardNumbers } from '#contract/cards/card-number.ts';
import { sensitiveFields } from '#contract/cards/sensitive-data.ts';
import type { CaptureMethod, Channel, Opening } from '../state/payment.ts';
import { type Job, objectOf } from './job.ts';

const channels: ReadonlySet<string> = new Set<Channel>(['ECOM', 'MOTO', 'APP', 'PAYBYLINK', 'POS']);

export function channelOf(input: JsonObject, otherwise: Channel): Channel {
  const channel = textAt(input, 'channel');
  return channel !== null && channels.has(channel) ? (channel as Channel) : otherwise;
}

/** Without a captureMethod a payment is captured at once; the specification leaves it to the merchant's settings. */
export function captureMethodOf(input: JsonObject): CaptureMethod | null {
  const type = textAt(input, 'captureMethod.type');
  if (type === 'MANUAL') return { type };
  if (type === 'AUTOMATIC') return { type };
  const hours = valueAt(input, 'captureMethod.delayed.delayedHours');
  return type === 'DELAYED' && typeof hours === 'number' ? { type, hours } : null;
}

/** A UTC date-time, with or without its Z, as ISO 8601 in UTC; null for none. */
function moment(text: string | null): string | null {
  if (text === null) return null;
  const time = Date.parse(/(Z|[+-]\d\d:\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The details of a request that every payment keeps. */
export function openingFacts(job: Job): Partial<Opening> {
  const { input } = job;
  const expiresAt = moment(textAt(input, 'expirationTime'));
  return {
    capture: captureMethodOf(input) ?? { type: 'AUTOMATIC' },
    createdAt: job.at(),
    request: keptRequest(input),
    ...(expiresAt === null ? {} : { expiresAt }),
  };
}

// Members that are kept in other places.
const elsewhere: ReadonlySet<string> = new Set(['payId', 'transId', 'refNr', 'metadata', 'simulationMode']);

/** The request without the members kept elsewhere, and without card data that must never be stored. */
function keptRequest(input: JsonObject): JsonObject {
  const kept = Object.fromEntries(Object.entries(input).filter(([name]) => !elsewhere.has(name)));
  const methods = objectOf(input, 'paymentMethods');
  if (methods === null) return kept;
  // Some secrets are recognized only by members around them, so all are found before any is removed.
  const secrets = new Set(sensitiveFields({ paymentMethods: methods }));
  return { ...kept, paymentMethods: cleaned(methods, 'paymentMethods', secrets) };
}

const secret = /^(number|pan|card_?number|access_?token)$/i;

/** `path` is where the value stands, written as `secrets` are. */
function cleaned(value: Json, path: string, secrets: ReadonlySet<string>): Json {
  if (typeof value === 'string') return maskCardNumbers(value);
  if (Array.isArray(value)) return value.map((member, index) => cleaned(member, `${path}.${index}`, secrets));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const at = `${path}.${name}`;
    const isSecret = secrets.has(at) || (secret.test(name) && !isJsonObject(member));
    return isSecret ? [] : [[name, cleaned(member, at, secrets)] as const];
  });
  return Object.fromEntries(members);
}
