// How look-ups write a payment's record: as the other answers, or as some hosts do, within an object or a list, and with
// currencies by their ISO 4217 numbers.
import { code as currencyByCode } from 'currency-codes';
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';

export const recordPlaces = ['data', 'payment', 'list'] as const;

export interface RecordSettings {
  /** What the record stands in; null: nothing. */
  readonly within: (typeof recordPlaces)[number] | null;
  readonly currencies: 'letters' | 'numbers';
}

export interface RecordForm {
  settings(): RecordSettings;
  change(settings: Partial<RecordSettings>): void;
  written(record: JsonObject): JsonObject;
}

export function createRecordForm(): RecordForm {
  let settings: RecordSettings = { within: null, currencies: 'letters' };
  return {
    settings: () => settings,
    change: (changed) => {
      settings = { ...settings, ...changed };
    },
    written: (record) => placed(settings, settings.currencies === 'numbers' ? withNumbers(record) : record),
  };
}

function placed({ within }: RecordSettings, record: JsonObject): JsonObject {
  if (within === null) return record;
  return within === 'list' ? { payments: [record] } : { [within]: record };
}

function withNumbers(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, numbered(name, value)]));
}

function numbered(name: string, value: Json): Json {
  if (Array.isArray(value)) return value.map((each) => numbered(name, each));
  if (isJsonObject(value)) return withNumbers(value);
  return name === 'currency' && typeof value === 'string' ? (currencyByCode(value)?.number ?? value) : value;
}
