// All that the window can reach of the main process: one function for each call of the table, and `on` for its
// events. There is no generic invoke, and nothing of Electron or Node goes through.
import { contextBridge, ipcRenderer } from 'electron';
import {
  callChannel,
  eventChannel,
  thereChannel,
  windowCallNames,
  windowEventNames,
} from '#contract/window-channels.ts';
import type { WindowApi } from '#contract/window.ts';

const calls = windowCallNames.map((name) => {
  const channel = callChannel(name);
  return [name, (input: unknown): Promise<unknown> => ipcRenderer.invoke(channel, input)] as const;
});

function on(event: unknown, listener: (value: unknown) => void): () => void {
  const name = windowEventNames.find((each) => each === event);
  if (name === undefined) throw new Error(`There is no event ${String(event)}.`);
  // The event object stays here: it would hand the page a way to the main process.
  const tell = (_: unknown, value: unknown) => listener(value);
  ipcRenderer.on(eventChannel(name), tell);
  return () => {
    ipcRenderer.off(eventChannel(name), tell);
  };
}

const api = { ...Object.fromEntries(calls), on } as unknown as WindowApi;
contextBridge.exposeInMainWorld('tillbridge', api);
ipcRenderer.once(thereChannel, () => ipcRenderer.send(thereChannel));
