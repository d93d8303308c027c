// For answers that come late: whether what asked is still on the screen. What its person has left does nothing any more.
import { useEffect, useRef } from 'react';

export function useStillHere(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
