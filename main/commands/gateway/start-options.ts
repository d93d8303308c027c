// The options that `serve` starts a bridge with, and the settings that follow from them. `doctor` takes the same ones,
// so that it looks at what would be started.
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import type { JsonObject } from '#contract/data/json.ts';
import { type Mode, modes } from '#contract/operation/states.ts';
import { type DeviceSettings, devicesGiven, printersGiven } from '#settings/devices.ts';
import type { Settings } from '#settings/settings.ts';
import { type Io, UsageError, wholeNumber } from '../io/usage.ts';

export const startOptions = {
  'data-dir': { type: 'string' },
  port: { type: 'string' },
  gateway: { type: 'string' },
  'auth-url': { type: 'string' },
  'merchant-id': { type: 'string' },
  mode: { type: 'string' },
  terminal: { type: 'string', multiple: true },
  printer: { type: 'string', multiple: true },
  display: { type: 'string', multiple: true },
  scanner: { type: 'string', multiple: true },
  'processing-seconds': { type: 'string' },
  'webhook-port': { type: 'string' },
  policy: { type: 'string' },
  destination: { type: 'string' },
  'log-dir': { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

/** What was given of them. */
export type StartGiven = {
  readonly [name in keyof typeof startOptions]?: (typeof startOptions)[name] extends { readonly multiple: true }
    ? string[] | undefined
    : string | undefined;
};

export interface StartWish {
  readonly gateway: {
    readonly gateway: string | undefined;
    readonly authUrl: string | undefined;
    readonly merchantId: string | undefined;
    readonly mode: Mode | undefined;
  };
  readonly port: number | undefined;
  readonly processingSeconds: number | undefined;
  readonly webhookPort: number | undefined;
  readonly terminals: readonly string[] | undefined;
  readonly devices: Pick<DeviceSettings, 'printers' | 'displays' | 'scanners'>;
}

/** `printers`: those of `--printer`. Throws UsageError. */
export function readWish(options: StartGiven, printers: DeviceSettings['printers']): StartWish {
  const mode = modes.find((each) => each === options.mode);
  if (options.mode !== undefined && mode === undefined) {
    throw new UsageError(`--mode must be one of ${modes.join(', ')}`);
  }
  return {
    gateway: {
      gateway: options.gateway,
      authUrl: options['auth-url'],
      merchantId: options['merchant-id'],
      mode,
    },
    port: wholeNumber(options.port, '--port', 65_535),
    processingSeconds: wholeNumber(options['processing-seconds'], '--processing-seconds', 86_400),
    webhookPort: wholeNumber(options['webhook-port'], '--webhook-port', 65_535),
    terminals: options.terminal,
    devices: {
      printers,
      // A wrong address of these is an alarm: a till without a display still takes payments.
      displays: devicesGiven(options.display ?? []),
      scanners: devicesGiven(options.scanner ?? []),
    },
  };
}

/** The settings that the options give, by their dotted names, for the policy to allow or not. */
export function settingsAsked({ gateway, port, ...wish }: StartWish): JsonObject {
  const given = {
    'gateway.root': gateway.gateway,
    'gateway.authRoot': gateway.authUrl,
    'gateway.merchantId': gateway.merchantId,
    'gateway.mode': gateway.mode,
    loopbackPort: port,
    terminals: wish.terminals,
    ...Object.fromEntries(
      Object.entries(wish.devices).flatMap(([sort, devices]) =>
        Object.entries(devices).map(([id, { address }]) => [`devices.${sort}.${id}.address`, address]),
      ),
    ),
    processingSeconds: wish.processingSeconds,
    'webhooks.port': wish.webhookPort,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** The options outweigh what is saved. The gateway's are joined by `targetOf`, and the port where it is listened on. */
export function settingsWith(saved: Settings, { processingSeconds, terminals, devices, webhookPort }: StartWish) {
  return {
    ...saved,
    processingSeconds: processingSeconds ?? saved.processingSeconds,
    terminals: terminals === undefined ? saved.terminals : [...terminals],
    devices: {
      ...saved.devices,
      printers: { ...saved.devices.printers, ...devices.printers },
      displays: { ...saved.devices.displays, ...devices.displays },
      scanners: { ...saved.devices.scanners, ...devices.scanners },
    },
    webhooks: { ...saved.webhooks, port: webhookPort ?? saved.webhooks.port },
  } satisfies Settings;
}

/**
 * The printers of `--printer`. Their form is checked here, so that a misspelled address ends the start with a message.
 */
export async function printersNamed(texts: readonly string[]): Promise<DeviceSettings['printers']> {
  const { parsePrinterAddress, sharedEndpoints } = await import('#peripherals/address/address.ts');
  const addresses = texts.map((text) => {
    const parsed = parsePrinterAddress(text);
    if (parsed.type === 'invalid') throw new UsageError(`--printer ${parsed.reason}`);
    return parsed.address;
  });
  for (const reason of sharedEndpoints(addresses).values()) throw new UsageError(`--printer ${reason}`);
  return printersGiven(texts);
}

/** Where the folder is that `serve` takes without `--data-dir`. */
export function defaultDataDir({ environment }: Io): string {
  const base = environment['XDG_DATA_HOME'];
  return join(base === undefined || base === '' ? join(homedir(), '.local', 'share') : base, 'tillbridge');
}
