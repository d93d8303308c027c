// The loopback API's document without a bridge: the route table is only read, so the ports that it is made with are
// never used.
import type { LoopbackPorts } from '#loopback/request/context.ts';
import { loopbackDocument } from '#loopback/document/openapi.ts';
import type { OpenApiDocument } from '#loopback/document/openapi-types.ts';
import { type RouteTable, routeTable } from '#loopback/route-table.ts';

/** A proxy that returns itself for every member and call. */
const anyPort: object = new Proxy(() => anyPort, {
  get: (_, name) => (typeof name === 'symbol' ? undefined : anyPort),
});

export function loopbackTable(): RouteTable {
  return routeTable(anyPort as unknown as LoopbackPorts);
}

export function loopbackDocumentText(): string {
  const document: OpenApiDocument = loopbackDocument(loopbackTable());
  return `${JSON.stringify(document, null, 2)}\n`;
}
