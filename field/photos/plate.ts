// The number plate. Digits are drawn as strokes, because a fresh machine may have no font at all.
import { rect, stroke } from './svg.ts';

/** Strokes in a cell 10 wide and 16 high. */
const digits: Record<string, string> = {
  '0': 'M5 1C1 1 1 4 1 8S1 15 5 15 9 12 9 8 9 1 5 1',
  '1': 'M2 4L5.500 1V15M2.500 15H8.500',
  '2': 'M1 4C2 0 9 0 9 4.500 9 8 3 11 1 15H9',
  '3': 'M1 2.500C4 0 9 .5 8.500 4.500 8 7.500 5 7.500 4 7.500 6 7.500 9 8 9 11 9 15.500 3 16 1 13',
  '4': 'M7 15V1L1 10.500H9.500',
  '5': 'M8.500 1H2L1.500 7C4 5.500 9 6 9 10.500 9 15 3.500 16 1 13.500',
  '6': 'M8 1.500C3 1 1 6 1 10.500 1 16.500 9 16.500 9 10.800 9 6 3 6 1.200 9.500',
  '7': 'M1 1H9L4 15',
  '8': 'M5 1C0 1 0 7.500 5 7.500S10 15 5 15 0 8.500 5 7.500 10 1 5 1',
  '9': 'M8.800 6.500C7 10 1 9.500 1 5 1 0 9 0 9 5.500 9 10 7 14.500 2.500 15',
  '-': 'M2 8H8',
};

/** A plate with the PIN, `width` pixels wide, its left upper corner at x, y. */
export const numberPlate = (pin: string, x: number, y: number, width: number): string => {
  const cell = width / (pin.length * 1.25 + 0.9);
  const size = cell / 10;
  const height = cell * 1.6 + size * 9;
  const signs = [...pin].map((sign, at) => {
    const left = x + cell * 0.55 + at * cell * 1.25;
    const strokes = digits[sign] ?? 'M1 1H9V15H1Z';
    return `<g transform="translate(${left.toFixed(1)} ${(y + size * 4.5).toFixed(1)}) scale(${size.toFixed(3)})">${stroke(strokes, '#fdfdf4', 2.4, { isRound: true })}</g>`;
  });
  return (
    rect(x - size * 2, y - size * 2, width + size * 4, height + size * 4, '#f4f1e4', { round: 2 }) +
    rect(x, y, width, height, '#1e4f7a', { round: 1.5 }) +
    signs.join('')
  );
};
