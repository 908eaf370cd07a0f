/** Words for a vulnerability found in several places. */
import type { WireFoundVulnerability } from '../../src/api/contract/finding.ts';
import { countOf, formatCount } from './counts.ts';

type Counted = Pick<WireFoundVulnerability, 'findings' | 'fixable' | 'packages' | 'packageCount'>;

export function describeVulnerabilityCounts({ findings, fixable, packages, packageCount }: Counted): {
  readonly fix: string;
  /** Number of packages that are not named. */
  readonly more: string;
} {
  const all = fixable === findings ? 'Available' : `For ${formatCount(fixable)} of ${formatCount(findings)}`;
  return {
    fix: fixable === 0 ? 'None' : all,
    more: `and ${countOf(packageCount - packages.length, 'more package')}`,
  };
}
