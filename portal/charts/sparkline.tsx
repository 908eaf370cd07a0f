/** A small line of a number over time, without axes. The newest value stands next to it in the table. */
import { formatCount } from '../text/format/counts.ts';
import { toPlaces } from './trend-points.ts';
import styles from './sparkline.module.css';

const [WIDTH, HEIGHT] = [96, 24];

export function Sparkline({ values, unit }: { readonly values: readonly number[]; readonly unit: string }) {
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0];
  const name = `${formatCount(last)} ${unit}, ${formatCount(first)} ${values.length} days ago`;
  return (
    // A drawing with a name, which an <img> could not draw in the colors of the page.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <svg viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} className={styles.line} role="img" aria-label={name}>
      <title>{name}</title>
      <path d={`M${toPlaces(values, Math.max(1, ...values), [WIDTH, HEIGHT]).join('L')}`} />
    </svg>
  );
}
