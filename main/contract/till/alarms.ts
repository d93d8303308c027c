// The alarms of a bridge's status: what a person should look after. Codes are stable, and more may come; the words are for
// people.
import type { JsonObject } from '../data/json.ts';

export const alarmCodes = [
  'sealed',
  'storage-failed',
  'paused',
  'destination-changed',
  'credentials-refused',
  'offline',
  'no-terminals',
  'needs-person',
  'other-environment',
  'authorization-lapses',
  'operation-refused',
  'payment-differs',
  'paid-twice',
  'device-unusable',
  'print-doubtful',
  'print-waiting',
  'database-damaged',
  'disk-low',
  'backup-old',
  'archive-lost',
  'clock-behind',
  'rights-changed',
  'operation-altered',
  'office-trouble',
  'old-runtime',
] as const;

export type AlarmCode = (typeof alarmCodes)[number];

export interface Alarm extends JsonObject {
  readonly code: AlarmCode;
  /** For people: what is wrong, and what to do. */
  readonly message: string;
}
