// The customer's display and the scanners as the core sees them. Their lines are opened again by themselves.
import type { LineDeviceView, LineState, Scan, ScanDropReason } from '#contract/devices/line-devices.ts';

export interface DisplayText {
  readonly upper: string;
  readonly lower: string;
}

interface LineDevice {
  readonly id: string;
  state(): LineState;
  /** Called when its state is another one. Returns a function that ends that. */
  onState(listener: (state: LineState) => void): () => void;
  close(): Promise<void>;
}

export interface CustomerDisplay extends LineDevice {
  /** Shows it as soon as the line allows, and again when the display is plugged in; what does not fit is cut. */
  show(text: DisplayText): void;
}

export interface Scanner extends LineDevice {
  onScan(listener: (scan: Scan) => void): void;
  onDropped(listener: (reason: ScanDropReason) => void): void;
}

/** All that the settings name. */
export interface LineDevices {
  readonly displays: readonly CustomerDisplay[];
  readonly scanners: readonly Scanner[];
  /** The devices whose settings cannot be used. */
  readonly unusable: readonly LineDeviceView[];
}
