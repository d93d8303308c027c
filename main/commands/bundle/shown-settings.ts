// Settings as support sees them: numbers, yes and no, and words from a list that the schema has. Of anything else only
// whether it is the default, and how many there are of it.
import { z } from 'zod';
import { type Settings, settingsSchema } from '#settings/settings.ts';

interface Described {
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Described[];
  readonly properties?: { readonly [name: string]: Described };
}

export function shownSettings(settings: Settings): [name: string, value: string][] {
  const schema = z.toJSONSchema(settingsSchema, { io: 'output', unrepresentable: 'any' }) as Described;
  return shown(settings, settingsSchema.parse({}), schema, '');
}

function shown(value: unknown, usual: unknown, schema: Described, name: string): [name: string, value: string][] {
  const { properties } = schema;
  if (properties !== undefined && typeof value === 'object' && value !== null) {
    return Object.entries(properties).flatMap(([part, described]) =>
      shown(partOf(value, part), partOf(usual, part), described, name === '' ? part : `${name}.${part}`),
    );
  }
  if (JSON.stringify(value) === JSON.stringify(usual)) return [];
  return [[name, inWords(value, schema)]];
}

function inWords(value: unknown, schema: Described): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return listed(schema).includes(value) ? value : 'set';
  return `${Object.keys(value ?? {}).length} entries`;
}

function listed({ enum: all = [], const: only, anyOf = [] }: Described): unknown[] {
  return [...all, only, ...anyOf.flatMap(listed)];
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
