// From a path to the line of the route table: a path is read in one way only.
import { describe, expect, it } from 'vitest';
import type { Route } from '#loopback/request/context.ts';
import { createRouter } from '#loopback/router.ts';

const route = (method: Route['method'], path: string): Route => ({
  method,
  path,
  scope: null,
  about: null,
  handle: () => ({ status: 200, headers: {}, body: null }),
});

const find = createRouter({
  open: [route('GET', '/docs')],
  guarded: [
    route('GET', '/v1/shifts/current'),
    route('GET', '/v1/shifts/:number'),
    route('POST', '/v1/shifts/:number'),
    route('GET', '/v1/customers/:customer/methods/:method'),
  ],
});

describe('a path', () => {
  it('gives its named segments, decoded once', () => {
    expect(find('/v1/customers/a%2Fb/methods/%2561')?.parameters).toEqual({ customer: 'a/b', method: '%61' });
  });

  it('goes to the address without a name first', () => {
    expect(find('/v1/shifts/current')?.parameters).toEqual({});
    expect(find('/v1/shifts/7')?.parameters).toEqual({ number: '7' });
  });

  it('is the same address however its letters are encoded', () => {
    expect(find('/v1/%73hifts/7')?.resource).toBe(find('/v1/shifts/7')?.resource);
    expect(find('/d%6Fcs')?.resource.isOpen).toBe(true);
  });

  it.each([
    '/v1/shifts/',
    '/v1/shifts',
    '/v1/shifts/7/',
    '//v1/shifts/7',
    '/v1%2Fshifts/7',
    '/V1/shifts/7',
    '/docs/',
    '/',
    '',
    '/v1/customers//methods/m',
  ])('%j leads nowhere', (path) => {
    expect(find(path)).toBeNull();
  });
});

describe('an address', () => {
  it('takes HEAD where it takes GET, and says what it takes', () => {
    const resource = find('/v1/shifts/7')?.resource;
    expect(resource?.allow).toBe('GET, HEAD, POST');
    expect(resource?.routes.get('HEAD')).toBe(resource?.routes.get('GET'));
    expect(resource?.routes.has('DELETE')).toBe(false);
  });

  it('is open only where its line is', () => {
    expect(find('/docs')?.resource.isOpen).toBe(true);
    expect(find('/v1/shifts/7')?.resource.isOpen).toBe(false);
  });
});
