// The page's files, read once at the start: the built page, and nothing that an address could lead to beyond it.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { StartProblem } from '#commands/io/problems.ts';
import { type WebAnswer, webHeaders } from './answers.ts';

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** By the path of the address. Throws StartProblem where the page is not built. */
export function readPage(folder: string): ReadonlyMap<string, WebAnswer> {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new StartProblem(`The page is not built (${folder} is missing): run "npm run -s office:page" first.`);
  }
  const files = new Map<string, WebAnswer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const headers = { ...webHeaders, 'Content-Type': type };
    files.set(`/${relative(folder, file).replaceAll(sep, '/')}`, { status: 200, headers, body: readFileSync(file) });
  }
  const index = files.get('/index.html');
  if (index !== undefined) files.set('/', index);
  return files;
}
