/** What becomes a finding: each match that says so and of whose vulnerability something is known, and by which ids it goes. */
import type { Vulnerability } from '../advisory/vulnerability.ts';
import type { SettledMatch } from '../match/ownership/settle-ownership.ts';
import type { ComponentInVersion, FoundVulnerability } from './version-findings.ts';

export interface AffectedMatch<Component> {
  readonly component: Component;
  readonly match: SettledMatch;
  readonly vulnerability: FoundVulnerability;
}

/** In the order of the findings. */
export function listAffected<Component extends Pick<ComponentInVersion, 'matches'>>(
  components: readonly Component[],
  vulnerabilities: ReadonlyMap<string, FoundVulnerability>,
): AffectedMatch<Component>[] {
  return components.flatMap((component) =>
    component.matches
      .filter((match) => match.state === 'affected')
      .flatMap((match) => {
        const vulnerability = vulnerabilities.get(match.groupId);
        return vulnerability === undefined ? [] : [{ component, match, vulnerability }];
      }),
  );
}

/** The id and all aliases, in capital letters. */
export function toIds({ id, aliases }: Pick<Vulnerability, 'id' | 'aliases'>): string[] {
  return [...new Set([id, ...aliases].map((each) => each.toUpperCase()))].toSorted();
}
