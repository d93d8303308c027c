// The app's entry: everything Electron is in shell/, everything else in the bridge that it runs.
import { startApp } from './shell/start.ts';

void startApp();
