// Where something may lie over a page without covering what must stay in sight.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Wanted {
  readonly area: Box;
  /** What must stay in sight. */
  readonly clear: readonly Box[];
  /** What stays in sight where there is room for both. */
  readonly rather: readonly Box[];
  readonly least: { readonly width: number; readonly height: number };
  readonly most: { readonly width: number };
}

/**
 * The largest place that covers nothing of `clear`, and nothing of `rather` where one of the least size is left then. Of
 * equal ones the right one. Where none has the least size it is the largest that there is.
 */
export function freePlace({ area, clear, rather, least, most }: Wanted): Box {
  const isEnough = (box: Box) => widthOf(box) >= least.width && heightOf(box) >= least.height;
  const careful = largestFree(area, [...clear, ...rather], most.width, isEnough);
  return isEnough(careful) ? careful : largestFree(area, clear, most.width, isEnough);
}

/** Whether a place that was found earlier still serves: then nothing moves. */
export function isFree(box: Box, { area, clear, rather }: Pick<Wanted, 'area' | 'clear' | 'rather'>): boolean {
  const inside = box.left >= area.left && box.top >= area.top && box.right <= area.right && box.bottom <= area.bottom;
  return inside && ![...clear, ...rather].some((each) => overlap(box, each));
}

function largestFree(area: Box, taken: readonly Box[], widest: number, isEnough: (box: Box) => boolean): Box {
  const within = taken.filter((each) => overlap(each, area));
  const xs = edges(
    area.left,
    area.right,
    within.flatMap(({ left, right }) => [left, right]),
  );
  const ys = edges(
    area.top,
    area.bottom,
    within.flatMap(({ top, bottom }) => [top, bottom]),
  );
  let best: Box = { left: area.right, top: area.bottom, right: area.right, bottom: area.bottom };
  for (const right of xs.toReversed()) {
    for (const left of xs) {
      if (left >= right) continue;
      for (const [index, top] of ys.entries()) {
        for (const bottom of ys.slice(index + 1)) {
          const place = { left: Math.max(left, right - widest), top, right, bottom };
          if (within.some((each) => overlap(place, each)) || !isBetter(place, best, isEnough)) continue;
          best = place;
        }
      }
    }
  }
  return best;
}

function isBetter(one: Box, other: Box, isEnough: (box: Box) => boolean): boolean {
  const [first, second] = [isEnough(one), isEnough(other)];
  if (first !== second) return first;
  return widthOf(one) * heightOf(one) > widthOf(other) * heightOf(other);
}

function edges(from: number, to: number, between: readonly number[]): number[] {
  const inside = between.filter((each) => each > from && each < to);
  return [...new Set([from, ...inside, to])].toSorted((one, other) => one - other);
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

const widthOf = ({ left, right }: Box) => right - left;
const heightOf = ({ top, bottom }: Box) => bottom - top;
