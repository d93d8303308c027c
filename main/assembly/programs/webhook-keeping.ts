// What the bridge keeps for the webhooks of programs: the last record sent to each, and the keys of their signatures. A
// key is derived from the folder's key and the registration's id, so it is not on the disk and is the same after a
// restart.
import { createHmac } from 'node:crypto';
import type { PushKeeping } from '#loopback/push/ports.ts';
import { withSubKey } from '#secrets/data-key.ts';
import type { OpenedStore } from '#store/open.ts';

export function webhookKeeping({ meta }: Pick<OpenedStore, 'meta'>, dataKey: Buffer): PushKeeping {
  const key = withSubKey(dataKey, 'webhooks', (subKey) => Buffer.from(subKey));
  const nameOf = (clientId: string) => `webhook ${clientId}`;
  return {
    placeOf: (clientId) => meta.get(nameOf(clientId)),
    note: (clientId, place) => meta.put(nameOf(clientId), place),
    secretOf: (webhookId) => createHmac('sha256', key).update(webhookId).digest('base64url'),
  };
}
