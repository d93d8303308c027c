// What stands in a printer's way, and what to do about it.
import type { PrinterObstacleCode } from '#contract/devices/print-jobs.ts';
import { useWords } from '../../../ui/base/context.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';

export function Obstacle({ code }: { readonly code: PrinterObstacleCode | null }) {
  const { say } = useWords();
  if (code === null) return null;
  return (
    <Notice tone="warn" title={say(`print.is.${code}`)} live>
      <p>{say(`print.do.${code}`)}</p>
    </Notice>
  );
}
