// The training printer beside the till: the paper that hangs from it, and a hand for what goes wrong with a real one. Where
// the window is too small for both it is put away at first; shown, it lies over what the page needs least, never over the
// amount or a step.
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { TrainingAction, TrainingPaperItem, TrainingPrinterView } from '#contract/devices/printing.ts';
import type { Box } from '../../model/free-place.ts';
import type { TextKey } from '#texts/index.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Icon } from '../../ui/base/icons.tsx';
import { QrCode } from '../../ui/feedback/qr-code.tsx';
import statusCss from '../status/status-line.module.css';
import css from './training-pane.module.css';
import { remPx, useFreePlace } from './use-free-place.ts';

/** As the pane's style has it: screens lay themselves out by the window's width, and need most of it. */
const roomForBoth = '(min-width: 103.51rem)';

function listenToRoom(told: () => void): () => void {
  const room = window.matchMedia(roomForBoth);
  room.addEventListener('change', told);
  return () => room.removeEventListener('change', told);
}

/** It stands there from the start where there is room, so that nothing moves when paper comes. */
function usePaneOpen(): boolean {
  const wanted = useStore(useStores().printing, (state) => state.paneOpen);
  const room = useSyncExternalStore(listenToRoom, () => window.matchMedia(roomForBoth).matches);
  return wanted ?? room;
}

/** In the status line: shows the printer, or puts it away. */
export function TrainingButton() {
  const { say } = useWords();
  const { printing } = useStores();
  const there = useStore(printing, ({ view }) => view.training !== null);
  const open = usePaneOpen();
  if (!there) return null;
  return (
    <button
      type="button"
      className={`${statusCss['part']} ${statusCss['press']}`}
      aria-expanded={open}
      onClick={() => printing.showPane(!open)}
    >
      <Icon name="receipt" size={20} />
      <span className={`${statusCss['counted']} ${statusCss['spare']}`}>{say('training.title')}</span>
    </button>
  );
}

export function TrainingPane() {
  const { printing } = useStores();
  const training = useStore(printing, ({ view }) => view.training);
  const open = usePaneOpen();
  const beside = useSyncExternalStore(listenToRoom, () => window.matchMedia(roomForBoth).matches);
  const shown = training !== null && open;
  const place = useFreePlace(shown && !beside);
  if (!shown || (!beside && place === null)) return null;
  return <Pane training={training} place={beside ? null : place} />;
}

interface PaneProps {
  readonly training: TrainingPrinterView;
  /** Over the page; null: beside it. */
  readonly place: Box | null;
}

function Pane({ training, place }: PaneProps) {
  const { printing, ports } = useStores();
  const { say } = useWords();
  const act = (action: TrainingAction) => void ports.bridge.ask('handleTrainingPrinter', { action });
  const { paperOut, coverOpen, cablePulled, drawerOpen, paper } = training;
  const said: readonly TextKeyOf[] = [
    ...(cablePulled ? (['training.isPulled'] as const) : []),
    ...(coverOpen ? (['print.is.cover-open'] as const) : []),
    ...(paperOut ? (['print.is.paper-out'] as const) : []),
    ...(drawerOpen ? (['drawer.isOpen'] as const) : []),
  ];
  return (
    <aside
      ref={(pane) => {
        if (pane !== null) putAt(pane, place);
      }}
      className={`${css['pane']} ${place === null ? '' : css['over']} ${place !== null && isTight(place) ? css['tight'] : ''}`}
      aria-label={say('training.title')}
    >
      <header className={css['head']}>
        <h2>{say('training.title')}</h2>
        <Button kind="quiet" icon="cross" onPress={() => printing.showPane(false)}>
          {say('training.putAway')}
        </Button>
      </header>
      <p className={css['state']} role="status">
        {said.length === 0 ? say('print.ready') : said.map((key) => say(key)).join(' ')}
      </p>
      <Paper items={paper} />
      <div className={css['hand']} role="group" aria-label={say('training.hand')}>
        <Button onPress={() => act('paper')}>{say(paperOut ? 'training.paperIn' : 'training.paperOut')}</Button>
        <Button onPress={() => act('cover')}>{say(coverOpen ? 'training.closeCover' : 'training.openCover')}</Button>
        <Button onPress={() => act('cable')}>{say(cablePulled ? 'training.plugCable' : 'training.pullCable')}</Button>
        {drawerOpen ? <Button onPress={() => act('shut-drawer')}>{say('training.shutDrawer')}</Button> : null}
        <Button disabled={paper.length === 0} onPress={() => act('tear-off')}>
          {say('training.tearOff')}
        </Button>
      </div>
    </aside>
  );
}

/** Its name then stands in the status line alone. */
function isTight({ left, top, right, bottom }: Box): boolean {
  return bottom - top < 18 * remPx() || right - left < 22 * remPx();
}

/** By the style's own properties: the page's policy allows no style in an attribute. */
function putAt({ style }: HTMLElement, place: Box | null): void {
  style.left = place === null ? '' : `${place.left}px`;
  style.top = place === null ? '' : `${place.top}px`;
  style.width = place === null ? '' : `${place.right - place.left}px`;
  style.height = place === null ? '' : `${place.bottom - place.top}px`;
}

type TextKeyOf = Extract<TextKey, 'training.isPulled' | 'print.is.cover-open' | 'print.is.paper-out' | 'drawer.isOpen'>;

/** The newest line stays in sight. */
function Paper({ items }: { readonly items: readonly TrainingPaperItem[] }) {
  const { say } = useWords();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (end.current !== null) end.current.scrollTop = end.current.scrollHeight;
  }, [items]);
  return (
    <div ref={end} className={css['roll']} tabIndex={0} role="log" aria-label={say('training.paper')}>
      {items.length === 0 ? <p className={css['none']}>{say('training.noPaper')}</p> : null}
      {/* Lines come at the end only, or all go at once. */}
      {items.map((item, index) => (
        <Item key={`${index}`} item={item} />
      ))}
    </div>
  );
}

function Item({ item }: { readonly item: TrainingPaperItem }) {
  const { say } = useWords();
  switch (item.type) {
    case 'line':
      return (
        <pre className={`${css['line']} ${item.bold ? css['bold'] : ''} ${item.large ? css['large'] : ''}`}>
          {item.text}
        </pre>
      );
    case 'qr':
      return (
        <QrCode text={item.data} label={say('training.qr')} className={css['qr']} otherwise={<pre>{item.data}</pre>} />
      );
    case 'barcode':
      return <pre className={css['line']}>{`||| ${item.data} |||`}</pre>;
    case 'picture':
      return <pre className={css['line']}>{say('training.picture', { width: item.width, height: item.height })}</pre>;
    case 'cut':
      return <hr className={css['cut']} />;
  }
}
