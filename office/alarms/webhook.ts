// Sends a message of alarms to an address by HTTPS, signed as a till's events are (docs/events.md). A redirect is not
// followed and the answer is not read.
import { createHmac, hkdfSync } from 'node:crypto';
import { addressProblem } from '#http/address.ts';
import { post } from '#loopback/push/post.ts';
import { alarmWordsIn } from './alarm-texts.ts';
import type { Message } from './deliver.ts';

const answerMs = 10_000;

/** Not in the database: it comes from the key of the office and the recipient's id. */
export function webhookSecret(key: Buffer, recipient: string): string {
  const derived = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'tillbridge office alarm-webhooks', 32));
  return createHmac('sha256', derived).update(recipient).digest('base64url');
}

/** Null: it was taken; else why not. */
export async function sendWebhook(key: Buffer, message: Message, ending: AbortSignal): Promise<string | null> {
  const { number, recipient, address, language, items, more, at } = message;
  if (addressProblem(address) !== null) return 'webhook: address refused';
  const words = alarmWordsIn(language);
  const said = items.map((item) => {
    if (item.event === 'test') return { event: item.event, title: words.word('test') };
    return { ...item, title: words.title(item.kind), advice: words.advice(item.kind) };
  });
  const body = JSON.stringify({ event: 'alarm', id: number, data: { at, items: said, more } });
  const webhook = { url: address, name: 'alarm', seq: number, webhookId: recipient, body, atMs: Date.now() };
  const posted = await post({ ...webhook, secret: webhookSecret(key, recipient) }, answerMs, ending);
  return posted.type === 'taken' ? null : `webhook: ${posted.why}`;
}
