// Finds the place of a pane that lies over the page, and another one when the page changes beneath it.
import { useEffect, useState } from 'react';
import { type Box, freePlace, isFree } from '../../model/free-place.ts';

/** The amount, how it ended, and the steps of a page; the keys, where there is room for them beside the pane. */
const mustStay = '[data-in-sight], [data-guarded]';
const betterStay = '[data-keypad], [data-keypad-whole]';
/** A little air around them. */
const air = 4;

export const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** In the coordinates of the window; null while it is not wanted. */
export function useFreePlace(wanted: boolean): Box | null {
  const [place, setPlace] = useState<Box | null>(null);
  useEffect(() => {
    const main = document.querySelector('main');
    if (!wanted || main === null) {
      setPlace(null);
      return undefined;
    }
    let asked = 0;
    const look = () => {
      asked = 0;
      const found = measured(main);
      setPlace((before) => (before !== null && isFree(before, found) ? before : freePlace(found)));
    };
    const lookSoon = () => {
      asked ||= requestAnimationFrame(look);
    };
    look();
    const sizes = new ResizeObserver(lookSoon);
    sizes.observe(main);
    const changes = new MutationObserver(lookSoon);
    changes.observe(main, { subtree: true, childList: true, characterData: true, attributes: true });
    // What is scrolled to moves beneath it.
    main.addEventListener('scroll', lookSoon, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(asked);
      sizes.disconnect();
      changes.disconnect();
      main.removeEventListener('scroll', lookSoon, { capture: true });
    };
  }, [wanted]);
  return place;
}

function measured(main: Element) {
  const rem = remPx();
  return {
    area: boxOf(main.getBoundingClientRect(), 0),
    clear: boxesOf(main, mustStay),
    rather: boxesOf(main, betterStay),
    least: { width: 17 * rem, height: 14.25 * rem },
    most: { width: 27.5 * rem },
  };
}

function boxesOf(main: Element, which: string): Box[] {
  return [...main.querySelectorAll(which)]
    .filter((each) => each.checkVisibility())
    .map((each) => boxOf(each.getBoundingClientRect(), air));
}

const boxOf = ({ left, top, right, bottom }: DOMRect, more: number): Box => ({
  left: left - more,
  top: top - more,
  right: right + more,
  bottom: bottom + more,
});
