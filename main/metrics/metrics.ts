// What a monitoring system reads of a bridge, in OpenMetrics: how much is open and how old it is, how operations ended
// and how long they took, the connection, terminals, devices, and the disk. Numbers and codes only: no id of an
// operation or payment, no sum, and no name of a person or a program.
//
// It is made when it is first asked for, and counts from then on: a till without a monitoring system pays nothing.
import type { JsonObject } from '#contract/data/json.ts';
import type { DeviceView } from '#contract/devices/print-jobs.ts';
import { isFinal, states } from '#contract/operation/states.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import type { Store } from '#core/ports/store.ts';
import {
  Counter,
  Gauge,
  Histogram,
  type Metric,
  type OpenMetricsContentType,
  Registry,
  collectDefaultMetrics,
  openMetricsContentType,
} from 'prom-client';

export interface MetricsPorts {
  readonly version: string;
  /** Bytes of the database with its log. */
  readonly databaseBytes: () => number;
  /** As programs get it. */
  readonly status: () => JsonObject;
  /** Null while the folder is sealed: nothing but the status can be read then. */
  readonly open: OpenPorts | null;
}

export interface OpenPorts {
  readonly store: Pick<Store, 'list' | 'printJobCounts'>;
  readonly environmentId: string;
  /** Engine time. */
  readonly nowMs: () => number;
  readonly terminals: () => readonly JsonObject[];
  readonly devices: () => Promise<readonly DeviceView[]>;
  /** `changed` is called after the commit of each operation's change. */
  readonly follow: (changed: (record: OperationRecord) => void) => void;
}

export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

/** Seconds. A gateway answers within one, a cardholder within a minute; what waits for a connection takes longer. */
const buckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 900, 3_600];

const openStates = states.filter((state) => !isFinal(state));

/** Of operations that were open when it began, no more than this are followed: reading them would delay a sale. */
const mostKnownOpen = 2_000;

type Register = Registry<OpenMetricsContentType>;

let processMetrics: readonly Metric[] | null = null;

/** Made once: what they observe of the process they observe until its end, over every bridge that is started in it. */
function metricsOfProcess(): readonly Metric[] {
  if (processMetrics === null) {
    const register = new Registry();
    collectDefaultMetrics({ register });
    const names = register.getMetricsAsArray().map(({ name }) => name);
    processMetrics = names.map((name) => register.getSingleMetric(name)).filter((metric) => metric !== undefined);
  }
  return processMetrics;
}

interface Labels {
  readonly kind: string;
  readonly state: string;
}
type Value = number | null;
/** A value for each set of labels. */
type Rows = readonly (readonly [labels: { readonly [label: string]: string }, value: number])[];

export function createMetrics(ports: MetricsPorts): Metrics {
  const register: Register = new Registry<OpenMetricsContentType>();
  register.setContentType(openMetricsContentType);
  describeBridge(register, ports);
  describeDisk(register, ports);
  if (ports.open !== null) {
    describeAges(register, ports.open);
    describeDevices(register, ports.open);
    followOperations(register, ports.open);
  }
  for (const metric of metricsOfProcess()) register.registerMetric(metric);
  return { contentType: register.contentType, text: () => register.metrics() };
}

function describeBridge(register: Register, { version, status }: MetricsPorts): void {
  const flag = (name: string, help: string, isSo: (now: JsonObject) => boolean) =>
    gauge(register, name, help, () => Number(isSo(status())));
  table(register, 'info', 'Version and mode of the bridge; always 1.', ['version', 'mode'], () => [
    [{ version, mode: textOf(status()['mode']) }, 1],
  ]);
  flag('sealed', '1 while the key of the data folder is not at hand.', (now) => now['sealed'] === true);
  flag('paused', '1 while nothing is sent until a person lifts the pause.', (now) => now['paused'] !== null);
  flag('accepting', '1 while new operations are accepted.', (now) => now['accepting'] === true);
  flag('offline', '1 while the gateway cannot be reached.', (now) => stateOf(now['connection']) === 'offline');
  flag(
    'credentials_refused',
    '1 while the gateway refuses the merchant id or the API key.',
    (now) => stateOf(now['credentials']) === 'refused',
  );
  gauge(register, 'other_environment_operations', 'Open operations of another gateway, merchant or mode.', () =>
    numberOf(status()['otherEnvironments']),
  );
  table(register, 'operations', 'Operations in the data folder, by state.', ['state'], () => {
    const counts = objectOf(status()['operations']);
    return states.map((state) => [{ state }, numberOf(counts[state]) ?? 0]);
  });
  table(register, 'alarms', 'Alarms of the status, by code.', ['code'], () => {
    const alarms = status()['alarms'];
    const codes = (Array.isArray(alarms) ? alarms : []).map((alarm) => textOf(objectOf(alarm)['code']));
    return [...Map.groupBy(codes, (code) => code)].map(([code, all]) => [{ code }, all.length]);
  });
}

