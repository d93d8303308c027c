// The two ways to show the gateway who is asking (specification, "Authentication"), behind one interface, so that
// sending knows neither tokens nor passwords. The key is asked for at each use: it can change while the bridge runs.
import type { Gateway } from '#core/ports/gateway.ts';
import type { TokenCache } from './token-cache.ts';

export type Authorization =
  /** `id` is null where the scheme has nothing that could be renewed. */
  | { readonly type: 'ready'; readonly header: string; readonly id: string | null }
  | { readonly type: 'refused' | 'unreachable'; readonly reason: string };

export interface Credentials {
  authorize(): Promise<Authorization>;
  readonly renew: Gateway['renew'];
}

export function basicCredentials(merchantId: string, apiKey: () => string | null): Credentials {
  return {
    authorize: async () => {
      const key = apiKey();
      if (key === null) return { type: 'refused', reason: 'no API key is set' };
      return { type: 'ready', header: `Basic ${Buffer.from(`${merchantId}:${key}`).toString('base64')}`, id: null };
    },
    renew: async () => (apiKey() === null ? 'refused' : 'same'),
  };
}

export function tokenCredentials(tokens: TokenCache): Credentials {
  return {
    authorize: async () => {
      const token = await tokens.current();
      return token.type === 'token' ? { type: 'ready', header: `Bearer ${token.value}`, id: token.id } : token;
    },
    renew: async (credential) => {
      const token = await tokens.otherThan(credential);
      return token.type === 'token' ? 'renewed' : token.type;
    },
  };
}
