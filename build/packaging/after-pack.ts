// Called by electron-builder on the packaged folder: removes parts of the distribution that the app does not need. The
// default app, for example, would run any folder that is named on the command line. Then it dates all files alike, so that
// the same sources give the same archives, and says how large each part is.
import { lutimesSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sizesInWords, sizesOf } from './package-sizes.ts';

interface Packed {
  readonly appOutDir: string;
  readonly electronPlatformName: string;
  readonly packager: { readonly appInfo: { readonly productFilename: string } };
}

export function afterPack({ appOutDir, electronPlatformName, packager }: Packed): Promise<void> {
  const onMac = electronPlatformName === 'darwin';
  const app = join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources');
  const resources = onMac ? app : join(appOutDir, 'resources');
  rmSync(join(resources, 'default_app.asar'), { force: true });
  rmSync(join(appOutDir, 'version'), { force: true });
  dateAlike(appOutDir);
  const sizes = sizesInWords(sizesOf(appOutDir));
  writeFileSync(`${appOutDir}-sizes.txt`, sizes);
  process.stdout.write(`Bytes of the package by its parts:\n${sizes}`);
  return Promise.resolve();
}

/** By SOURCE_DATE_EPOCH (seconds), where it is set, as other tools for reproducible packages do. */
function dateAlike(folder: string): void {
  const seconds = Number(process.env['SOURCE_DATE_EPOCH'] ?? Number.NaN);
  if (!Number.isSafeInteger(seconds)) return;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries) lutimesSync(join(parentPath, name), seconds, seconds);
  lutimesSync(folder, seconds, seconds);
}
