/** The matches that become findings: affected, by a vulnerability that has records. */
import {
  describeForPackage,
  type DescribedPackage,
  type GroupVulnerability,
} from '../advisory/describe-for-package.ts';
import type { Vulnerability } from '../advisory/vulnerability.ts';
import type { SettledMatch } from '../match/ownership/settle-ownership.ts';

export interface AffectedMatch<Component, Told> {
  readonly component: Component;
  readonly match: SettledMatch;
  /** As it concerns the component. */
  readonly vulnerability: Told;
}

type MatchedPackage = DescribedPackage & { readonly matches: readonly SettledMatch[] };

/** In the order of the findings. */
export function listAffected<Component extends MatchedPackage, Told extends GroupVulnerability>(
  components: readonly Component[],
  vulnerabilities: ReadonlyMap<string, Told>,
): AffectedMatch<Component, Told>[] {
  return components.flatMap((component) =>
    component.matches
      .filter((match) => match.state === 'affected')
      .flatMap((match) => {
        const known = vulnerabilities.get(match.groupId);
        if (known === undefined) return [];
        return [{ component, match, vulnerability: describeForPackage(known, component, match.evidence) }];
      }),
  );
}

/** The id and all aliases, in capital letters. */
export function toIds({ id, aliases }: Pick<Vulnerability, 'id' | 'aliases'>): string[] {
  return [...new Set([id, ...aliases].map((each) => each.toUpperCase()))].toSorted();
}
