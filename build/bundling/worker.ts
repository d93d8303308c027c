// Bundles the background worker into a separate file. As a second entry of the main build it would share chunks with
// the app's start, and a thread that loads one of those would start the app again.
import { bundledPackages } from './bundled-packages.ts';
import { bundleForOldRuntime } from '../electron/bundle.ts';

await bundleForOldRuntime('main/background/worker.ts', 'out/main', [bundledPackages('worker')]);
