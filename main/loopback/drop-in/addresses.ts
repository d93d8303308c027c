// The gateway's own addresses, derived from the registry: an operation's file adds its address here, too. The path is
// read as it came over the wire, before anything decodes or tidies it, and each segment is decoded once.
import { type Command, type Query, pathFields, readPath } from '#operations/define.ts';
import { commands, queries, requestToken } from '#operations/index.ts';

export const tokenPath = requestToken.path;
export const apiPrefix = '/api/v2';

export type Target =
  | { readonly type: 'command'; readonly command: Command }
  | { readonly type: 'query'; readonly query: Query };

export type AddressMatch =
  | { readonly type: 'found'; readonly target: Target; readonly fields: { readonly [name: string]: string } }
  | { readonly type: 'no-address' }
  /** The address takes other methods: those of the Allow header. */
  | { readonly type: 'no-method'; readonly allow: string };

interface Address {
  readonly method: string;
  readonly path: string;
  readonly target: Target;
}

// A fixed path goes before a placeholder: /payments/refunds is no payment called "refunds".
const addresses: readonly Address[] = [
  ...commands.map((command) => ({ ...command, target: { type: 'command', command } as const })),
  ...Object.values(queries).map((query) => ({ ...query, target: { type: 'query', query } as const })),
]
  .map(({ method, path, target }) => ({ method, path: `${apiPrefix}${path}`, target }))
  .toSorted((a, b) => pathFields(a.path).length - pathFields(b.path).length);

/** `path`: as in the request line, without the query. HEAD counts as GET. */
export function findAddress(method: string, path: string): AddressMatch {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const matching = addresses.flatMap((address) => {
    const fields = readPath(address.path, path);
    return fields === null ? [] : [{ ...address, fields }];
  });
  const found = matching.find((each) => each.method === wanted);
  if (found !== undefined) return { type: 'found', target: found.target, fields: found.fields };
  if (matching.length === 0) return { type: 'no-address' };
  const methods = new Set(matching.flatMap((each) => (each.method === 'GET' ? ['GET', 'HEAD'] : [each.method])));
  return { type: 'no-method', allow: [...methods].join(', ') };
}
