// Tests a gateway before it is chosen: gets a token with the merchant id and the API key, and sends nothing else.
// Nothing is stored, and no money moves.
import type { Target } from '#assembly/base/ports.ts';
import type { ConnectionVerdict } from '#contract/till/window.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { Gateway } from '#core/ports/gateway.ts';
import { createClock } from '#host/clock.ts';
import type { KnownDestination } from '#settings/destination.ts';
import type { Settings } from '#settings/settings.ts';

interface Trial {
  readonly settings: Settings;
  readonly target: Target;
  /** The destination that was tested, with the bytes of its authorities; null for the sandbox. */
  readonly known: KnownDestination | null;
  readonly apiKey: string | null;
  readonly version: string;
  readonly log: EngineEvents['log'];
}

export async function testConnection({
  settings,
  target,
  known,
  apiKey,
  version,
  log,
}: Trial): Promise<ConnectionVerdict> {
  if (target.type === 'sandbox')
    return { ok: true, code: 'no-connection-needed', message: 'Training needs no connection.' };
  const { scheme } = settings.gateway;
  const { createGateway } = await import('#gateway/gateway.ts');
  const gateway = createGateway({
    root: target.root,
    authRoot: target.authRoot,
    merchantId: target.merchantId,
    apiKey: () => apiKey,
    scheme,
    clock: createClock(Date.now()),
    version,
    log,
    connectTimeoutMs: settings.timeouts.connectSeconds * 1_000,
    caPem: known?.caPem,
  });
  try {
    return await verdictOf(scheme === 'basic' ? 'same' : await gateway.renew(null), () => gateway.probe());
  } finally {
    gateway.close();
  }
}

type Renewal = Awaited<ReturnType<Gateway['renew']>>;

async function verdictOf(renewal: Renewal, probe: () => Promise<boolean>): Promise<ConnectionVerdict> {
  switch (renewal) {
    case 'renewed':
      return {
        ok: true,
        code: 'accepted',
        message: 'The gateway answers and accepts the merchant id and the API key.',
      };
    case 'refused':
      return { ok: false, code: 'refused', message: 'The gateway refuses the merchant id or the API key.' };
    case 'unreachable':
      return { ok: false, code: 'unreachable', message: 'The gateway cannot be reached at this address.' };
    case 'same': {
      // Without tokens only the first operation shows whether the key is right.
      const there = await probe();
      const message = there ? 'The gateway answers. The API key shows at the first operation.' : 'No gateway answers.';
      return { ok: there, code: there ? 'answers' : 'unreachable', message };
    }
  }
}
