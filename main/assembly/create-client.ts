// A client of the loopback API made at the window, by whoever may change the settings.
import { randomUUID } from 'node:crypto';
import type { WindowInput, WindowOutputs } from '#contract/window.ts';
import type { ClientRegistry, Clock } from '#core/ports.ts';
import { createClient } from '#loopback/tokens.ts';

export function createClientFor(
  clients: ClientRegistry,
  { name, scopes, origin }: WindowInput<'createClient'>,
  clock: Clock,
): WindowOutputs['createClient'] {
  const wish = { name, scopes, ...(origin === null ? {} : { origin }) };
  const made = createClient(clients, { ...wish, nowIso: clock.iso(clock.nowMs()), newId: randomUUID });
  if ('problem' in made) return { type: 'refused', refusal: { code: 'invalid-input', detail: made.problem } };
  return { type: 'created', client: made.client, token: made.token };
}
