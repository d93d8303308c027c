// The package's exports; programs import nothing else of it.
export { Tillbridge, type TillbridgeOptions } from './tillbridge.ts';
export { type FindOptions, type PairOptions, type Pairing, find, pair } from './pairing.ts';
export {
  Aborted,
  BlockedByBrowser,
  IdentityChanged,
  IdentityUncheckable,
  type NetworkPermission,
  NoAnswer,
  NotRunning,
  OutcomeUnknown,
  type Problem,
  Refused,
  type TillbridgeError,
  VersionUnsupported,
  isTillbridgeError,
} from './line/errors.ts';
export { minor } from './api/money.ts';
export { newRequestId } from './api/request-id.ts';
export { type About, type Identity, type Money, type Operation, type Paired, isFinal } from './api/types.ts';
export { type BridgeEvent, type Position, type Scan, type StreamOptions, beginning } from './resources/events.ts';
export type { ListFilter, SubmitOptions, UntilFinalOptions } from './resources/operations.ts';
export type { JobFilter, PrintOptions } from './resources/devices.ts';
export type { CustomerFilter } from './resources/customers.ts';
export type * from './api/generated.ts';
