// At a terminal less or more may be approved than was asked for: sums go by what was approved.
import { type JsonObject, isJsonObject } from '#contract/data/json.ts';
import type { OperationRecord } from '../ports/record.ts';

/** The input with what was really approved in the place of what was asked for: sums go by it. */
export function approvedInput({ input, amount, approved }: OperationRecord): JsonObject {
  const asked = input['amount'];
  if (approved === null || approved.value === amount?.value || !isJsonObject(asked)) return input;
  return { ...input, amount: { ...asked, value: approved.value } };
}
