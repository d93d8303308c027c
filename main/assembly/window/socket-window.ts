// A window that joined this bridge over the socket. Its calls go through the same guard and to the same functions as
// those of the app's own window; what the shell of the app does itself (dialogs, files, preferences) stays there. The
// settings are only read here: those of a service are changed in its settings file or by the policy.
import { type WindowCall, type WindowInput, windowCallNames } from '#contract/calls/table.ts';
import type { Mode } from '#contract/operation/states.ts';
import type { Destination } from '#contract/till/destination.ts';
import { type Refused, refuse } from '#contract/programs/problems.ts';
import { usualPreferences } from '#contract/till/preferences.ts';
import type { GatewayChoiceView, Preferences } from '#contract/till/window.ts';
import type { Further, WindowReply, WindowRequest, WindowSeat, WindowWord } from '#control/window/messages.ts';
import type { JoinedWindow } from '#control/window/server.ts';
import type { CountedLog } from '#http/limits/counted-log.ts';
import { lockedRefundsPerDay } from '#settings/policy.ts';
import { devicePart, everySetting, shopPart } from '#settings/shown.ts';
import type { BridgePorts } from '../base/ports.ts';
import { CallRefused } from '../calls/call-refused.ts';
import { type AnyBridge, openWindowAt } from './window-at.ts';
import type { BridgeCall, WindowBridge } from './window-bridge.ts';
import { guarded } from './window-guard.ts';
import { WindowNews } from './window-news.ts';

export interface SocketWindowPorts {
  readonly bridge: AnyBridge;
  readonly settings: BridgePorts['settings'];
  readonly itPolicy: BridgePorts['itPolicy'];
  readonly hasApiKey: () => boolean;
  /** Null for the sandbox inside this program. */
  readonly destination: Destination | null;
  readonly mode: Mode;
  readonly countedLog: CountedLog;
}

/** What a window of the app does itself. */
const shellsOwn = [
  'preferences',
  'savePreferences',
  'mailReceipt',
  'receiptFolder',
  'chooseReceiptFolder',
  'parkedSales',
  'parkSales',
  'customerScreen',
  'makeBundle',
  'prepareMove',
  'quit',
] as const satisfies readonly WindowCall[];

type Served = Exclude<WindowCall, (typeof shellsOwn)[number]>;
/** The calls that this file answers itself, and not by what the bridge has under their name. */
type Special = Exclude<Served, BridgeCall>;

/** No rule of a call that is served here asks for them (contract/calls/window-roles.ts). */
const noPreferences: Preferences = {
  ...usualPreferences,
  language: 'en',
  kiosk: true,
  guided: true,
};

export function openSocketWindow(ports: SocketWindowPorts, say: (word: WindowWord) => void): JoinedWindow {
  const { bridge, settings, countedLog } = ports;
  const news = new WindowNews({
    status: () => opened.window.status(),
    printing: () => opened.window.printing({}),
    locked: () => opened.window.locked(),
    tell(event, value) {
      saySeat();
      say({ event, value } as WindowWord);
    },
    customer: (customer) => say({ customer }),
  });
  const opened = openWindowAt(bridge, { listener: news, fixedPort: settings.loopbackPort, signedIn: null });
  const { window } = opened;
  let lastSeat = '';
  /** Before every reply and event, so that the window never acts for a person who has left. */
  const saySeat = (): void => {
    const { manned, person, sealed } = window.seat();
    const seat: WindowSeat = { manned, person, sealed };
    const text = JSON.stringify(seat);
    if (text === lastSeat) return;
    lastSeat = text;
    say({ seat });
  };
  saySeat();
  say({ scanPrefix: settings.devices.scanPrefix });
  say({ event: 'statusChanged', value: window.status() });

  const guard = {
    seat: async () => {
      const { manned, person, sealed } = window.seat();
      return { manned, role: person?.role ?? null, sealed, preferences: noPreferences };
    },
    verify: (...asked: Parameters<WindowBridge['verify']>) => window.verify(...asked),
    countedLog,
  };

  async function answerTo(request: WindowRequest): Promise<unknown> {
    if ('verify' in request) return window.verify(request.verify.approval, request.verify.needed);
    const { call, input, further = {} } = request;
    if (!isServed(call)) throw new CallRefused(`There is no call "${call.slice(0, 64)}" at this socket.`);
    const special = specialCalls(ports, window, further);
    const handler = Object.hasOwn(special, call) ? special[call as keyof SpecialCalls] : window[call as BridgeCall];
    // Loaded for the first window that joins: a bridge whose windows are its own pays nothing at its start.
    const { inputSchemas: schemas } = await import('#contract/calls/input-schemas.ts');
    return guarded({ ...guard, schemas }, call, [input], () => handler);
  }

  return {
    async ask(request): Promise<WindowReply> {
      try {
        const answer = await answerTo(request);
        saySeat();
        return { answer: answer ?? null };
      } catch (error) {
        saySeat();
        if (error instanceof CallRefused) return { refused: error.message };
        countedLog.line('error', 'window-call-failed', { error: error instanceof Error ? error.name : 'unknown' });
        return { refused: 'Something went wrong inside the bridge.' };
      }
    },
    close() {
      news.stop();
      opened.close();
    },
  };
}

