/** Texts for the changes made by an analysis. */
import type { WireAnalysis } from '../../../src/api/contract/services/analysis.ts';
import { countOf, formatCount } from '../format/counts.ts';

/** `4 new findings, 2 fixed.` */
export function describeDelta({ introduced, resolved, changed }: NonNullable<WireAnalysis['delta']>): string {
  const parts = [
    ...(introduced > 0 ? [countOf(introduced, 'new finding')] : []),
    ...(resolved > 0 ? [`${formatCount(resolved)} fixed`] : []),
    ...(changed > 0 ? [`${formatCount(changed)} changed`] : []),
  ];
  return parts.length === 0 ? 'No changes.' : `${parts.join(', ')}.`;
}

/** `3 fewer than 1.12.0`, `8 more than 1.12.0`, `same as 1.12.0` */
export function describeChange(count: number, before: number, versionName: string): string {
  if (count === before) return `same as ${versionName}`;
  const difference = formatCount(Math.abs(count - before));
  return `${difference} ${count < before ? 'fewer' : 'more'} than ${versionName}`;
}
