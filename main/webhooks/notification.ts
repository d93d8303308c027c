// Reads from a notification's request the payment that it names, or the reason for its refusal. Only the payId of the
// body is used, and only to look the payment up at the gateway.
import type { IncomingMessage } from 'node:http';
import type { Refusal } from '#contract/programs/problems.ts';
import { readBody } from '#http/body.ts';
import { parseJsonObject } from '#http/json/strict-json.ts';
import { basicNotificationSchema } from '#operations/fields/notifications.ts';
import { payIdSchema } from '#operations/fields/ids.ts';
import { type SignatureSettings, verify } from './signature.ts';

export interface NotificationSettings extends SignatureSettings {
  /** Whether unsigned notifications are accepted: a payId and nothing else. */
  readonly basic: boolean;
}

export type Notification =
  | { readonly type: 'payment'; readonly payId: string; readonly signed: boolean }
  | { readonly type: 'refused'; readonly refusal: Refusal };

const maxBytes = 64 * 1024;
const maxDepth = 32;
const mostUnsignedBytes = 1_024;

export async function readNotification(
  settings: NotificationSettings,
  key: string | null,
  incoming: IncomingMessage,
  wallMs: number,
): Promise<Notification> {
  const body = await readBody(incoming, maxBytes);
  if (body.type === 'too-large') return refused('body-too-large', `The body must have at most ${maxBytes} bytes.`);
  if (body.type === 'cut') return refused('malformed-request', 'The body ended before its announced end.');
  // Verified before the body is parsed, because the signature is over its bytes.
  const verdict = verify(settings, key, incoming.headersDistinct, body.bytes, wallMs);
  if (verdict === 'wrong') return refused('signature-refused', 'The signature does not fit the body.');
  if (verdict === 'late') return refused('signature-refused', `The signature's time is not near enough to ours.`);
  // Any sender can post unsigned ones. One with only a payId is small, so larger ones are not parsed.
  if (verdict !== 'valid' && body.bytes.length > mostUnsignedBytes) return unsignedRefused(settings);
  const read = parseJsonObject(body.bytes, maxDepth);
  if (read.type !== 'object') return refused('malformed-json', 'The body must be one JSON object.');
  return verdict === 'valid' ? signedOne(read.value) : unsignedOne(read.value, settings);
}

/** Takes the payId of a signed notification; other members are ignored. */
function signedOne(value: object): Notification {
  const { data } = basicNotificationSchema.safeParse(value);
  return data === undefined
    ? refused('invalid-input', 'It is no notification of the gateway; look at payId.')
    : ofPayment(data.payId, true);
}

function unsignedOne(value: object, settings: NotificationSettings): Notification {
  const { data } = basicNotificationSchema.safeParse(value);
  if (settings.basic && data !== undefined && isBasic(value)) return ofPayment(data.payId, false);
  return unsignedRefused(settings);
}

function unsignedRefused({ header }: NotificationSettings): Notification {
  return refused('signature-refused', `The header ${[header].flat().join(' or ')} with the signature is missing.`);
}

function isBasic(value: object): boolean {
  return Object.keys(value).length === 1;
}

function ofPayment(payId: string, signed: boolean): Notification {
  // Checked, because the payId becomes a segment of a URL.
  const usable = payIdSchema.safeParse(payId).success;
  return usable ? { type: 'payment', payId, signed } : refused('invalid-input', 'The payId is no identifier.');
}

function refused(code: Refusal['code'], detail: string): Notification {
  return { type: 'refused', refusal: { code, detail } };
}
