/** What becomes a finding: each match that says so and of whose vulnerability something is known, and by which ids it goes. */
import type { Vulnerability } from '../advisory/vulnerability.ts';
import type { SettledMatch } from '../match/ownership/settle-ownership.ts';

export interface AffectedMatch<Component, Told> {
  readonly component: Component;
  readonly match: SettledMatch;
  readonly vulnerability: Told;
}

/** In the order of the findings. */
export function listAffected<Component extends { readonly matches: readonly SettledMatch[] }, Told>(
  components: readonly Component[],
  vulnerabilities: ReadonlyMap<string, Told>,
): AffectedMatch<Component, Told>[] {
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
