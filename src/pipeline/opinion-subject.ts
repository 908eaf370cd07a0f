/** A finding before it is judged, as those who have an opinion about it know it. */
import { listAffected, toIds } from '../core/history/affected-matches.ts';
import type { ComponentInVersion, FoundVulnerability } from '../core/history/version-findings.ts';
import type { VersionProfiles } from '../core/profile/version-profiles.ts';
import type { ComponentPlace } from '../core/relevance/subject.ts';
import type { AffectedComponent } from '../store/findings/published-inputs.ts';
import type { UsedProfile } from '../store/findings/stored-analysis.ts';

export interface OpinionSubject {
  readonly componentId: string;
  readonly groupId: string;
  /** Of the service. */
  readonly findingId: string;
  /** Ecosystem and name. */
  readonly package: string;
  readonly componentVersion: string | null;
  /** As sent, each spelling. */
  readonly purls: readonly string[];
  /** In capital letters. */
  readonly ids: readonly string[];
  readonly vulnerability: FoundVulnerability;
  readonly places: readonly ComponentPlace[];
  readonly occurrences: ComponentInVersion['occurrences'];
}

export interface PublishedVersion {
  readonly id: string;
  readonly serviceId: string;
}

/** Where components are and what the profiles of their service say, which the opinions of people may rest on. */
export interface Surroundings {
  readonly places: ReadonlyMap<string, readonly ComponentPlace[]>;
  readonly profiles: VersionProfiles;
  readonly used: readonly UsedProfile[];
  /** What people have noted, by the name of the profile. */
  readonly notes?: ReadonlyMap<string, string>;
}

export interface FindingKey {
  readonly componentId: string;
  readonly groupId: string;
}

export function keyOf({ componentId, groupId }: FindingKey): string {
  return `${componentId} ${groupId}`;
}

type LocatedComponent = ComponentInVersion & Pick<AffectedComponent, 'places'>;

/** In the order of the findings. */
export function* toOpinionSubjects(
  components: readonly LocatedComponent[],
  vulnerabilities: ReadonlyMap<string, FoundVulnerability>,
  {
    idOf,
    placesOf,
  }: {
    readonly idOf: (finding: FindingKey) => string;
    readonly placesOf: (componentId: string) => readonly ComponentPlace[];
  },
): Generator<OpinionSubject> {
  for (const { component, match, vulnerability } of listAffected(components, vulnerabilities)) {
    const key = { componentId: component.id, groupId: match.groupId };
    yield {
      ...key,
      findingId: idOf(key),
      package: component.unversioned,
      componentVersion: component.version,
      purls: [...new Set([component.purl, ...component.places.map(({ purl }) => purl)])].filter(
        (purl) => purl !== null,
      ),
      ids: toIds(vulnerability),
      vulnerability,
      places: placesOf(component.id),
      occurrences: component.occurrences,
    };
  }
}
