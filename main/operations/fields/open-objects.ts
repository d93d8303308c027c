// Objects that the specification accepts by name without showing what is in them; the fields it mentions in passing
// are typed, everything else passes through.
import { z } from 'zod';
import { texts } from './texts.ts';

/** Any JSON object. */
export const openObjectSchema = z.record(z.string(), z.json());

export const credentialOnFileSchema = z
  .object({ ...texts('type'), initialPayment: z.boolean().optional() })
  .catchall(z.json());

export const deviceSchema = z.object(texts('deviceId')).catchall(z.json());

/** `ipAddres` is spelled so in the specification. */
export const browserInfoSchema = z.object(texts('acceptHeaders', 'ipAddres', 'sessionId')).catchall(z.json());
