// What pages may not do, whatever they contain: go elsewhere, open windows, embed others, use devices, reach the
// network. The till's page needs none of it, so all of it is refused here and not page by page.
import type { App, Session, WebContents } from 'electron';
import type { EngineEvents } from '#core/ports/engine.ts';
import { isOwnUrl, isWindowUrl } from './address.ts';

type Log = EngineEvents['log'];

/** The one permission that is given: copying a receipt or a code by a press on a button. Reading stays refused. */
const granted = 'clipboard-sanitized-write';

/** The discard port of this machine: only an administrator could listen there. The bypass rule has loopback go there, too. */
const deadEnd = 'http://127.0.0.1:9';

export function guardSession(session: Session, log: Log, development: readonly string[] = []): void {
  session.setPermissionRequestHandler((_, permission, decide, details) => {
    const allowed = permission === granted && isWindowUrl(details.requestingUrl);
    if (!allowed) log('warn', 'permission-refused', { permission });
    decide(allowed);
  });
  session.setPermissionCheckHandler((_, permission, origin) => permission === granted && isWindowUrl(origin));
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((request, decide) => {
    const { url } = request;
    const allowed = isOwnUrl(url) || isInner(url) || development.some((each) => url.startsWith(each));
    if (!allowed) log('warn', 'request-refused', { scheme: url.split(':', 1)[0] ?? '' });
    decide({ cancel: !allowed });
  });
  // WebRTC asks none of the above. Without a proxy that takes its packets it sends none, and what goes by TCP meets an
  // address where nobody listens.
  if (development.length === 0) {
    void session.setProxy({ mode: 'fixed_servers', proxyRules: deadEnd, proxyBypassRules: '<-loopback>' });
  }
  session.on('will-download', (event) => event.preventDefault());
  // Words that a cashier types are nobody else's business: no dictionary is fetched, nothing is checked.
  session.setSpellCheckerEnabled(false);
}

/** Holds for every page that there will ever be in this app. */
export function guardAllContents(app: App, log: Log): void {
  app.on('web-contents-created', (_, contents) => guardContents(contents, log));
}

function guardContents(contents: WebContents, log: Log): void {
  // The main frame's navigation is told to the first of these, and to the second only where that did not stop it.
  const refuse = (event: { readonly url: string; preventDefault(): void }) => {
    log('warn', 'navigation-refused', { to: originOf(event.url) });
    event.preventDefault();
  };
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-frame-navigate', refuse);
  contents.on('will-navigate', refuse);
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    log('warn', 'window-refused', { to: originOf(url) });
    return { action: 'deny' };
  });
}

/** Pages' own memory, and the inspector of a development build. */
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
