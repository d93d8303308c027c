// The app's entry: everything Electron is in shell/, everything else in the bridge that it runs.
import { startApp } from './shell/lifecycle/start.ts';

void startApp();
