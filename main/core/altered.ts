// The stored row of an operation that is not the one that was written. The store refuses it with an error that is known
// here by its name; whoever asks is told so, and what to do.
import type { Refusal } from '#contract/problems.ts';

type Altered = Error & { readonly operationId: string | null };

export function isAltered(error: unknown): error is Altered {
  return error instanceof Error && error.name === 'AlteredRow';
}

export function alteredRefusal({ message, operationId }: Altered): Refusal {
  return { code: 'operation-altered', detail: message, ...(operationId === null ? {} : { operationId }) };
}
