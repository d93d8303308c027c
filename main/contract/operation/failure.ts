// Why an operation did not happen, for programs (the code) and for people (the message).
// A failure always means that no money moved; an outcome that is not known is a Doubt, never a Failure.
import type { z } from 'zod';
import type { failureSchema } from './operation-schemas.ts';

/** `message` is English; the window has words of its own for each code. */
export type Failure = Readonly<z.output<typeof failureSchema>>;
