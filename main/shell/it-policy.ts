// The IT department's policy of this machine, read anew at each start and each saving.
import { type ItPolicy, policyPlaces, readPolicy } from '#settings/policy.ts';

/** Throws PolicyProblem. */
export function readItPolicy(): ItPolicy | null {
  return readPolicy({ given: process.env['TILLBRIDGE_POLICY'], ...policyPlaces(process.platform, process.env) });
}
