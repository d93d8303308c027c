// Takes the pictures of every screen, over the fake bridge, so that they stay true: `npm run -s screenshots`, with names
// of scenes for those alone, and `--help` for what else can be chosen. All of them go to out/pictures; with `--keep`, the
// modest set that README and docs show goes to docs/pictures as well.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Browser, type Page, chromium } from 'playwright-core';
import { type Language, languages } from '#contract/data/languages.ts';
import { startDemo } from './demo-server.ts';
import { type Scene, scenes } from './scenes/index.ts';

const known = {
  keep: { type: 'boolean', default: false },
  docs: { type: 'boolean', default: false },
  size: { type: 'string', multiple: true, default: [] },
  theme: { type: 'string', multiple: true, default: [] },
  language: { type: 'string', multiple: true, default: [] },
  help: { type: 'boolean', default: false },
} as const satisfies ParseArgsConfig['options'];

const root = join(import.meta.dirname, '../..');
const all = join(root, 'out/pictures');
const kept = join(root, 'docs/pictures');
const sizes = [
  { name: '1280x800', width: 1280, height: 800 },
  { name: '1024x600', width: 1024, height: 600 },
  { name: '800x600', width: 800, height: 600 },
  { name: '1920x1080', width: 1920, height: 1080 },
  { name: '768x1024', width: 768, height: 1024 },
  { name: '3840x2160', width: 3840, height: 2160 },
  // What a window of 1280 x 800 has left at 200%.
  { name: 'zoom-200', width: 640, height: 400 },
] as const;
const themes = ['light', 'dark'] as const;

const usage = `Usage: npm run -s screenshots -- [SCENE ...] [OPTION ...]
Takes the pictures of these scenes, or of all.
Options:
  --docs             only the pictures that README and docs show
  --keep             copies those to docs/pictures as well (npm run screenshots does it)
  --size SIZE        only this size: ${sizes.map(({ name }) => name).join(', ')}
  --theme THEME      only this theme: ${themes.join(', ')}
  --language CODE    only this language: ${languages.join(', ')}
  --help             only this text
An option that chooses may stand there more than once.
`;

/** How many pages take pictures at once. */
const hands = 3;
/** A fixed morning, so that pictures differ only where the window does. */
const now = '2026-01-31T10:42:00';

interface Picture {
  readonly scene: Scene;
  readonly size: (typeof sizes)[number];
  readonly theme: (typeof themes)[number];
  readonly language: Language;
}

/** What the command line asks for; ends the program where it asks for help, or for what is not there. */
function readOptions() {
  try {
    const { values, positionals } = parseArgs({ options: known, allowPositionals: true });
    if (values.help) {
      process.stdout.write(usage);
      return process.exit(0);
    }
    refuseUnknown('scene', positionals, new Set(scenes.map(({ name }) => name)));
    refuseUnknown('size', values.size, new Set(sizes.map(({ name }) => name)));
    refuseUnknown('theme', values.theme, new Set(themes));
    refuseUnknown('language', values.language, new Set(languages));
    return { ...values, scene: positionals };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : 'unknown'}\n${usage}`);
    return process.exit(2);
  }
}

function refuseUnknown(what: string, asked: readonly string[], there: ReadonlySet<string>): void {
  for (const name of asked) if (!there.has(name)) throw new Error(`There is no ${what} named ${name}.`);
}

function pictures(): Picture[] {
  const wanted = (among: readonly string[], name: string) => among.length === 0 || among.includes(name);
  return scenes
    .filter((scene) => wanted(options.scene, scene.name))
    .flatMap((scene) =>
      sizes.flatMap((size) =>
        themes.flatMap((theme) =>
          (scene.languages ?? (['en', 'de'] as const)).map((language) => ({ scene, size, theme, language })),
        ),
      ),
    )
    .filter(({ size, theme, language }) => size.name !== 'zoom-200' || (theme === 'light' && language === 'de'))
    .filter(
      ({ size, theme, language }) =>
        wanted(options.size, size.name) && wanted(options.theme, theme) && wanted(options.language, language),
    )
    .filter((picture) => !options.docs || isShown(picture));
}

function isShown({ scene, size, theme, language }: Picture): boolean {
  return scene.kept && size.name === '1280x800' && theme === 'light' && language === 'en';
}

async function take(page: Page, url: string, { scene, size, theme, language }: Picture): Promise<string> {
  await page.setViewportSize({ width: size.width, height: size.height });
  // The customer's page follows the system's theme.
  await page.emulateMedia({ colorScheme: theme });
  await page.goto(`${url}?now=${now}&theme=${theme}&language=${language}&${scene.world}`);
  await page.locator('main').waitFor();
  await scene.act(page);
  await page.waitForTimeout(400);
  const file = join(all, `${scene.name}-${language}-${theme}-${size.name}.png`);
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  return file;
}

async function run(browser: Browser, url: string): Promise<void> {
  mkdirSync(all, { recursive: true });
  mkdirSync(kept, { recursive: true });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const left = pictures();
  // The first visit makes the server bundle the page.
  const first = await context.newPage();
  await first.goto(url, { timeout: 180_000 });
  await first.close();
  const work = async () => {
    const page = await context.newPage();
    for (let picture = left.shift(); picture !== undefined; picture = left.shift()) {
      const { scene, size, theme, language } = picture;
      try {
        const file = await take(page, url, picture);
        if (options.keep && isShown(picture)) copyFileSync(file, join(kept, `${scene.name}.png`));
      } catch (error) {
        // The other pictures are taken all the same.
        const why = error instanceof Error ? error.message.split('\n')[0] : 'unknown';
        console.error(`${scene.name} ${language} ${theme} ${size.name}: ${why}`);
        process.exitCode = 1;
      }
    }
  };
  await Promise.all(Array.from({ length: hands }, work));
}

const options = readOptions();
const { url, server } = await startDemo();
const executablePath = process.env['TILLBRIDGE_CHROMIUM'] ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  await run(browser, url);
} finally {
  await browser.close();
  await server.close();
}
