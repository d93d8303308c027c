// The page that Electron loads on the customer's screen. It holds nothing of its own: main tells it what to show.
import { createRoot } from 'react-dom/client';
import type { CustomerApi } from '#contract/devices/customer-channels.ts';
import { CustomerPage } from './customer-page.tsx';

declare global {
  interface Window {
    readonly tillbridgeCustomer?: CustomerApi;
  }
}

const api = window.tillbridgeCustomer;
const root = document.getElementById('root');
if (api === undefined || root === null) document.body.textContent = 'This page works inside Tillbridge only.';
else createRoot(root).render(<CustomerPage api={api} />);
