// Keeps the focus from dropping to the page. When the focused element is removed, the focus moves to what replaced it;
// when that is removed too, it goes back. One keeper serves all panels and dialogs, so that none misses a case.
interface Place {
  readonly element: HTMLElement;
  /** Finds the element again after React made it anew: a new element with the same words. */
  readonly name: string;
  /** The ancestors, innermost first. */
  readonly around: readonly HTMLElement[];
}

/** How many places are remembered to go back to. */
const mostLeft = 20;
/** A button that sends or gives money away (ui/base/button.tsx): it never gets the focus by itself. */
const guarded = '[data-guarded]';
const focusable = 'button, input, select, textarea, summary, a[href], [tabindex]';

export function keepFocus(): () => void {
  let left: Place[] = [];
  let current: Place | null = null;
  /** A button that is disabled while main answers what it asked for. */
  let resting: Place | null = null;
  let moving = false;

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const dialog = target.closest('dialog');
    // Another screen: the places of the one before are gone.
    if (target.matches('main') && !moving) left = [];
    else if (current !== null && dialog !== null && current.element.closest('dialog') !== dialog) leave(current);
    if (!isNowhere(target)) resting = null;
    current = placeOf(target);
  };
  const leave = (place: Place) => {
    left = [...left, place].slice(-mostLeft);
  };
  const move = (element: HTMLElement | null) => {
    moving = true;
    element?.focus({ preventScroll: true });
    moving = false;
  };
  const goBack = (): boolean => {
    const index = left.findLastIndex((place) => standsAgain(place) !== null);
    const place = left[index];
    if (place === undefined) return false;
    left = left.slice(0, index);
    move(standsAgain(place));
    return true;
  };
  const replace = (lost: Place) => {
    if (goBack()) return;
    leave(lost);
    move(headingNear(lost));
  };
  /** The button can be pressed again, or was replaced: gives the focus back. */
  const wake = (place: Place) => {
    const { element } = place;
    if (element.isConnected && !isUsable(element)) return;
    resting = null;
    if (!isNowhere(document.activeElement)) return;
    if (!element.isConnected) replace(place);
    else if (!element.matches(guarded)) move(element);
  };
  const look = () => {
    if (resting !== null) {
      wake(resting);
      return;
    }
    const { activeElement } = document;
    if (current === null || isUsable(current.element)) return;
    if (activeElement !== document.body && activeElement !== current.element && activeElement !== null) return;
    const lost = current;
    current = null;
    if (lost.element.isConnected && lost.element.checkVisibility()) {
      move(lost.element.closest<HTMLElement>('[tabindex="-1"]'));
      resting = lost;
    } else replace(lost);
  };

  const observer = new MutationObserver(look);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'class', 'open', 'hidden'],
  });
  document.addEventListener('focusin', onFocus);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
  };
}

function nameOf(element: Element): string {
  return `${element.tagName} ${element.ariaLabel ?? element.textContent ?? ''}`;
}

function placeOf(element: HTMLElement): Place {
  const around: HTMLElement[] = [];
  for (let each = element.parentElement; each !== null && each !== document.body; each = each.parentElement) {
    around.push(each);
  }
  return { element, name: nameOf(element), around };
}

/** The page itself, or a part of it that gets the focus only by code. */
function isNowhere(element: Element | null): boolean {
  return element === null || element.matches('body, [tabindex="-1"]');
}

function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility();
}

function standsAgain({ element, name }: Place): HTMLElement | null {
  if (isUsable(element)) return element;
  const alike = [...document.querySelectorAll<HTMLElement>('main button, main summary')];
  return alike.find((each) => !each.matches(guarded) && nameOf(each) === name && isUsable(each)) ?? null;
}

/** The heading of the nearest ancestor that is still shown; without a heading, the nearest focusable part. */
function headingNear({ around }: Place): HTMLElement | null {
  for (const part of around) {
    if (!part.isConnected || !part.checkVisibility()) continue;
    const headings = [...part.querySelectorAll<HTMLElement>('h1, h2, h3')];
    const heading = headings.find((each) => each.checkVisibility());
    if (heading !== undefined) {
      if (!heading.matches(focusable)) heading.tabIndex = -1;
      return heading;
    }
    const parts = [part, ...part.querySelectorAll<HTMLElement>('[tabindex="-1"]')];
    const found = parts.find((each) => each.matches(focusable) && each.checkVisibility());
    if (found !== undefined) return found;
  }
  return document.querySelector('main');
}
