// Reads the IT department's policy of this machine, again at each start and each saving of the settings.
import type { Environment } from '#host/close-process.ts';
import { type ItPolicy, policyPaths, readPolicy } from '#settings/policy.ts';

/** Throws PolicyProblem. */
export function readItPolicy(environment: Environment): ItPolicy | null {
  return readPolicy({ given: environment['TILLBRIDGE_POLICY'], ...policyPaths(process.platform, environment) });
}
