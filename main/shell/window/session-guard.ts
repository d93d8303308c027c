// Refuses for every page to navigate elsewhere, open windows, embed other pages, use devices or reach the network. The
// till's page needs none of it. The log lines are counted and limited, because a page can try without end.
import type { App, Session, WebContents } from 'electron';
import type { CountedLog } from '#http/limits/counted-log.ts';
import { isOwnUrl, isWindowUrl } from './address.ts';

/**
 * The only permission given: copying a receipt or a code by the press of a button. Reading the clipboard is refused.
 */
const granted = 'clipboard-sanitized-write';

/** The discard port of this machine: only an administrator could listen there. The bypass rule includes loopback. */
const deadEnd = 'http://127.0.0.1:9';

export function guardSession(session: Session, { line }: CountedLog, development: readonly string[] = []): void {
  session.setPermissionRequestHandler((_, permission, decide, details) => {
    const allowed = permission === granted && isWindowUrl(details.requestingUrl);
    if (!allowed) line('warn', 'permission-refused', { permission });
    decide(allowed);
  });
  session.setPermissionCheckHandler((_, permission, origin) => permission === granted && isWindowUrl(origin));
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((request, decide) => {
    const { url } = request;
    const allowed = isOwnUrl(url) || isInner(url) || development.some((each) => url.startsWith(each));
    if (!allowed) line('warn', 'request-refused', { scheme: url.split(':', 1)[0] ?? '' });
    decide({ cancel: !allowed });
  });
  // WebRTC passes none of the handlers above. Without a proxy for UDP it sends no packets, and its TCP connections go
  // to a port where no program listens.
  if (development.length === 0) {
    void session.setProxy({ mode: 'fixed_servers', proxyRules: deadEnd, proxyBypassRules: '<-loopback>' });
  }
  session.on('will-download', (event) => event.preventDefault());
  // Disabled, so that no dictionary is fetched and the cashier's texts are not sent to a service.
  session.setSpellCheckerEnabled(false);
}

/** Guards every page that the app ever makes. */
export function guardAllContents(app: App, countedLog: CountedLog): void {
  app.on('web-contents-created', (_, contents) => guardContents(contents, countedLog));
}

function guardContents(contents: WebContents, { line }: CountedLog): void {
  // A navigation of the main frame raises `will-frame-navigate`, and `will-navigate` only where that was not prevented.
  const refuse = (event: { readonly url: string; preventDefault(): void }) => {
    line('warn', 'navigation-refused', { to: originOf(event.url) });
    event.preventDefault();
  };
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-frame-navigate', refuse);
  contents.on('will-navigate', refuse);
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    line('warn', 'window-refused', { to: originOf(url) });
    return { action: 'deny' };
  });
}

/** Whether the address is a page's own memory, or the inspector of a development build. */
function isInner(url: string): boolean {
  return /^(?:blob:app:|data:|devtools:|chrome-extension:)/.test(url);
}

function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return 'unreadable';
  }
}
