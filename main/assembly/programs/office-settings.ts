// What the office sets at this till: the document that is in force since the start, the one that was taken since and waits
// for the next start, and why one is not taken.
import {
  type OfficeContent,
  type OfficeSettingsView,
  type SettingsDocument,
  type SettingsRefused,
  contentText,
} from '#contract/office/office-settings.ts';
import type { Member } from '#office-link/membership.ts';
import type { LinkPorts } from '#office-link/ports.ts';
import { keepOfficeSettings, problemsWith, readOfficeSettings } from '#settings/office-settings.ts';
import type { OpenedStore } from '#store/open.ts';
import { notedSettings } from '../base/office-settings-note.ts';
import type { BridgePorts } from '../base/ports.ts';

export interface OfficeSettings {
  forLink(member: Pick<Member, 'till' | 'officeKey'>): LinkPorts['settings'];
  view(): OfficeSettingsView;
  /** What the next start goes by is other than what this one does. */
  waits(): boolean;
}

interface Given {
  readonly ports: Pick<BridgePorts, 'dataDir' | 'settings' | 'officeSettings' | 'log'>;
  readonly opening: Pick<OpenedStore, 'meta'>;
  readonly changed: () => void;
}

export function officeSettings({ ports, opening, changed }: Given): OfficeSettings {
  const { dataDir, officeSettings: started, log } = ports;
  const inForce = started?.office?.document ?? null;
  let kept: SettingsDocument | null = readOfficeSettings(dataDir)?.document ?? null;
  let refused: SettingsRefused | null = started?.refused ?? null;
  const isInForce = (): boolean => textOf(kept) === textOf(inForce);
  /** The newest version that the till had. */
  const had = (till: string): number => {
    const noted = notedSettings(opening.meta);
    return Math.max(kept?.till === till ? kept.version : 0, noted?.till === till ? noted.version : 0);
  };
  const view = (till: string | undefined): OfficeSettingsView => {
    // What says the same as what is in force is in force, too.
    const goesBy = isInForce() ? kept : inForce;
    return {
      version: till === undefined ? 0 : had(till),
      inForce: goesBy?.till === till ? (goesBy?.version ?? 0) : 0,
      refused,
    };
  };
  return {
    forLink({ till, officeKey }) {
      kept = readOfficeSettings(dataDir)?.document ?? null;
      return {
        asked: () => {
          const { version, ...shown } = view(till);
          return { has: { version, signature: kept?.signature ?? null }, ...shown };
        },
        take({ document }) {
          if (document === null) {
            // The office has nothing newer, so what it sent before does not count any more.
            if (refused !== null && refused.version !== kept?.version) refused = null;
            return;
          }
          const { version } = document;
          const own = started?.own ?? ports.settings;
          const problems = problemsWith({
            document,
            officeKey,
            till,
            had: { version: had(till), isKept: kept !== null },
            own,
          });
          if (problems.length === 0) {
            keepOfficeSettings(dataDir, { document, officeKey });
            kept = document;
            refused = null;
            log('info', 'office-settings-taken', { version });
          } else {
            refused = { version, problems };
            log('warn', 'office-settings-refused', { version, problems: problems.map((each) => ({ ...each })) });
          }
          changed();
        },
      };
    },
    view: () => view(kept?.till ?? inForce?.till),
    // What was refused at the start would be refused at the next one.
    waits: () => !isInForce() && (kept === null || refused?.version !== kept.version),
  };
}

const nothing: OfficeContent = { currency: null, settings: {} };

function textOf(document: SettingsDocument | null): string {
  return contentText(document ?? nothing);
}
