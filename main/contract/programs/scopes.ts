// What a client of the loopback API may do. A scope is granted by a person, never asked for by a route:
// each operation's file says which one it needs.
import { z } from 'zod';

export const scopes = [
  'status',
  'sale',
  'capture',
  'refund',
  'refund-unreferenced',
  'dcc',
  'terminal',
  'customers',
  'export',
  'print',
  'drawer',
  'display',
  'scan',
] as const;

export type Scope = (typeof scopes)[number];

export const scopeSchema = z.enum(scopes, { error: `must be one of ${scopes.join(', ')}` });
