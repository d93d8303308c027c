// The routes come from the registry: every operation of it can be reached, has a handler, and can be named in a fault.
import { describe, expect, test } from 'vitest';
import { fillPath, pathFields } from '#operations/define.ts';
import { commands, queries } from '#operations/index.ts';
import { commandHandlers, queryHandlers } from '#sandbox/handlers/index.ts';
import { compileRoutes } from '#sandbox/exchange/routes.ts';

const routes = compileRoutes();

describe('each operation of the registry', () => {
  test.each(commands.map((command) => [command.kind, command] as const))(
    '%s has a route and a handler',
    (kind, command) => {
      const fields = Object.fromEntries(pathFields(command.path).map((field) => [field, `a ${field}/1`]));
      const match = routes.match(command.method, `/api/v2${fillPath(command.path, fields)}`);
      expect(match?.route.target).toEqual({ type: 'command', command });
      expect(match?.params).toEqual(fields);
      expect(routes.named(`${command.method} ${command.path}`)).toBe(match?.route);
      expect(commandHandlers.has(kind)).toBe(true);
    },
  );

  test.each(Object.values(queries).map((query) => [query.name, query] as const))('%s has a handler', (name, query) => {
    expect(routes.match('GET', `/api/v2${fillPath(query.path, { payId: 'p', transId: 't' })}`)?.route.target).toEqual({
      type: 'query',
      query,
    });
    expect(queryHandlers.has(name)).toBe(true);
  });
});

describe('a route', () => {
  test('is named as the specification writes it', () => {
    expect(routes.match('POST', '/api/v2/payments/7/captures')?.route.name).toBe('POST /payments/{id}/captures');
    expect(routes.match('GET', '/api/v2/payments/getByTransId/7')?.route.name).toBe('GET /payments/getByTransId/{id}');
    expect(routes.match('POST', '/authorization/oauth/token')?.route.name).toBe('POST /authorization/oauth/token');
  });

  test.each(['POST /payments/{id}/captures', 'post /payments/{x}/captures', 'POST /api/v2/payments/{payId}/captures'])(
    'is found by any template: %s',
    (template) => {
      expect(routes.named(template)?.name).toBe('POST /payments/{id}/captures');
    },
  );

  test.each(['GET /payments/{id}/captures', 'POST /payments/7/captures', 'captures', ''])('is not %j', (template) => {
    expect(routes.named(template)).toBeNull();
  });

  test('with a fixed path wins over one with a placeholder', () => {
    expect(routes.match('POST', '/api/v2/payments/refunds')?.route.name).toBe('POST /payments/refunds');
  });
});

test('half a character in a path is replaced, and breaks no look-up', () => {
  expect(fillPath('/payments/{transId}', { transId: 'a\ud800b' })).toBe('/payments/a%EF%BF%BDb');
});
