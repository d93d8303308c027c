// Called by electron-builder on the packaged folder: removes parts of the distribution that the app does not need. The
// default app, for example, would run any folder that is named on the command line.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

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
  return Promise.resolve();
}
