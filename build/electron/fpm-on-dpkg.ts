// The part of fpm that electron-builder's deb target uses, on Debian's own dpkg-deb. fpm would be a download of its
// own, which closed machines cannot make.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Order {
  readonly options: ReadonlyMap<string, string>;
  readonly depends: readonly string[];
  /** `source=destination` */
  readonly contents: readonly (readonly [from: string, to: string])[];
}

const flags = new Set(['--force']);

function readOrder(args: readonly string[]): Order {
  const options = new Map<string, string>();
  const depends: string[] = [];
  const contents: [string, string][] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (flags.has(word)) continue;
    if (!word.startsWith('-')) {
      const split = word.indexOf('=');
      contents.push([word.slice(0, split), word.slice(split + 1)]);
      continue;
    }
    const joined = /^--([\w-]+)=(.*)$/.exec(word);
    if (joined !== null) {
      options.set(joined[1] ?? '', joined[2] ?? '');
      continue;
    }
    at += 1;
    const value = args[at] ?? '';
    if (word === '-d' || word === '--depends') depends.push(value);
    else options.set(word.replace(/^-+/, ''), value);
  }
  return { options, depends, contents };
}

function controlOf({ options, depends }: Order): string {
  const [summary = '', ...more] = (options.get('description') ?? '').trim().split('\n');
  const fields = [
    ['Package', options.get('name')],
    ['Version', options.get('version')],
    ['Architecture', options.get('architecture')],
    ['Maintainer', options.get('maintainer')],
    ['Section', 'misc'],
    ['Priority', options.get('deb-priority') ?? 'optional'],
    ['Depends', depends.join(', ')],
    ['Recommends', options.get('deb-recommends')],
    ['Description', [summary, ...more.map((line) => ` ${line.trim() || '.'}`)].join('\n')],
  ];
  return fields
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}: ${value}\n`]))
    .join('');
}

function writeDeb(order: Order): void {
  const { options, contents } = order;
  if (options.get('t') !== 'deb') throw new Error('Only deb packages can be made here.');
  const target = options.get('package');
  if (target === undefined) throw new Error('--package is missing');
  const root = mkdtempSync(join(tmpdir(), 'deb-'));
  try {
    chmodSync(root, 0o755); // It stands for the root of the file system.
    const control = join(root, 'DEBIAN');
    mkdirSync(control);
    for (const [from, to] of contents) {
      const destination = join(root, to);
      mkdirSync(dirname(destination), { recursive: true });
      cpSync(from, destination, { recursive: true, verbatimSymlinks: true });
    }
    writeFileSync(join(control, 'control'), controlOf(order));
    for (const [option, name] of [
      ['before-install', 'preinst'],
      ['after-install', 'postinst'],
      ['before-remove', 'prerm'],
      ['after-remove', 'postrm'],
    ] as const) {
      const script = options.get(option);
      if (script === undefined) continue;
      copyFileSync(script, join(control, name));
      chmodSync(join(control, name), 0o755);
    }
    const compression = options.get('deb-compression') ?? 'xz';
    const how = ['--root-owner-group', `-Z${compression === 'gz' ? 'gzip' : compression}`, '-z1'];
    execFileSync('dpkg-deb', [...how, '-b', root, target], { stdio: 'inherit' });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

writeDeb(readOrder(process.argv.slice(2)));
