// The listener for the gateway's webhooks: on this machine's loopback addresses, for a site that forwards them there.
// It imports #contract, #operations, #http and the core's ports; the bridge finds out what a notification means.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import { guardHeaders, refuseOutright } from '#http/answer.ts';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import { listenOnLoopback } from '#http/listen.ts';
import { type Rate, createRateLimit } from '#http/limits/rate-limit.ts';
import { type NotificationSettings, readNotification } from './notification.ts';

/** The bridge for the listener: it looks up the payment and the operations that wait for it. */
export interface NotifiedBridge {
  /** Resolves with false where the gateway could not be asked: the notification is then not acknowledged. */
  notified(payId: string): Promise<boolean>;
}

export interface WebhookOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly settings: NotificationSettings;
  /** The key of the signatures, or null where there is none. */
  readonly key: () => string | null;
  readonly bridge: NotifiedBridge;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly log: EngineEvents['log'];
  /** Limits for signed and for unsigned notifications, each by itself; default 20 a second. */
  readonly rate?: Rate;
}

export interface Webhooks {
  /** `http://127.0.0.1:PORT/webhooks` */
  readonly url: string;
  close(): Promise<void>;
}

const path = '/webhooks';
const closeGraceMs = 2_000;
/** More than a shop's payments need; a flood of unsigned notifications must not become a flood of look-ups. */
const defaultRate: Rate = { perSecond: 20, burst: 100 };

/** Throws PortInUse. */
export async function createWebhooks(options: WebhookOptions): Promise<Webhooks> {
  const { port, settings, key, bridge, clock, log, rate = defaultRate } = options;
  const limit = createRateLimit(rate);
  const counted = createCountedLog(log, unheldTimer);
  const asking = new Map<string, Promise<boolean>>();

  /** Copies of one notification share one look-up. */
  const notified = (payId: string): Promise<boolean> => {
    const running = asking.get(payId);
    if (running !== undefined) return running;
    const asked = bridge.notified(payId).finally(() => asking.delete(payId));
    asking.set(payId, asked);
    return asked;
  };

  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const misplaced = addressRefusal(incoming);
    if (misplaced !== null) return refuseOutright(outgoing, misplaced);
    const notification = await readNotification(settings, key(), incoming, clock.wallMs());
    if (notification.type === 'refused') {
      counted.line('warn', 'webhook-refused', { code: notification.refusal.code });
      return refuseOutright(outgoing, notification.refusal);
    }
    const { payId, signed } = notification;
    if (!limit.take(signed ? 'signed' : 'unsigned')) return refuseOutright(outgoing, tooMany);
    if (!(await notified(payId))) return refuseOutright(outgoing, notAsked);
    // Any sender can post unsigned notifications, and a signed one again and again within its time.
    counted.line('info', 'webhook', { signed });
    outgoing.writeHead(200, { ...guardHeaders, 'Content-Type': 'application/json' }).end('{}');
  }

  const listening = await listenOnLoopback(
    port,
    (incoming, outgoing) => {
      take(incoming, outgoing).catch((error: unknown) => {
        counted.line('error', 'webhook-error', { error: error instanceof Error ? error.name : 'unknown' });
        if (!outgoing.headersSent) refuseOutright(outgoing, broken);
      });
    },
    // A forwarding proxy keeps the host name that the gateway called, so every host is accepted. Bodies come over the
    // internet and may be slow. Every computer there can reach the listener, so heads have less time than those of
    // programs here.
    { hosts: 'any', limits: { max: 256, headersMs: 5_000, requestMs: 30_000 } },
  );
  const close = async () => {
    await listening.close(closeGraceMs);
    counted.end();
  };
  if (key() === null) log('warn', 'webhook-key-missing', {});
  log('info', 'webhooks-listening', { port: listening.port, addresses: [...listening.addresses] });
  return { url: `${listening.url}${path}`, close };
}

function addressRefusal({ url = '', method, headers }: IncomingMessage): Refusal | null {
  if (url.split('?', 1)[0] !== path) return { code: 'not-found', detail: `Notifications are taken at ${path} only.` };
  if (method !== 'POST') return { code: 'method-not-allowed', detail: 'This address takes POST.' };
  // The gateway is not a web page, so it sends no Origin.
  if (headers.origin === undefined) return null;
  return { code: 'origin-refused', detail: 'Pages may not notify the bridge.' };
}

const tooMany: Refusal = { code: 'too-many-requests', detail: 'Too many notifications. Send it again in a second.' };
const notAsked: Refusal = { code: 'offline', detail: 'The gateway could not be asked about it. Send it again later.' };
const broken: Refusal = { code: 'internal-error', detail: 'The bridge has a fault. Send it again later.' };
