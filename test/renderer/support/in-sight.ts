// Whether a part of the page is in sight, as for a finger, which has no wheel.

/** All of it is inside of the page, and nothing lies over it. */
export function inSight(element: Element | null): boolean {
  if (element === null) return false;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  if (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) return false;
  return [top + 3, (top + bottom) / 2, bottom - 3].every((y) => {
    const hit = document.elementFromPoint((left + right) / 2, y);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  });
}
