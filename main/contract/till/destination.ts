// Where the merchant's credentials go: everything that decides it, as one value. It is locked together, shown together,
// and an API key belongs to exactly one of it; another one asks for the key again.
import { z } from 'zod';
import { modes } from '../operation/states.ts';

export const destinationSchema = z.strictObject({
  root: z.string().describe('The root address that operations are sent to'),
  authRoot: z.string().describe('The root address that the API key is sent to for a token'),
  merchantId: z.string(),
  mode: z.enum(modes),
  scheme: z
    .enum(['oauth', 'basic'])
    .describe('oauth: the API key goes to the token address; basic: it goes along with each request'),
  caSha256: z
    .string()
    .nullable()
    .describe('SHA-256 of the file of certificate authorities that are trusted; null: those of the system'),
});

export type Destination = z.output<typeof destinationSchema>;
export type DestinationPart = keyof Destination;

export const destinationParts = Object.keys(destinationSchema.shape) as readonly DestinationPart[];

export function changedParts(one: Destination, other: Destination): DestinationPart[] {
  return destinationParts.filter((part) => one[part] !== other[part]);
}

/** For a person: each part that changed, from what to what. */
export function changeInWords(from: Destination, to: Destination): string {
  const value = (text: string | null) => text ?? 'none';
  return changedParts(from, to)
    .map((part) => `${part} was ${value(from[part])} and is ${value(to[part])}`)
    .join('; ');
}
