// A customer's display and a scanner of the port that do what a test says.
import type { LineState, ScanDropReason } from '#contract/devices/line-devices.ts';
import type { Scan } from '#contract/devices/line-devices.ts';
import type { CustomerDisplay, DisplayText, LineDevices, Scanner } from '#core/ports/line-devices.ts';

class ScriptedLine {
  readonly id: string;
  readonly #listeners = new Set<(state: LineState) => void>();
  #state: LineState = { obstacle: null, advice: null };

  constructor(id: string) {
    this.id = id;
  }

  state(): LineState {
    return this.#state;
  }

  onState(listener: (state: LineState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  become(state: LineState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  async close(): Promise<void> {}
}

export class ScriptedDisplay extends ScriptedLine implements CustomerDisplay {
  /** What it was told to show, one after the other, as `upper|lower`. */
  readonly texts: string[] = [];

  show({ upper, lower }: DisplayText): void {
    const text = `${upper}|${lower}`;
    if (this.texts.at(-1) !== text) this.texts.push(text);
  }
}

export class ScriptedScanner extends ScriptedLine implements Scanner {
  readonly #scans: ((scan: Scan) => void)[] = [];
  readonly #drops: ((reason: ScanDropReason) => void)[] = [];

  onScan(listener: (scan: Scan) => void): void {
    this.#scans.push(listener);
  }

  onDropped(listener: (reason: ScanDropReason) => void): void {
    this.#drops.push(listener);
  }

  scan(data: string, symbology: Scan['symbology'] = null): void {
    for (const listener of this.#scans) listener({ data, symbology });
  }

  drop(reason: ScanDropReason): void {
    for (const listener of this.#drops) listener(reason);
  }
}

export function lineDevicesOf(display: ScriptedDisplay, scanner: ScriptedScanner): LineDevices {
  return { displays: [display], scanners: [scanner], unusable: [] };
}
