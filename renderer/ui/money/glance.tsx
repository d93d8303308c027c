// An overview for idle moments: the last payments, open operations, the terminals. It is shown only where a screen has
// free room.
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { StatusView } from '#contract/till/window.ts';
import { createPaymentsStore } from '../../stores/payments/payments-store.ts';
import { useStores, useWords } from '../base/context.tsx';
import css from './glance.module.css';
import { Icon } from '../base/icons.tsx';
import { useMayDecide } from '../people/use-may-decide.ts';
import { useTerminalState } from '../terminals/use-terminal-state.ts';
import { PaymentRow } from './payment-row.tsx';

/** The least height: with less it would show a heading and half a row. */
const leastRem = 20;
const shown = 4;

export function Glance() {
  const room = useRef<HTMLDivElement>(null);
  const fits = useFits(room);
  return (
    <div ref={room} className={css['room']}>
      {fits ? <Parts /> : null}
    </div>
  );
}

function useFits(room: { readonly current: HTMLElement | null }): boolean {
  const [fits, setFits] = useState(false);
  useLayoutEffect(() => {
    const { current } = room;
    if (current === null) return undefined;
    const look = () => {
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setFits(current.clientHeight >= leastRem * remPx);
    };
    const observer = new ResizeObserver(look);
    observer.observe(current);
    look();
    return () => observer.disconnect();
  }, [room]);
  return fits;
}

function Parts() {
  const { say } = useWords();
  return (
    <section className={css['glance']} aria-label={say('glance.title')}>
      <LastPayments />
      <Open />
      <Terminals />
    </section>
  );
}

function Part({ title, empty, children }: { readonly title: string; readonly empty: string; children: ReactNode[] }) {
  return (
    <div className={css['part']}>
      <h2 className={css['title']}>{title}</h2>
      {children.length === 0 ? <p className="soft">{empty}</p> : <ul>{children}</ul>}
    </div>
  );
}

function LastPayments() {
  const { ports, navigation } = useStores();
  const { say } = useWords();
  const [last] = useState(() => createPaymentsStore(ports, shown));
  const { rows, loading } = useStore(last);
  useEffect(() => last.start(), [last]);
  return (
    <Part title={say('glance.payments')} empty={loading === 'first' ? '' : say('glance.noPayments')}>
      {rows.slice(0, shown).map((payment) => (
        <li key={payment.id}>
          <button
            type="button"
            className={css['press']}
            onClick={() => navigation.go({ screen: 'payments', payId: payment.id })}
          >
            <PaymentRow payment={payment} />
          </button>
        </li>
      ))}
    </Part>
  );
}

const openOnes = [
  { text: 'status.waiting', count: 'waiting', icon: 'clock', filter: 'waiting' },
  { text: 'status.inDoubt', count: 'inDoubt', icon: 'question', filter: 'unknown' },
  { text: 'status.needsPerson', count: 'needsPerson', icon: 'person', filter: 'person' },
] as const satisfies readonly { count: keyof StatusView; [other: string]: string }[];

function Open() {
  const { status: store, navigation } = useStores();
  const { say } = useWords();
  const status = useStore(store, (state) => state.status);
  const mayDecide = useMayDecide();
  if (status === null) return null;
  return (
    <Part title={say('glance.open')} empty={say('glance.nothingOpen')}>
      {openOnes
        .filter(({ count }) => status[count] > 0)
        .map(({ text, count, icon, filter }) => (
          <li key={text}>
            <button
              type="button"
              className={css['press']}
              onClick={() => navigation.go({ screen: 'activity', filter })}
            >
              <Icon name={icon} size={22} />
              {say(filter === 'person' && !mayDecide ? 'status.toLookAt' : text, { count: status[count] })}
            </button>
          </li>
        ))}
    </Part>
  );
}

function Terminals() {
  const { shop } = useStores();
  const { say } = useWords();
  const terminals = useStore(shop, (state) => state.terminals);
  const stateOf = useTerminalState();
  return (
    <Part title={say('glance.terminals')} empty={say('glance.noTerminals')}>
      {terminals.slice(0, shown).map((terminal) => (
        <li key={terminal.id} className={css['terminal']}>
          <span>{terminal.id}</span>
          <span className="soft">{stateOf(terminal) ?? say('glance.free')}</span>
        </li>
      ))}
    </Part>
  );
}
