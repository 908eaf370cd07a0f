/** Formats numbers: with thousands separators, with a noun in singular or plural, as a change, as a share, and as a size. */

/** Creating one for each number takes longer than formatting. */
const COUNT = new Intl.NumberFormat('en-US');

export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** `countOf(1, 'finding')` is "1 finding", `countOf(1204, 'finding')` is "1,204 findings". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** The change of a number: `+8`, `−3`, `same`. An increase is not red by itself, because the cause matters. */
export function formatChange(difference: number): string {
  if (difference === 0) return 'same';
  return `${difference > 0 ? '+' : '−'}${formatCount(Math.abs(difference))}`;
}

/** `62 %`, never rounded up to 100 %. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–';
  return part === whole ? '100 %' : `${Math.min(99, Math.round((part / whole) * 100))} %`;
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** `812 B`, `1.4 MB` */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 1_000 && unit < UNITS.length - 1) {
    amount /= 1_000;
    unit += 1;
  }
  return `${unit === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[unit]}`;
}
