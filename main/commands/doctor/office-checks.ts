// How it stands with the office that the till joined, as the bridge that runs says it. A till sells without its office,
// so nothing here is a problem.
import {
  type OfficeView,
  isOfficeAlarm,
  officeTroubleWords,
  peopleRefusedWords,
  programsRefusedWords,
  settingsRefusedWords,
} from '#contract/office/office-view.ts';
import { hasMember, readMember } from '#office-link/membership.ts';
import { type Finding, note, warning } from './finding.ts';

interface OfficeCheckInput {
  readonly dataDir: string;
  /** Null where no bridge runs that could be asked, or it has no link. */
  readonly office: OfficeView | null;
  readonly nowMs: number;
}

export function officeFindings({ dataDir, office, nowMs }: OfficeCheckInput): Finding[] {
  if (office === null) return hasMember(dataDir) ? withoutBridge(dataDir) : [];
  const { url, trouble } = office;
  const where = url ?? dataDir;
  const refused = [
    ...refusal('office-settings-refused', {
      what: settingsRefusedWords(office.settings?.refused ?? null),
      where,
      mend: 'At the office, set otherwise what is named, or put it back (office config revert).',
    }),
    ...refusal('office-people-refused', {
      what: peopleRefusedWords(office.people?.refused),
      where,
      mend: 'At the office, name them otherwise, or put back who stood before (office staff revert).',
    }),
    ...refusal('office-programs-refused', {
      what: programsRefusedWords(office.programs?.refused),
      where,
      mend: 'At the office, set them otherwise (office programs), or list the scopes here (office.programScopes).',
    }),
  ];
  if (trouble === null) {
    return [note('office-joined', { what: inWords(office), where, mend: 'Nothing has to be done.' }), ...refused];
  }
  const { what, mend } = officeTroubleWords[trouble.code];
  const seen = trouble.detail === null ? '' : ` (${trouble.detail})`;
  const said = { what: `${what}, since ${trouble.since}${seen}. ${inWords(office)}`, where, mend };
  const say = isOfficeAlarm(trouble, nowMs) ? warning : note;
  return [say(`office-${trouble.code}`, said), ...refused];
}

function refusal(
  code: string,
  { what, ...more }: { readonly what: string | null; readonly where: string; readonly mend: string },
): Finding[] {
  return what === null ? [] : [warning(code, { what, ...more })];
}

function withoutBridge(dataDir: string): Finding[] {
  const member = readMember(dataDir);
  if (member === null) {
    const { what, mend } = officeTroubleWords['membership-damaged'];
    return [warning('office-membership-damaged', { what: `${what}.`, where: dataDir, mend })];
  }
  const what = `This till joined an office, as ${member.name}. No bridge runs here that sends to it.`;
  return [
    note('office-joined', {
      what,
      where: member.url,
      mend: 'Start the bridge; it says how it stands with the office.',
    }),
  ];
}

/** Nothing of it is known where the membership is damaged. */
function inWords({ name, takenAt, waiting, settings }: OfficeView): string {
  return [
    ...(name === null ? [] : [`This till is ${name} there.`]),
    takenAt === null ? 'The office took no record yet.' : `The office last took records at ${takenAt}.`,
    ...(waiting === null ? [] : [`Records that it does not have yet: ${waiting}.`]),
    ...settingsInWords(settings),
  ].join(' ');
}

function settingsInWords(settings: OfficeView['settings']): string[] {
  if (settings === undefined || settings.version === 0) return [];
  const { version, inForce } = settings;
  if (version === inForce) return [`It goes by version ${version} of the office's settings.`];
  return [`Version ${version} of the office's settings holds from the next start of the bridge.`];
}
