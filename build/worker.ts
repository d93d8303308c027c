// Bundles the background worker into one file of its own. As a second entry of the main build it would share pieces
// with the app's start, and a thread that loads one of those would try to be the app.
import { bundleForOldRuntime } from './electron/bundle.ts';

await bundleForOldRuntime('main/background/worker.ts', 'out/main');
