// A printer that is being set up: what a person has found out so far, the steps that are left, and the address that comes
// of it. With a profile from another till (printer-profile.ts) the same model needs no questions.
import { type ConfirmationFound, pagesWith, type PrinterAnswer, triedPages } from '#contract/devices/printer-setup.ts';
import { optionsAt, type PrinterOptions, withQuery } from './printer-profile.ts';

export interface PrinterDraft {
  /** `tcp://HOST:PORT`, `serial:PATH` or `queue:NAME`; null until one is chosen. */
  readonly place: string | null;
  readonly baud: number;
  readonly answer: PrinterAnswer | null;
  readonly confirms: ConfirmationFound | null;
  /** The line of the sheet that was right, from 1; 0: none. */
  readonly line: number | null;
  readonly columns: 32 | 42 | 48 | null;
  readonly cuts: boolean | null;
  readonly drawer: 'none' | 'opens' | null;
  readonly drawerPin: 2 | 5;
  /** The level of its switch while it was open. */
  readonly openLevel: boolean | null;
  readonly drawerOpenIs: 'high' | 'low' | null;
  readonly nearEnd: boolean | null;
  /** The options of a profile from another till, which stand for all answers. */
  readonly profile: PrinterOptions | null;
}

export const freshDraft: PrinterDraft = {
  place: null,
  baud: 115_200,
  answer: null,
  confirms: null,
  line: null,
  columns: null,
  cuts: null,
  drawer: null,
  drawerPin: 2,
  openLevel: null,
  drawerOpenIs: null,
  nearEnd: null,
  profile: null,
};

export const wizardSteps = [
  'find',
  'answers',
  'confirms',
  'pages',
  'ruler',
  'cut',
  'drawer',
  'nearEnd',
  'sample',
] as const;

export type WizardStep = (typeof wizardSteps)[number];

export const speeds = [9_600, 19_200, 38_400, 57_600, 115_200] as const;

function isQueue({ place }: PrinterDraft): boolean {
  return place?.startsWith('queue:') === true;
}

function answersAt({ answer }: PrinterDraft): boolean {
  return answer?.type === 'answers';
}

/** The steps for this printer: what only takes cannot be asked, and a profile answers for the model. */
export function stepsFor(draft: PrinterDraft): readonly WizardStep[] {
  return wizardSteps.filter((step) => belongs(step, draft));
}

function belongs(step: WizardStep, draft: PrinterDraft): boolean {
  switch (step) {
    case 'find':
    case 'sample':
      return true;
    case 'answers':
      return !isQueue(draft);
    case 'confirms':
    case 'nearEnd':
      return draft.profile === null && answersAt(draft);
    case 'drawer':
      return draft.profile === null && !isQueue(draft);
    case 'pages':
    case 'ruler':
    case 'cut':
      return draft.profile === null;
  }
}

/** Whether the person may go on from this step. */
export function isAnswered(step: WizardStep, draft: PrinterDraft): boolean {
  switch (step) {
    case 'find':
      return draft.place !== null;
    case 'answers':
      return draft.answer?.type === 'answers' || draft.answer?.type === 'silent';
    case 'confirms':
      return draft.confirms !== null;
    case 'pages':
      return draft.line !== null;
    case 'ruler':
      return draft.columns !== null;
    case 'cut':
      return draft.cuts !== null;
    case 'drawer':
      return draft.drawer !== null;
    case 'nearEnd':
      return draft.nearEnd !== null;
    case 'sample':
      return false;
  }
}

/** As the settings take it, with what is known so far. */
export function addressOf(draft: PrinterDraft): string {
  const { place, baud, profile, answer, confirms, line, columns, cuts, nearEnd } = draft;
  const { drawer, drawerPin, drawerOpenIs } = draft;
  if (place === null) return '';
  const options = new Map<string, string>(Object.entries(optionsAt(place, profile ?? {})));
  if (place.startsWith('serial:') && !options.has('baud')) options.set('baud', String(baud));
  const language = answer?.type === 'answers' ? answer.language : 'esc-pos';
  if (language === 'star-line') options.set('language', language);
  if (answer?.type === 'silent') options.set('answers', 'no');
  if (confirms !== null && answer?.type === 'answers') options.set('confirms', confirms);
  const page = line === null || line === 0 ? null : triedPages[language][line - 1];
  if (page !== null && page !== undefined) options.set('pages', pagesWith(language, page));
  if (columns !== null) options.set('columns', String(columns));
  if (cuts === false) options.set('cut', 'no');
  if (drawer === 'none') options.set('drawer', 'no');
  if (drawerPin === 5) options.set('drawerPin', '5');
  if (drawerOpenIs !== null) options.set('drawerOpenIs', drawerOpenIs);
  if (nearEnd === false) options.set('nearEnd', 'no');
  return withQuery(place, Object.fromEntries(options));
}

/** `192.0.2.7` or `192.0.2.7:9100` as a place; null where it is neither. */
export function networkAddress(text: string): string | null {
  const match = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(text.trim());
  if (match === null) return null;
  const port = Number(match[2] ?? 9_100);
  return port < 1 || port > 65_535 ? null : `tcp://${match[1]}:${port}`;
}
