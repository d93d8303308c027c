// What is added up so far, line by line, each with a key that takes it back. The amount above is their total.
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type SumLine, worthOf } from '../../model/adding-machine.ts';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Icon } from '../../ui/base/icons.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import css from './sum-lines.module.css';

export function SumLines({ currency }: { readonly currency: string }) {
  const { sale } = useStores();
  const { say, amount } = useWords();
  const { lines, quantity, value, refusedKey } = useStore(sale);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [lines, quantity]);
  const money = (minor: number) => amount({ value: minor, currency });
  const nameOf = (line: SumLine) => {
    if (line.type === 'off') return say('sums.lineOff', { percent: line.percent });
    return say('sums.line', { quantity: line.quantity, amount: money(line.unit) });
  };
  const worth = worthOf(lines);
  return (
    <>
      {refusedKey === null ? null : <Notice tone="warn" title={say(refusedKey)} live />}
      {lines.length === 0 && quantity === null ? null : (
        <ol ref={list} className={css['lines']} aria-label={say('sums.lines')}>
          {lines.map((line, index) => (
            // A line has no name of its own, only its place.
            <li key={index}>
              <span>{nameOf(line)}</span>
              <span className={css['worth']}>{money(worth[index] ?? 0)}</span>
              <button
                type="button"
                className={css['back']}
                aria-label={say('sums.takeBack', { line: index + 1, what: nameOf(line) })}
                onClick={() => sale.takeBack(index)}
              >
                <Icon name="cross" size={22} />
              </button>
            </li>
          ))}
          {quantity === null && value === 0 ? null : (
            <li className={css['typing']}>
              {value === 0 ? (
                <span>{say('sums.typing', { quantity: quantity ?? 1 })}</span>
              ) : (
                <>
                  <span>{say('sums.line', { quantity: quantity ?? 1, amount: money(value) })}</span>
                  <span className={css['worth']}>{money((quantity ?? 1) * value)}</span>
                </>
              )}
            </li>
          )}
        </ol>
      )}
    </>
  );
}
