// A QR code as a drawing of its own: dark on white in both themes, because readers want it so, with the quiet zone of
// four modules that the standard asks for (ISO/IEC 18004).
import { encodeQR } from 'qr';
import { useMemo } from 'react';

const quietModules = 4;

/** Bytes that the largest code holds with medium error correction (version 40-M). */
const mostBytes = 2_331;

/** With the quiet zone around it. Null where the text is longer than any code holds. */
function modulesOf(text: string): readonly (readonly boolean[])[] | null {
  if (new TextEncoder().encode(text).length > mostBytes) return null;
  return encodeQR(text, 'raw', { ecc: 'medium', border: quietModules });
}

/** Each run of dark modules is one piece of the path. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.map((dark, x) => {
        if (!dark || row[x - 1] === true) return '';
        const end = row.indexOf(false, x);
        const width = (end === -1 ? row.length : end) - x;
        return `M${x} ${y}h${width}v1h-${width}z`;
      }),
    )
    .join('');
}

interface QrCodeProps {
  readonly text: string;
  /** What it is, for those who cannot see it. */
  readonly label: string;
  readonly className?: string | undefined;
  /** Stands there where no code can hold the text. */
  readonly otherwise: React.ReactNode;
}

export function QrCode({ text, label, className, otherwise }: QrCodeProps) {
  const rows = useMemo(() => modulesOf(text), [text]);
  if (rows === null) return otherwise;
  const size = rows.length;
  return (
    <svg
      role="img"
      aria-label={label}
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={pathOf(rows)} fill="#000000" />
    </svg>
  );
}
