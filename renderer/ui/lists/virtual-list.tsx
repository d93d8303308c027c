// A list of any length: only the visible rows are in the page. One stop for the Tab key; arrows move, Enter opens. Main
// is asked for more rows before the end is reached.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useRem } from '../base/use-rem.ts';
import css from './virtual-list.module.css';

/** The heading above the first row of a group. */
export interface ListGroup {
  readonly at: number;
  readonly title: string;
}

interface VirtualListProps {
  readonly label: string;
  readonly ids: readonly string[];
  readonly selected: string | null;
  readonly onOpen: (id: string) => void;
  readonly onNearEnd: () => void;
  readonly row: (id: string) => ReactNode;
  readonly more: boolean;
  /** Only visual: each row's own text says which group it belongs to. */
  readonly groups?: readonly ListGroup[];
}

const rowRem = 4.75;
const groupRem = 2.25;
const noGroups: readonly ListGroup[] = [];

export function VirtualList({
  label,
  ids,
  selected,
  onOpen,
  onNearEnd,
  row,
  more,
  groups = noGroups,
}: VirtualListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const rem = useRem();
  const [rowPx, groupPx] = [rowRem * rem, groupRem * rem];
  const titles = new Map(groups.map(({ at, title }) => [at, title]));
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (titles.has(index) ? rowPx + groupPx : rowPx),
    overscan: 8,
    getItemKey: (index) => ids[index] ?? index,
  });
  // Rows are as high as their words, also after the window went to another screen.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rem]);
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= ids.length - 30) onNearEnd();
  }, [last, ids.length, onNearEnd]);

  const current = Math.min(active, Math.max(0, ids.length - 1));
  const move = (to: number) => {
    const next = Math.max(0, Math.min(ids.length - 1, to));
    setActive(next);
    virtualizer.scrollToIndex(next);
  };
  const onKey = (event: KeyboardEvent) => {
    const steps: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    const id = ids[current];
    if (step !== undefined) move(current + step);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(ids.length - 1);
    else if (event.key === 'Enter' && id !== undefined) onOpen(id);
    else return;
    event.preventDefault();
  };
  const activeId = ids[current];
  const shown = items.some((item) => item.index === current);
  return (
    <div
      ref={scroller}
      className={css['list']}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-busy={more}
      aria-activedescendant={activeId !== undefined && shown ? `row-${activeId}` : undefined}
      onKeyDown={onKey}
    >
      <div className={css['all']} style={{ height: virtualizer.getTotalSize() }} role="presentation">
        {items.map((item) => {
          const id = ids[item.index] ?? '';
          const title = titles.get(item.index);
          return (
            <div
              key={item.key}
              role="presentation"
              className={css['place']}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {title === undefined ? null : (
                <div aria-hidden="true" className={css['group']} style={{ height: groupPx }}>
                  {title}
                </div>
              )}
              <div
                id={`row-${id}`}
                role="option"
                aria-selected={id === selected}
                aria-setsize={more ? -1 : ids.length}
                aria-posinset={item.index + 1}
                className={`${css['row']} ${item.index === current ? css['active'] : ''}`}
                style={{ height: rowPx }}
                onClick={() => {
                  setActive(item.index);
                  onOpen(id);
                }}
              >
                {row(id)}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
