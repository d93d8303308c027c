// Takes the pictures of every screen, over the fake bridge, so that they stay true: `npm run -s screenshots`. All of
// them go to out/pictures; with `--keep`, the modest set that README and docs show goes to docs/pictures as well, and
// with `--docs` that set alone is taken.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type Page, chromium } from 'playwright-core';
import type { Language } from '#contract/data/languages.ts';
import { startDemo } from './demo-server.ts';
import { type Scene, scenes } from './scenes/index.ts';

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
/** How many pages take pictures at once. */
const hands = 3;
/** A fixed morning, so that pictures differ only where the window does. */
const now = '2026-01-31T10:42:00';

interface Picture {
  readonly scene: Scene;
  readonly size: (typeof sizes)[number];
  readonly theme: 'light' | 'dark';
  readonly language: Language;
}

function pictures(only: readonly string[]): Picture[] {
  return scenes
    .filter((scene) => only.length === 0 || only.includes(scene.name))
    .flatMap((scene) =>
      sizes.flatMap((size) =>
        (['light', 'dark'] as const).flatMap((theme) =>
          (scene.languages ?? (['en', 'de'] as const)).map((language) => ({ scene, size, theme, language })),
        ),
      ),
    )
    .filter(({ size, theme, language }) => size.name !== 'zoom-200' || (theme === 'light' && language === 'de'));
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
  const only = process.argv.slice(2).filter((each) => !each.startsWith('--'));
  const keep = process.argv.includes('--keep');
  mkdirSync(all, { recursive: true });
  mkdirSync(kept, { recursive: true });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const docsAlone = process.argv.includes('--docs');
  const left = pictures(only).filter((picture) => !docsAlone || isShown(picture));
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
        if (keep && isShown(picture)) copyFileSync(file, join(kept, `${scene.name}.png`));
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

const { url, server } = await startDemo();
const executablePath = process.env['TILLBRIDGE_CHROMIUM'] ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  await run(browser, url);
} finally {
  await browser.close();
  await server.close();
}
