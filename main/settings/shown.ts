// The parts of the settings as the window shows them.
import type { JsonObject } from '#contract/data/json.ts';
import type { DeviceChoice } from '#contract/devices/printer-setup.ts';
import type { ShopSettings } from '#contract/till/window.ts';
import { leavesOf } from './overlay.ts';
import { type Settings, settingsSchema } from './settings.ts';

export function shopPart(settings: Settings): ShopSettings {
  const { terminals, shopCurrency, shopName, shopAddress, receiptsByMail, people, ...others } = settings;
  const { reversalMayWait, queueLimit, processingSeconds, loopbackPort } = others;
  const limits = { reversalMayWait, queueLimit, processingSeconds, loopbackPort };
  const shop = { shopCurrency, shopName, shopAddress, receiptsByMail };
  return { terminals: [...terminals], ...shop, ...limits, ...people };
}

export function devicePart({ devices }: Settings): DeviceChoice {
  const { printers, displays, scanners, scanPrefix, receipts } = devices;
  return { printers, displays, scanners, scanPrefix, receipts };
}

/** Dotted names of all settings, for a window that can change none of them. */
export function everySetting(settings: Settings): readonly string[] {
  const gateway = Object.keys(settingsSchema.shape.gateway.unwrap().shape).map((name) => `gateway.${name}`);
  return [...new Set([...leavesOf(settings as unknown as JsonObject), ...gateway])];
}
