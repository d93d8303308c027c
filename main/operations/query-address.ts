// Where a query goes: its path with the ids filled in, and its parameters behind it.
import { z } from 'zod';
import { type Query, fillPath, pathFields } from './define.ts';

/** A query's whole address below `/api/v2`: the path filled in, every other field as a query parameter. */
export function addressOf({ path }: Query, fields: { readonly [name: string]: string | undefined }): string {
  const inPath = pathFields(path);
  const parameters = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || inPath.includes(name) ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `${fillPath(path, fields)}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
}

/** A query's input in two: what travels in its path, and its query parameters. */
export function queryParts({ path, input }: Query): { readonly path: z.ZodObject; readonly parameters: z.ZodObject } {
  const names = pathFields(path);
  const part = (inPath: boolean) =>
    z.strictObject(Object.fromEntries(Object.entries(input.shape).filter(([name]) => names.includes(name) === inPath)));
  return { path: part(true), parameters: part(false) };
}
