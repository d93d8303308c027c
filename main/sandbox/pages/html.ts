// The frame of the hosted page: one document without anything from outside, readable with a keyboard and a screen
// reader, in light and dark. Its policy lets in nothing but its own style.
import { createHash } from 'node:crypto';
import type { SandboxAnswer } from '../exchange/exchange.ts';
import type { Language } from './words.ts';

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; justify-items: center; background: Canvas; color: CanvasText; }
main { width: min(34rem, 100% - 2rem); padding: 1.5rem 0 3rem; }
.training { margin: 0; padding: .5rem 1rem; width: 100%; box-sizing: border-box; text-align: center;
  background: #5b2d00; color: #fff; font-weight: 600; }
main header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; }
h1 { font-size: 1.6rem; margin: 0; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
fieldset { border: 1px solid GrayText; border-radius: .5rem; margin: 0 0 1rem; padding: .5rem 1rem 1rem; }
legend { font-weight: 600; padding: 0 .25rem; }
label { display: flex; gap: .75rem; align-items: center; padding: .35rem 0; min-height: 1.75rem; }
input { inline-size: 1.25rem; block-size: 1.25rem; flex: none; }
.note { margin: .25rem 0 .5rem; }
.buttons { display: grid; gap: .75rem; }
button { font: inherit; padding: .8rem 1rem; border-radius: .5rem; border: 2px solid ButtonText; background: ButtonFace;
  color: ButtonText; cursor: pointer; min-height: 3rem; }
.first { background: CanvasText; color: Canvas; border-color: CanvasText; font-weight: 600; }
:focus-visible { outline: 3px solid Highlight; outline-offset: 3px; }
.problem { border-inline-start: .3rem solid; padding-inline-start: .75rem; font-weight: 600; }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
].join('; ');

/** Text that stands in HTML or in a quoted attribute. */
export function escaped(text: string): string {
  const entities: { readonly [sign: string]: string } = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

export interface Document {
  readonly language: Language;
  readonly title: string;
  readonly training: string;
  /** HTML. */
  readonly content: string;
}

export function page(status: number, { language, title, training, content }: Document): SandboxAnswer {
  const body = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<header class="training">${escaped(training)}</header>
<main>
${content}
</main>
</body>
</html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  return { status, body, headers };
}
