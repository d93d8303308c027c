// The page that Electron loads.
import { mount } from './app/mount.tsx';
import { windowApi } from './bridge/window-api.ts';

const api = windowApi();
if (api === null) document.body.textContent = 'This page works inside Tillbridge only.';
else mount(api);
