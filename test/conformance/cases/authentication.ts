// The token endpoint and the two Authorization schemes (specification, "Authentication", "Request OAuth token").
import type { ConformanceCase } from '../case.ts';
import { Skip } from '../findings.ts';
import { at, textOf } from '../http.ts';
import { eur } from '../shop.ts';

export const authentication: readonly ConformanceCase[] = [
  {
    id: 'token.ok',
    says: 'merchant id and API key, sent as a form, give a bearer token with its lifetime',
    covers: [
      'endpoint.token',
      'token.grant_type',
      'token.client_id',
      'token.client_secret',
      'rule.service.auth-root',
      'rule.endpoints.token-form',
      'rule.endpoints.token-type',
      'rule.errors.token-statuses',
      'rule.versioning.major',
    ],
    run: async ({ gateway }, see) => {
      const answer = await gateway.token();
      if (!see.status(answer, 200)) return;
      const token = at(answer.json, 'access_token');
      // The token itself stays out of the report.
      const isJwt = typeof token === 'string' && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
      see.that(isJwt, 'access_token is a JWT', typeof token === 'string' ? 'another text' : 'no text');
      see.equal('token_type', at(answer.json, 'token_type'), 'Bearer');
      const seconds = at(answer.json, 'expires_in');
      see.that(Number.isInteger(seconds), 'expires_in is a whole number', textOf(seconds));
      see.beyond(answer, ['access_token', 'token_type', 'expires_in']);
    },
  },
  {
    id: 'token.wrong-key',
    says: 'a wrong API key is answered with 401',
    covers: ['endpoint.token', 'token.client_secret', 'rule.errors.token-statuses', 'rule.errors.token-shapes'],
    run: async ({ gateway }, see) => {
      see.status(await gateway.token({ client_secret: 'not-the-key' }), 401);
    },
  },
  {
    id: 'token.wrong-merchant',
    says: 'an unknown merchant is answered with 401',
    covers: ['token.client_id', 'rule.errors.token-statuses'],
    run: async ({ gateway }, see) => {
      see.status(await gateway.token({ client_id: 'no-such-merchant' }), 401);
    },
  },
  {
    id: 'token.no-grant',
    says: 'a form without its grant type is answered with 400',
    covers: ['token.grant_type', 'rule.errors.token-statuses', 'rule.errors.token-shapes'],
    run: async ({ gateway }, see) => {
      see.status(await gateway.token({}, ['grant_type']), 400);
      see.status(await gateway.token({ grant_type: 'password' }), [400, 401]);
    },
  },
  ...(['basic', 'bearer'] as const).map((scheme): ConformanceCase => ({
    id: `auth.${scheme}`,
    says: `payments endpoints take ${scheme === 'basic' ? 'Basic with merchant id and API key' : 'Bearer with a token'}`,
    covers: [`rule.authentication.${scheme}`, 'rule.authentication.either', 'rule.service.base-path'],
    run: async (shop, see) => {
      see.status(await shop.gateway.post('/payments/sessions', shop.session(), { as: scheme }), 202);
      const unknown = await shop.gateway.get(`/payments/getByTransId/${shop.transId()}`, { as: scheme });
      see.that(unknown.status !== 401 && unknown.status !== 403, 'look-ups take it too', String(unknown.status));
    },
  })),
  {
    id: 'auth.none',
    says: 'without credentials nothing is carried out',
    covers: ['rule.authentication.either', 'rule.authentication.scopes'],
    run: async (shop, see) => {
      see.status(await shop.gateway.post('/payments/sessions', shop.session(), { as: 'none' }), [401, 403]);
      const wrong = Buffer.from(`${shop.gateway.address.merchantId}:not-the-key`).toString('base64');
      const headers = { authorization: `Basic ${wrong}` };
      see.status(await shop.gateway.post('/payments/sessions', shop.session(), { as: 'none', headers }), [401, 403]);
      const stale = { authorization: 'Bearer a.b.c' };
      see.status(
        await shop.gateway.post('/payments/sessions', shop.session(), { as: 'none', headers: stale }),
        [401, 403],
      );
    },
  },
  {
    id: 'auth.other-endpoints',
    says: 'vault, card services, intents and terminals take bearer tokens; whether they take Basic is not shown',
    covers: ['rule.authentication.vault-scheme'],
    run: async ({ gateway }, see) => {
      for (const as of ['bearer', 'basic'] as const) {
        const answers = [
          await gateway.get('/customers', { as }),
          await gateway.post('/services/dcc/quote', { bin: '411111', amount: eur(100) }, { as }),
        ];
        for (const { status, path } of answers) {
          const taken = status !== 401 && status !== 403;
          if (as === 'bearer') see.that(taken, `${path} takes a bearer token`, String(status));
          else see.remarks.push(`${path} ${taken ? 'takes' : 'does not take'} Basic`);
        }
      }
    },
  },
  {
    id: 'transport.https',
    says: 'all traffic is HTTPS with TLS 1.2 or better',
    covers: ['rule.service.https', 'rule.limits.tls'],
    run: async ({ gateway }, see) => {
      const { root, authRoot } = gateway.address;
      if (root.startsWith('http://') && authRoot.startsWith('http://')) {
        throw new Skip('this gateway is on this machine and speaks plain HTTP; others are asked over HTTPS only');
      }
      // Node itself offers nothing below TLS 1.2, so an answer over https is one.
      see.status(await gateway.token(), 200);
    },
  },
];
