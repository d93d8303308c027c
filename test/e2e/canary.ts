// Looks for what must be nowhere: in the files of the till, in what it wrote, and in the memory of its window.
import type { Page } from 'playwright-core';
import { type Till, filesBelow } from './till.ts';

/** The forms in which a secret could lie in a file. */
export function traces(home: string, secret: string): string[] {
  const forms = [
    Buffer.from(secret),
    Buffer.from(secret, 'utf16le'),
    Buffer.from(Buffer.from(secret).toString('base64').replace(/=*$/, '').slice(4, -4)),
    Buffer.from(Buffer.from(secret).toString('hex')),
  ];
  return filesBelow(home)
    .filter(({ bytes }) => forms.some((form) => bytes.includes(form)))
    .map(({ path }) => path);
}

/** Files below the till's home, and its log on stderr, that hold the secret. */
export function keptBy(till: Till, secret: string): string[] {
  return [...traces(till.home, secret), ...(till.log().includes(secret) ? ['stderr'] : [])];
}

/** Every string on the heap of the window, after a collection of garbage, and everything that stands in its page. */
export async function memoryOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const { strings } = JSON.parse(chunks.join('')) as { readonly strings: readonly string[] };
  const shown = await page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[];
    const stored = [localStorage, sessionStorage].map((storage) => JSON.stringify(Object.entries(storage))).join();
    return [document.documentElement.outerHTML, ...fields.map((field) => field.value), stored];
  });
  return [...strings, ...shown].join('\n');
}
