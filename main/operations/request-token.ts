// Request OAuth token: client credentials for a short-lived bearer token, form-encoded, outside `/api/v2`.
import { z } from 'zod';
import { auth } from './define.ts';

export const requestToken = auth({
  name: 'request-token',
  summary: 'Get an access token for the merchant id and API key',
  path: '/authorization/oauth/token',
  input: z.object({ grant_type: z.literal('client_credentials'), client_id: z.string(), client_secret: z.string() }),
  response: z.looseObject({
    access_token: z.string().min(1),
    token_type: z.string().optional(),
    /** Seconds. The lifetime is not a documented constant, so a missing or unusable one is allowed. */
    expires_in: z.number().positive().optional().catch(undefined),
  }),
});
