// The schemas that main reads the window's inputs with, made from the table of calls.
import type { z } from 'zod';
import { schemas } from './schemas.ts';
import { type WindowCall, type WindowInput, windowCalls, windowCallNames } from './table.ts';

export const inputSchemas = Object.fromEntries(
  windowCallNames.map((name) => [name, windowCalls[name].input(schemas)]),
) as unknown as { readonly [C in WindowCall]: z.ZodType<WindowInput<C>> };