function describeDisk(register: Register, { status, databaseBytes }: MetricsPorts): void {
  gauge(register, 'disk_free_bytes', 'Free bytes where the data folder lies.', () =>
    numberOf(objectOf(status()['disk'])['freeBytes']),
  );
  gauge(register, 'database_bytes', 'Bytes of the database with its log.', databaseBytes);
}

function describeAges(register: Register, { store, environmentId, nowMs, terminals }: OpenPorts): void {
  const help = 'Seconds since the oldest operation in this state was accepted; missing where there is none.';
  table(register, 'oldest_operation_age_seconds', help, ['state'], () =>
    openStates.flatMap((state) => {
      const [oldest] = store.list(environmentId, { states: [state], limit: 1 });
      return oldest === undefined ? [] : [[{ state }, (nowMs() - oldest.createdAtMs) / 1_000]];
    }),
  );
  const busy = '1 while a command is under way at the terminal.';
  table(register, 'terminal_busy', busy, ['terminal'], () => flagsOf(terminals(), (each) => each['busy'] === true));
  const held = '1 while a command whose outcome is not known holds the terminal.';
  table(register, 'terminal_held', held, ['terminal'], () =>
    flagsOf(terminals(), (each) => each['heldUntil'] !== null),
  );
}

function describeDevices(register: Register, { store, devices }: OpenPorts): void {
  const ready = '1 while the printer, display or scanner can be used.';
  table(register, 'device_ready', ready, ['device', 'type'], async () =>
    (await devices()).map(({ id, type, obstacle }) => [{ device: id, type }, Number(obstacle === null)]),
  );
  table(register, 'print_jobs', 'Print jobs that have not ended, by state.', ['device', 'state'], () =>
    store.printJobCounts().map(({ device, state, count }) => [{ device, state }, count]),
  );
}

/** What is open by kind and state; ends, and how long it took, once for each operation, however often it changes later. */
function followOperations(register: Register, { store, environmentId, follow }: OpenPorts): void {
  const labelNames = ['kind', 'state'] as const;
  const registers = [register];
  const ended = new Counter({
    name: 'tillbridge_operations_ended',
    help: 'Operations that ended since the metrics were first read.',
    labelNames,
    registers,
  });
  const took = new Histogram({
    name: 'tillbridge_operation_seconds',
    help: 'Seconds from an operation being accepted to its end.',
    labelNames,
    buckets,
    registers,
  });
  const answered = new Histogram({
    name: 'tillbridge_gateway_seconds',
    help: 'Seconds from the last sending of an operation to its end, where the gateway was asked.',
    labelNames,
    buckets,
    registers,
  });
  const known = store.list(environmentId, { states: openStates, limit: mostKnownOpen });
  const open = new Map<string, Labels>(known.map(({ id, kind, state }) => [id, { kind, state }]));
  table(register, 'open_operations', 'Operations that have not ended, by kind and state.', labelNames, () => {
    const alike = Map.groupBy(open.values(), ({ kind, state }) => `${kind} ${state}`);
    return [...alike.values()].flatMap((all) => (all[0] === undefined ? [] : [[{ ...all[0] }, all.length] as const]));
  });
  follow(({ id, kind, state, createdAtMs, updatedAtMs, attempts }) => {
    const labels = { kind, state };
    if (!isFinal(state)) {
      open.set(id, labels);
      return;
    }
    if (!open.delete(id)) return;
    ended.inc(labels);
    took.observe(labels, (updatedAtMs - createdAtMs) / 1_000);
    const sentAtMs = attempts.at(-1)?.sentAtMs;
    if (sentAtMs !== undefined) answered.observe(labels, (updatedAtMs - sentAtMs) / 1_000);
  });
}

/** Null: it is not known, which OpenMetrics writes as NaN. */
function gauge(register: Register, name: string, help: string, value: () => Value): void {
  table(register, name, help, [], () => [[{}, value() ?? Number.NaN]]);
}

function table(
  register: Register,
  name: string,
  help: string,
  labelNames: readonly string[],
  rows: () => Rows | Promise<Rows>,
): Gauge {
  return new Gauge({
    name: `tillbridge_${name}`,
    help,
    labelNames: [...labelNames],
    registers: [register],
    async collect() {
      const now = await rows();
      // What is gone since the last time is not shown any more.
      this.reset();
      for (const [labels, value] of now) this.set(labels, value);
    },
  });
}

function flagsOf(terminals: readonly JsonObject[], isSo: (terminal: JsonObject) => boolean): Rows {
  return terminals.map((each) => [{ terminal: textOf(each['id']) }, Number(isSo(each))]);
}

function objectOf(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function stateOf(value: unknown): unknown {
  return objectOf(value)['state'];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): Value {
  return typeof value === 'number' ? value : null;
}
