// From the path of a request to the line of the route table. Segments are cut as they came over the wire and decoded
// once each, so a slash that was encoded is never a boundary. What guards an address hangs on the line that is found,
// and so cannot be got around by writing the address in another way.
import type { Parameters, Route } from './request/context.ts';
import type { RouteTable } from './route-table.ts';

/** An address, with the routes that it has by method. */
export interface Resource {
  readonly isOpen: boolean;
  readonly routes: ReadonlyMap<string, Route>;
  /** The methods that it takes, as the header says them. */
  readonly allow: string;
}

export interface RouteMatch {
  readonly resource: Resource;
  readonly parameters: Parameters;
}

interface Pattern extends Resource {
  readonly segments: readonly string[];
}

/** Finds an address by the path of a request line, which is well percent-encoded; null where there is none. */
export function createRouter({ open, guarded }: RouteTable): (path: string) => RouteMatch | null {
  const patterns = [...patternsOf(open, true), ...patternsOf(guarded, false)];
  return (path) => {
    const segments = path.split('/').map((segment) => (segment.includes('%') ? decodeURIComponent(segment) : segment));
    const resource = patterns.find((each) => matches(each.segments, segments));
    return resource === undefined ? null : { resource, parameters: parametersOf(resource.segments, segments) };
  };
}

function patternsOf(all: readonly Route[], isOpen: boolean): Pattern[] {
  return [...new Set(all.map(({ path }) => path))].map((path) => {
    const own = all.filter((route) => route.path === path);
    const routes = new Map(own.flatMap((route) => methodsOf(route).map((method) => [method, route] as const)));
    return { isOpen, routes, allow: [...routes.keys()].join(', '), segments: path.split('/') };
  });
}

function methodsOf({ method }: Route): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    // From the end: all begin alike.
    pattern.every((_, index) => {
      const at = pattern.length - 1 - index;
      return isName(pattern[at] ?? '') ? segments[at] !== '' : pattern[at] === segments[at];
    })
  );
}

function parametersOf(pattern: readonly string[], segments: readonly string[]): Parameters {
  const parameters: { [name: string]: string } = {};
  pattern.forEach((part, at) => {
    if (isName(part)) parameters[part.slice(1)] = segments[at] ?? '';
  });
  return parameters;
}

function isName(part: string): boolean {
  return part.startsWith(':');
}
