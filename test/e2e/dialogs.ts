// The system's own dialogs, which cannot be pressed in a test: they are answered as told, and remember what they said.
import type { MessageBoxOptions } from 'electron';
import type { Till } from './till.ts';

interface Asked {
  asked?: MessageBoxOptions[];
  answer?: (response: number) => void;
}

/** From now on questions wait until `press` answers them. */
export async function holdDialogs({ app }: Till): Promise<void> {
  await app.evaluate(({ dialog }) => {
    const held = globalThis as Asked;
    held.asked = [];
    dialog.showMessageBox = (...args: readonly unknown[]) => {
      held.asked?.push(args.at(-1) as MessageBoxOptions);
      return new Promise((resolve) => {
        held.answer = (response) => resolve({ response, checkboxChecked: false });
      });
    };
  });
}

/** All that was asked so far. */
export function asked({ app }: Till): Promise<MessageBoxOptions[]> {
  return app.evaluate(() => (globalThis as Asked).asked ?? []);
}

/** Presses the button with these words in the question that stands. */
export async function press(till: Till, words: string): Promise<void> {
  const question = (await asked(till)).at(-1);
  const response = question?.buttons?.indexOf(words) ?? -1;
  if (response === -1) throw new Error(`There is no button "${words}" in ${JSON.stringify(question)}`);
  await till.app.evaluate((_, which) => (globalThis as Asked).answer?.(which), response);
}

/** From now on the answer to a dialog for a file or a folder is this one. */
export async function openFile({ app }: Pick<Till, 'app'>, file: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, file);
}

/** From now on the answer to a dialog for where to save is this file, and to a question yes. */
export async function saveTo({ app }: Till, file: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
  }, file);
}
