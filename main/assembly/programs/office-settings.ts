// What the office sets at this till: the document that is in force since the start, the one that was taken since and waits
// for the next start, and why one is not taken.
import {
  type OfficeContent,
  type OfficeSettingsView,
  type SettingsRefused,
  contentText,
} from '#contract/office/office-settings.ts';
import type { LinkPorts } from '#office-link/ports.ts';
import {
  type KeptSettings,
  type OfficeOfTill,
  isOfOffice,
  keepOfficeSettings,
  problemsWith,
  readOfficeSettings,
} from '#settings/office-settings.ts';
import type { OpenedStore } from '#store/open.ts';
import { isNoteOf, notedSettings } from '../base/office-settings-note.ts';
import type { BridgePorts } from '../base/ports.ts';

export interface OfficeSettings {
  forLink(member: OfficeOfTill): LinkPorts['settings'];
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
  const inForce: KeptSettings | null = started?.office ?? null;
  let kept = readOfficeSettings(dataDir);
  let refused: SettingsRefused | null = started?.refused ?? null;
  const isInForce = (): boolean => textOf(kept) === textOf(inForce);
  /** The newest version that the till had. */
  const had = (office: OfficeOfTill): number => {
    const noted = notedSettings(opening.meta);
    return Math.max(versionAt(kept, office), noted !== null && isNoteOf(noted, office) ? noted.version : 0);
  };
  const view = (office: OfficeOfTill | null): OfficeSettingsView => {
    if (office === null) return { version: 0, inForce: 0, refused };
    // What says the same as what is in force is in force, too.
    return { version: had(office), inForce: versionAt(isInForce() ? kept : inForce, office), refused };
  };
  return {
    forLink({ till, officeKey }) {
      const office = { till, officeKey };
      kept = readOfficeSettings(dataDir);
      return {
        asked: () => {
          const { version, ...shown } = view(office);
          return { has: { version, signature: kept?.document.signature ?? null }, ...shown };
        },
        take({ document }) {
          if (document === null) {
            // The office has nothing newer, so what it sent before does not count any more.
            if (refused !== null && refused.version !== kept?.document.version) refused = null;
            return;
          }
          const { version } = document;
          const own = started?.own ?? ports.settings;
          const problems = problemsWith({
            ...office,
            document,
            had: { version: had(office), isKept: kept !== null },
            own,
          });
          if (problems.length === 0) {
            kept = { document, officeKey };
            keepOfficeSettings(dataDir, kept);
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
    view: () => view(officeOf(kept ?? inForce)),
    // What was refused at the start would be refused at the next one.
    waits: () => !isInForce() && (kept === null || refused?.version !== kept.document.version),
  };
}

const nothing: OfficeContent = { currency: null, settings: {} };

function textOf(kept: KeptSettings | null): string {
  return contentText(kept?.document ?? nothing);
}

/** 0: it is none of this office. */
function versionAt(kept: KeptSettings | null, office: OfficeOfTill): number {
  return kept !== null && isOfOffice(kept, office) ? kept.document.version : 0;
}

function officeOf(kept: KeptSettings | null): OfficeOfTill | null {
  return kept === null ? null : { till: kept.document.till, officeKey: kept.officeKey };
}
