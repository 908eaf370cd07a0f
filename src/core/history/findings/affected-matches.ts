/** Lists the matches that become findings: state `affected`, with a vulnerability that has records. */
import {
  describeForPackage,
  type DescribedPackage,
  type GroupVulnerability,
} from '../../advisory/vulnerability/describe-for-package.ts';
import type { Vulnerability } from '../../advisory/vulnerability/vulnerability.ts';
import type { ResolvedMatch } from '../../match/ownership/resolve-ownership.ts';

export interface AffectedMatch<Component, Told> {
  readonly component: Component;
  readonly match: ResolvedMatch;
  /** As described for the component's package. */
  readonly vulnerability: Told;
}

type MatchedPackage = DescribedPackage & { readonly matches: readonly ResolvedMatch[] };

/** Yields in the order of the findings. All versions of a package share one description of a vulnerability. */
export function* listAffectedMatches<Component extends MatchedPackage, Told extends GroupVulnerability>(
  components: Iterable<Component>,
  vulnerabilities: ReadonlyMap<string, Told>,
): Generator<AffectedMatch<Component, Told>> {
  const descriptions = new Map<string, Told>();
  for (const component of components) {
    for (const match of component.matches) {
      const known = match.state === 'affected' ? vulnerabilities.get(match.groupId) : undefined;
      if (known === undefined) continue;
      const records = match.evidence.map(({ source, recordId }) => [source, recordId]);
      const key = JSON.stringify([match.groupId, component.ecosystem, component.name, records]);
      const vulnerability = descriptions.get(key) ?? describeForPackage(known, component, match.evidence);
      descriptions.set(key, vulnerability);
      yield { component, match, vulnerability };
    }
  }
}

/** Returns the id and all aliases in upper case. */
export function toIds({ id, aliases }: Pick<Vulnerability, 'id' | 'aliases'>): string[] {
  return [...new Set([id, ...aliases].map((each) => each.toUpperCase()))].toSorted();
}
