// The customer's window reaches the main process only through this: it hears what to show, and says what the customer
// chose. It imports nothing that the till's preload script has, so that both stay files of their own.
import { contextBridge, ipcRenderer } from 'electron';
import { type CustomerApi, customerChannels } from '#contract/devices/customer-channels.ts';
import type { CustomerAnswer, CustomerTold } from '#contract/devices/customer-screen.ts';

const api: CustomerApi = {
  start(listener) {
    // The event object is not passed on: it would give the page a way to the main process.
    ipcRenderer.on(customerChannels.told, (_, told: CustomerTold) => listener(told));
    ipcRenderer.send(customerChannels.ready);
  },
  choose: (answer: CustomerAnswer) => ipcRenderer.send(customerChannels.chose, answer),
};
contextBridge.exposeInMainWorld('tillbridgeCustomer', api);
