// The window reaches the main process only through this: one function for each call of the table, and `on` for events.
// There is no generic invoke, and no object of Electron or Node is exposed.
import { contextBridge, ipcRenderer } from 'electron';
import { windowCallNames, type WindowApi } from '#contract/calls/table.ts';
import { windowEventNames } from '#contract/calls/window-events.ts';
import { callChannel, eventChannel, thereChannel } from '#contract/calls/window-channels.ts';

const calls = windowCallNames.map((name) => {
  const channel = callChannel(name);
  return [name, (input: unknown): Promise<unknown> => ipcRenderer.invoke(channel, input)] as const;
});

function on(event: unknown, listener: (value: unknown) => void): () => void {
  const name = windowEventNames.find((each) => each === event);
  if (name === undefined) throw new Error(`There is no event ${String(event)}.`);
  // The event object is not passed on: it would give the page a way to the main process.
  const tell = (_: unknown, value: unknown) => listener(value);
  ipcRenderer.on(eventChannel(name), tell);
  return () => {
    ipcRenderer.off(eventChannel(name), tell);
  };
}

const api = { ...Object.fromEntries(calls), on } as unknown as WindowApi;
contextBridge.exposeInMainWorld('tillbridge', api);
ipcRenderer.once(thereChannel, () => ipcRenderer.send(thereChannel));
