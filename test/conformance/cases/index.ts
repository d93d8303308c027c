// The whole suite, in the order of a report.
import type { ConformanceCase } from '../case.ts';
import { authentication } from './authentication.ts';
import { authorizations } from './authorizations.ts';
import { captures } from './captures.ts';
import { idempotency } from './idempotency.ts';
import { payments } from './payments.ts';
import { reading } from './reading.ts';
import { refunds } from './refunds.ts';
import { services } from './services.ts';
import { sessions } from './sessions.ts';
import { vault } from './vault.ts';

export const conformanceCases: readonly ConformanceCase[] = [
  ...authentication,
  ...sessions,
  ...payments,
  ...authorizations,
  ...captures,
  ...refunds,
  ...reading,
  ...vault,
  ...services,
  ...idempotency,
];
