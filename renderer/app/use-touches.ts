// Tells main that a person is using the till, so that it does not lock meanwhile.
import { useEffect } from 'react';
import { useStores } from '../ui/base/context.tsx';

export function useTouches(): void {
  const { people, status } = useStores();
  useEffect(() => {
    const touched = () => {
      if ((status.getState().status?.signedIn ?? null) !== null) people.touched();
    };
    const options = { capture: true, passive: true };
    window.addEventListener('pointerdown', touched, options);
    window.addEventListener('keydown', touched, options);
    return () => {
      window.removeEventListener('pointerdown', touched, options);
      window.removeEventListener('keydown', touched, options);
    };
  }, [people, status]);
}