function isServed(call: string): call is Served {
  return (windowCallNames as readonly string[]).includes(call) && !(shellsOwn as readonly string[]).includes(call);
}

type SpecialCalls = { readonly [C in Special | 'saveOperator']: (input: WindowInput<C>) => unknown };

function specialCalls(
  ports: SocketWindowPorts,
  window: WindowBridge,
  { language = 'en', list }: Further,
): SpecialCalls {
  const { settings, itPolicy, mode } = ports;
  return {
    status: () => window.status(),
    shopSettings: () => shopPart(settings),
    deviceChoice: () => devicePart(settings),
    gatewayChoice: () => gatewayChoice(ports),
    lockedSettings: () => ({
      names: everySetting(settings),
      byOffice: [],
      refundsPerDayMinor: lockedRefundsPerDay(itPolicy),
    }),
    testConnection: () => ({ ok: false, code: 'cannot-be-used', message: notHere.refusal.detail }),
    saveGatewayChoice: () => notHere,
    saveShopSettings: () => notHere,
    saveDeviceChoice: () => notHere,
    unlock: () => ({ unlocked: false, message: notHere.refusal.detail }),
    /** Another user of the machine may drive this window: the first manager is made by the user of the data folder. */
    saveOperator: (wish) => (mode === 'live' && !window.seat().manned ? byCommand : window.saveOperator(wish)),
    /** What stands beneath the receipt; the window's shell writes the file. */
    async saveReceipt({ operationId }) {
      const operation = await window.operation({ id: operationId });
      return operation === null ? [] : window.dccReceipt(operation, language);
    },
    /** The page; the window's shell makes the PDF. The whole journal is exported on the machine, by its command. */
    saveShift({ number, format }) {
      if (format === 'pdf') return window.shiftPage(number, language);
      throw new CallRefused('The journal of this till is exported by its command: tillbridge journal export.');
    },
    compareShift: ({ number }) =>
      window.compare(number, list === undefined ? null : async () => ({ type: 'text', text: list })),
  } satisfies SpecialCalls;
}

function gatewayChoice({ settings, destination, mode, hasApiKey }: SocketWindowPorts): GatewayChoiceView {
  const { root, merchantId } = settings.gateway;
  return {
    mode,
    root: root ?? null,
    merchantId: merchantId ?? null,
    hasApiKey: mode !== 'training' && hasApiKey(),
    keptBy: 'none',
    systemProtects: false,
    destination,
    keyIsForAnother: false,
  };
}

const notHere: Refused = refuse(
  'set-by-policy',
  'This till runs as a service of the machine: its settings are changed in its settings file, or in the policy.',
);

const byCommand: Refused = refuse(
  'first-manager-by-command',
  'This till takes real money and runs as a service of the machine: its first manager is made there, by the command: ' +
    'tillbridge operator create',
);
