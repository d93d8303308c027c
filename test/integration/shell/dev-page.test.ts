// The page of `npm run dev`: fetched from the development server, under a policy with a nonce.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { serveDevPage } from '../../../main/shell/window/dev-page.ts';

/** Like Vite's: the same file is a style sheet to the page and a script to a script. */
async function startServer(): Promise<URL> {
  const server = createServer(({ url, headers }, response) => {
    const type = url === '/' ? 'text/html' : headers.accept?.includes('text/css') ? 'text/css' : 'text/javascript';
    response.setHeader('content-type', type).end('<script nonce="__CSP_NONCE__"></script>');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  return new URL(`http://127.0.0.1:${address.port}`);
}

it('asks the development server the way the page asked', async () => {
  const server = await startServer();
  const typeFor = async (accept: string) =>
    (await serveDevPage(server, 'app://till/styles/base.css', accept)).headers.get('content-type');
  expect(await typeFor('text/css,*/*;q=0.1')).toBe('text/css');
  expect(await typeFor('*/*')).toBe('text/javascript');
});

it('gives each load a nonce of its own, in the page and in its policy', async () => {
  const server = await startServer();
  const load = async () => {
    const page = await serveDevPage(server, 'app://till/', 'text/html');
    return { policy: page.headers.get('content-security-policy') ?? '', text: await page.text() };
  };
  const [first, second] = [await load(), await load()];
  const nonce = /'nonce-([^']+)'/.exec(first.policy)?.[1];
  expect(first.text).toBe(`<script nonce="${nonce}"></script>`);
  expect(second.policy).not.toBe(first.policy);
  expect(first.policy).toContain(`connect-src 'self' ws://${server.host}`);
});
