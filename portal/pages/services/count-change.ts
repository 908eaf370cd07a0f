/** Formats the change of a number. An increase is not red by itself, because the cause matters. */
import { formatCount } from '../../text/format/counts.ts';

/** `+8`, `−3`, `same` */
export function toSigned(difference: number): string {
  if (difference === 0) return 'same';
  return `${difference > 0 ? '+' : '−'}${formatCount(Math.abs(difference))}`;
}

/** `62 %`, never rounded up to 100 %. */
export function toShare(part: number, whole: number): string {
  if (whole === 0) return '–';
  return part === whole ? '100 %' : `${Math.min(99, Math.round((part / whole) * 100))} %`;
}
