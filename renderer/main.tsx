// The page that Electron loads.
// oxlint-disable-next-line import/no-unassigned-import -- it must run before any schema is made
import './app/strict-schemas.ts';
import { mount } from './app/mount.tsx';
import { windowApi } from './bridge/window-api.ts';

const api = windowApi();
if (api === null) document.body.textContent = 'This page works inside Tillbridge only.';
else mount(api);
