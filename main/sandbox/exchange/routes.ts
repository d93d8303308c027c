// The gateway's routes, derived from the registry of operations: adding an operation's file adds its route here.
// A route's name is its template as the specification writes it, with {id} for a single placeholder.
import { type Command, type Query, pathFields, readPath } from '#operations/define.ts';
import { commands, queries, requestToken } from '#operations/index.ts';

export type Target =
  | { readonly type: 'command'; readonly command: Command }
  | { readonly type: 'query'; readonly query: Query }
  | { readonly type: 'token' };

export interface Route {
  /** `POST /payments/{id}/captures` */
  readonly name: string;
  readonly target: Target;
}

export interface Match {
  readonly route: Route;
  readonly params: { readonly [name: string]: string };
}

export interface Routes {
  match(method: string, path: string): Match | null;
  /** The route that a template names, whatever its placeholders are called; null if there is none. */
  named(template: string): Route | null;
}

const apiPrefix = '/api/v2';

interface Compiled {
  readonly route: Route;
  readonly method: string;
  readonly path: string;
  readonly placeholders: number;
}

export function compileRoutes(): Routes {
  const targets: readonly (readonly [method: string, path: string, prefix: string, target: Target])[] = [
    ...commands.map((command) => [command.method, command.path, apiPrefix, { type: 'command', command }] as const),
    ...Object.values(queries).map((query) => ['GET', query.path, apiPrefix, { type: 'query', query }] as const),
    [requestToken.method, requestToken.path, '', { type: 'token' }],
  ];
  const compiled = targets.map(([method, path, prefix, target]): Compiled => {
    const fields = pathFields(path);
    const template = fields.length === 1 ? path.replace(/\{\w+\}/, '{id}') : path;
    return {
      route: { name: `${method} ${template}`, target },
      method,
      path: `${prefix}${path}`,
      placeholders: fields.length,
    };
  });
  // A fixed path wins over a placeholder: /payments/refunds is not a payment called "refunds".
  compiled.sort((left, right) => left.placeholders - right.placeholders);
  const byTemplate = new Map(compiled.map(({ route }) => [anonymous(route.name), route]));

  return {
    match: (method, path) => {
      for (const candidate of compiled) {
        const params = candidate.method === method ? readPath(candidate.path, path) : null;
        if (params !== null) return { route: candidate.route, params };
      }
      return null;
    },
    named: (template) => byTemplate.get(anonymous(template.trim().replace(/ +\/api\/v2(?=\/)/, ' '))) ?? null,
  };
}

function anonymous(template: string): string {
  const [method = '', ...path] = template.split(/ +/);
  return `${method.toUpperCase()} ${path.join(' ').replaceAll(/\{\w*\}/g, '{}')}`;
}
