// What electronegativity finds and why it stays. docs/adr/0010-electronegativity.md says more on each.

export interface Explained {
  readonly id: string;
  readonly file: string;
  readonly reason: string;
}

const guarded = 'session-guard.ts refuses every new window and every navigation, whatever pressed for it.';
const preferred =
  'page-preferences.ts sets it for every page; the tool does not follow the call. A unit test holds both.';

export const explained: readonly Explained[] = [
  {
    id: 'CSP_GLOBAL_CHECK',
    file: 'N/A',
    reason: 'The policy is a header that page.ts sends with each page; the tool looks for a tag.',
  },
  {
    id: 'ELECTRON_VERSION_JSON_CHECK',
    file: 'package.json',
    reason: 'Says only that a version of Electron is named; it is pinned.',
  },
  { id: 'AUXCLICK_JS_CHECK', file: 'main/shell/window/till-window.ts', reason: guarded },
  { id: 'AUXCLICK_JS_CHECK', file: 'main/shell/window/customer-window.ts', reason: guarded },
  { id: 'AUXCLICK_JS_CHECK', file: 'main/shell/documents/page-printer.ts', reason: guarded },
  { id: 'CONTEXT_ISOLATION_JS_CHECK', file: 'main/shell/window/till-window.ts', reason: preferred },
  { id: 'CONTEXT_ISOLATION_JS_CHECK', file: 'main/shell/window/customer-window.ts', reason: preferred },
  { id: 'SANDBOX_JS_CHECK', file: 'main/shell/window/till-window.ts', reason: preferred },
  { id: 'SANDBOX_JS_CHECK', file: 'main/shell/window/customer-window.ts', reason: preferred },
  {
    id: 'PROTOCOL_HANDLER_JS_CHECK',
    file: 'main/shell/lifecycle/pages-protocol.ts',
    reason: 'Asks for a review: page.ts turns an address into a file below the built window or into nothing.',
  },
  {
    id: 'OPEN_EXTERNAL_JS_CHECK',
    file: 'main/shell/lifecycle/main-services.ts',
    reason:
      'receipt-mail.ts makes the address itself, and always a mailto: of a receipt; pages name an operation only.',
  },
];
