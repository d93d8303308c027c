// The tray icon shows that the bridge runs, also while its window is hidden: programs still use it then.
import { Menu, Tray, nativeImage } from 'electron';
import { join } from 'node:path';
import type { StatusView } from '#contract/till/window.ts';
import type { AppPaths } from '../machine/app-paths.ts';
import type { Words } from './words.ts';

export interface TraySigns {
  say(status: StatusView): void;
  setWords(words: Words): void;
}

interface Actions {
  readonly open: () => void;
  readonly quit: () => void;
}

export function createTray(paths: AppPaths, words: Words, actions: Actions): TraySigns {
  const tray = new Tray(nativeImage.createFromPath(join(paths.icons, 'tray.png')));
  tray.setToolTip('Tillbridge');
  tray.on('click', actions.open);
  const setWords = ({ open, quit }: Words): void => {
    const items = [
      { label: open, click: actions.open },
      { type: 'separator' as const },
      { label: quit, click: actions.quit },
    ];
    tray.setContextMenu(Menu.buildFromTemplate(items));
  };
  setWords(words);
  return {
    setWords,
    say({ mode, connection, waiting, inDoubt, needsPerson }) {
      const open = waiting + inDoubt + needsPerson;
      tray.setToolTip(
        `Tillbridge · ${mode} · ${connection.state}${open > 0 ? ` · ${waiting}/${inDoubt}/${needsPerson}` : ''}`,
      );
    },
  };
}
