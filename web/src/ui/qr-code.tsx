import { encode } from 'uqr';

/** Modules of quiet zone that readers need around the code. */
const quietZone = 4;

/** Least size in px, and px of a module: a code of a thousand characters must be read from a screen too. */
const leastSize = 208;
const moduleSize = 2.6;

/** A text as a QR code, drawn in the browser because the text is a secret. Black on white in every colour scheme. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const side = Math.max(leastSize, Math.round(size * moduleSize));
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={side}
      height={side}
      style={{ maxWidth: '100%' }}
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" rx={1} />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
};
