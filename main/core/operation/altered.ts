// A stored row of an operation that is not the one that the store wrote. The store throws an error that is known here
// by its name; the caller gets it as a refusal that says what to do.
import type { Refusal } from '#contract/programs/problems.ts';

type Altered = Error & { readonly operationId: string | null };

export function isAltered(error: unknown): error is Altered {
  return error instanceof Error && error.name === 'AlteredRow';
}

export function alteredRefusal({ message, operationId }: Altered): Refusal {
  return { code: 'operation-altered', detail: message, ...(operationId === null ? {} : { operationId }) };
}
