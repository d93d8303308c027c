// Empties a secret's field when it leaves the page. The focus keeper, the undo list and React may hold a removed element
// for a while, and with it what stood in it.
import { useLayoutEffect, type RefObject } from 'react';

/** `generation`: the element's `key`, where it is made anew. */
export function useEmptied(field: RefObject<HTMLInputElement | null>, generation = 0): void {
  useLayoutEffect(() => {
    const element = field.current;
    return () => {
      if (element !== null) element.value = '';
    };
  }, [field, generation]);
}
