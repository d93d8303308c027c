// Whether the component that asked main is still on the screen: after the person has left it, a late answer is ignored.
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
