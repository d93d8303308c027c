// The whole registry against the specification's endpoint table, written here by hand; and what every entry of it
// must have, whatever it does.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scopes } from '#contract/programs/scopes.ts';
import { pathFields } from '#operations/define.ts';
import { commands, queries, requestToken } from '#operations/index.ts';
import { full, minimal, refusedFields } from './samples.ts';

const endpoints = [
  'POST /authorization/oauth/token',
  'POST /payments/sessions key',
  'POST /payments key',
  'POST /payments/{}/confirms key',
  'POST /payments/{}/incrementals key',
  'POST /payments/{}/reversals',
  'POST /payments/{}/captures key',
  'POST /payments/{}/refunds key',
  'POST /payments/refunds',
  'GET /payments/getByPayId/{}',
  'GET /payments/getByTransId/{}',
  'PATCH /payments/{}',
  'POST /payments/links',
  'POST /payment-intents',
  'POST /cloudpos',
  'GET /customers',
  'GET /customers/{}',
  'PATCH /customers/{}',
  'DELETE /customers/{}',
  'GET /customers/{}/paymentMethods',
  'GET /customers/{}/paymentMethods/{}',
  'DELETE /customers/{}/paymentMethods/{}',
  'POST /services/dcc/bin-check key',
  'POST /services/dcc/quote key',
];

const kinds = commands.map((command) => [command.kind, command] as const);

describe('the registry', () => {
  it('has the rows of the endpoint table, with their keys', () => {
    const here = [
      `${requestToken.method} ${requestToken.path}`,
      ...commands.map(({ method, path, keyed }) => `${method} ${path}${keyed ? ' key' : ''}`),
      ...Object.values(queries).map(({ method, path }) => `${method} ${path}`),
    ];
    const anonymous = here.map((line) => line.replaceAll(/\{\w+\}/g, '{}'));
    expect(anonymous.toSorted()).toEqual(endpoints.toSorted());
  });

  it('names each kind once', () => {
    expect(new Set(kinds.map(([kind]) => kind)).size).toBe(kinds.length);
  });

  it.each(Object.values(queries))('$name reads its path from its input', ({ path, input }) => {
    expect(Object.keys(input.shape)).toEqual(expect.arrayContaining(pathFields(path)));
  });
});

describe.each(kinds)('%s', (kind, command) => {
  const least = minimal[kind] ?? {};
  const most = full[kind] ?? {};

  it('accepts the least and every field that there is, and changes nothing in them', () => {
    expect(refusedFields(kind, least)).toEqual([]);
    expect(refusedFields(kind, most)).toEqual([]);
    expect(command.input.parse(most)).toEqual(most);
  });

  it('needs each field of the least', () => {
    for (const field of Object.keys(least)) {
      const { [field]: _left, ...rest } = least;
      // What names nothing to change is refused as a whole.
      const wanted = kind.startsWith('update') && !field.endsWith('Id') ? [''] : [field];
      if (kind === 'cloud-pos' || kind === 'refund-unreferenced') expect(refusedFields(kind, rest)[0]).toBe(field);
      else expect(refusedFields(kind, rest)).toEqual(wanted);
    }
  });

  it('knows its path from its input', () => {
    expect(Object.keys(least)).toEqual(expect.arrayContaining(pathFields(command.path)));
  });

  it('needs one scope, whatever the input', () => {
    for (const input of [least, most]) expect(scopes).toContain(command.scope(input));
  });

  it('is described by JSON schemas', () => {
    expect(z.toJSONSchema(command.input, { io: 'input' })).toHaveProperty('$schema');
    expect(z.toJSONSchema(command.response, { io: 'input' })).toHaveProperty('$schema');
  });

  it('sends again only what is keyed and may wait, or what is proved not executed', () => {
    for (const input of [least, most]) {
      const { keyed } = command;
      const again = command.recovery(input) === 'keyed-resend';
      expect(!again || (keyed && command.waits(input) === 'always')).toBe(true);
      expect(command.recovery(input) !== 'resend-when-proved' || kind === 'reverse').toBe(true);
    }
  });

  it('claims money of a payment only where it names the payment', () => {
    expect(command.claim(most) === 'none' || command.payment(most) !== null).toBe(true);
  });
});
