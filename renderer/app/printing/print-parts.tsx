// What the status line says of printers and drawers beside the note: a printer that cannot print while nothing waits for
// it, paper that is nearly out, a drawer that was left open.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { leftOpenMs, obstacleText, openDrawerSince, worstPrinter } from '../../model/printing/print-words.ts';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Icon } from '../../ui/base/icons.tsx';
import css from '../status/status-line.module.css';
import { Word } from '../status/word.tsx';

/** `told`: the note says what stands in the way. */
export function Paper({ told }: { readonly told: boolean }) {
  const { say } = useWords();
  const { printing } = useStores();
  const view = useStore(printing, (state) => state.view);
  const worst = worstPrinter(view);
  if (told && view.doubtCount === 0) return null;
  const printer = worst ?? view.printers.find(({ known, paperLow }) => known && paperLow);
  if (printer === undefined) return null;
  return (
    <button
      type="button"
      className={`${css['part']} ${css['press']} ${worst === null ? '' : css['wait']}`}
      onClick={() => printing.openPrinters()}
    >
      <Icon name="printer" size={20} />
      <span className={css['counted']}>{obstacleText(printer, view, say)}</span>
    </button>
  );
}

export function Drawer() {
  const { say, clock } = useWords();
  const { printing } = useStores();
  const since = useLeftOpen();
  if (since === null) return null;
  return (
    <button
      type="button"
      className={`${css['part']} ${css['press']} ${css['doubt']}`}
      onClick={() => printing.openPrinters()}
    >
      <Icon name="drawer" size={20} />
      <span className={css['alarm']}>
        <Word text={say('drawer.leftOpen', { time: clock(since) })} short={say('drawer.leftOpenShort')} />
      </span>
    </button>
  );
}

/** Since when a drawer has been open that should be shut by now. */
export function useLeftOpen(): string | null {
  const { printing, ports } = useStores();
  const since = useStore(printing, ({ view }) => openDrawerSince(view));
  const [now, setNow] = useState(ports.now());
  useEffect(() => {
    if (since === null) return undefined;
    const left = Date.parse(since) + leftOpenMs - ports.now();
    return ports.timers.after(Math.max(0, left), () => setNow(ports.now()));
  }, [since, ports]);
  return since !== null && now - Date.parse(since) >= leftOpenMs ? since : null;
}
