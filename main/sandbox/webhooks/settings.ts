// How notifications look and are signed. The specification shows neither how the kind is chosen, nor header, signed
// content, algorithm, key or retries, so all of it can be set; the defaults are those of our own bridge.
import { createHmac } from 'node:crypto';
import { z } from 'zod';

const algorithms = ['sha256', 'sha384', 'sha512'] as const;
const encodings = ['hex', 'base64'] as const;

export const webhookSettingsSchema = z.strictObject({
  /** `off`: none is sent. */
  type: z.enum(['basic', 'enhanced', 'off'], { error: 'must be basic, enhanced or off' }),
  /** Of the enhanced ones; a text, used as its UTF-8 bytes. */
  key: z.string().min(1, { error: 'must not be empty' }),
  header: z.string().regex(/^[A-Za-z0-9-]{1,64}$/, { error: 'must be the name of a header' }),
  /** Its Unix seconds are signed before the body, with a point between; null: the body alone is signed. */
  timestampHeader: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, { error: 'must be the name of a header' })
    .nullable(),
  algorithm: z.enum(algorithms, { error: `must be one of ${algorithms.join(', ')}` }),
  encoding: z.enum(encodings, { error: `must be one of ${encodings.join(', ')}` }),
  /** Before the second, third, ... attempt; by the sandbox's clock. */
  retryMs: z.array(z.int().min(0)).max(20),
  /** How long an answer is waited for. */
  timeoutMs: z.int().min(1).max(60_000),
});

export type WebhookSettings = z.infer<typeof webhookSettingsSchema>;

export const defaultWebhookSettings: WebhookSettings = {
  type: 'basic',
  key: 'sandbox-webhook-key',
  header: 'X-Signature',
  timestampHeader: null,
  algorithm: 'sha256',
  encoding: 'hex',
  retryMs: [1_000, 5_000, 30_000, 120_000, 600_000],
  timeoutMs: 5_000,
};

/** The headers of a signed notification. `atMs` is the time of signing. */
export function signatureHeaders(settings: WebhookSettings, body: string, atMs: number): Record<string, string> {
  const { key, header, timestampHeader, algorithm, encoding } = settings;
  const time = String(Math.floor(atMs / 1_000));
  const signed = timestampHeader === null ? body : `${time}.${body}`;
  return {
    ...(timestampHeader === null ? {} : { [timestampHeader]: time }),
    [header]: createHmac(algorithm, key).update(signed).digest(encoding),
  };
}
