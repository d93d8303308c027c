// A page that replaces another one in the same pane begins at its top, wherever the one before was scrolled to.
import { useLayoutEffect, useRef } from 'react';

/** `page`: another one begins at the top. */
export function FromTop({ page }: { readonly page: string }) {
  const here = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    for (let each = here.current?.parentElement ?? null; each !== null; each = each.parentElement) each.scrollTop = 0;
  }, [page]);
  return <span ref={here} hidden />;
}
