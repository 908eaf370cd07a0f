/** Which code to ask about, from what the records of a vulnerability name for one package. */
import { uniqueSorted } from '../../collections/text-lists.ts';
import type { NamedCode } from '../../reachability/parse-members.ts';
import type { VulnerableCode } from '../subject/subject.ts';

/**
 * A record that names no code, such as those of GitHub, is covered by one that does. A record that names code only for some of
 * its entries leaves the rest open, so nothing is asked.
 */
export function toVulnerableCode(named: readonly NamedCode[]): VulnerableCode | undefined {
  const naming = named.filter(({ packages, symbols }) => packages.length + symbols.length > 0);
  const isPrecise = naming.every(({ isPrecise: precise, packages }) => packages.length === 0 || precise.packages);
  if (naming.length === 0 || !isPrecise) return undefined;
  return {
    packages: uniqueSorted(naming.flatMap(({ packages }) => packages)),
    functions: uniqueSorted(naming.flatMap(({ packages, symbols }) => (packages.length === 0 ? symbols : []))),
  };
}
