/** A finding before evaluation, as input for decisions and VEX statements. */
import {
  listAffectedMatches,
  toIds,
  type FindCode,
  type SubjectContext,
} from '../../core/history/findings/finding-subjects.ts';
import type { ComponentInVersion, FoundVulnerability } from '../../core/history/findings/version-findings.ts';
import type { VersionProfiles } from '../../core/profile/version-profiles.ts';
import type { AssessReachability } from '../../core/reachability/assess-reachability.ts';
import type { Answers } from '../../core/relevance/questions/question.ts';
import type { ComponentPlace } from '../../core/relevance/subject/subject.ts';
import type { AffectedComponent } from '../../store/findings/publication/published-inputs.ts';
import type { UsedProfile } from '../../store/findings/analyses/stored-analysis.ts';

export interface OpinionSubject {
  readonly componentId: string;
  readonly groupId: string;
  /** Id of the finding in the service; null: not published yet. */
  readonly findingId: string | null;
  /** Ecosystem and name. */
  readonly package: string;
  readonly componentVersion: string | null;
  /** Every spelling, as uploaded. */
  readonly purls: readonly string[];
  /** In upper case. */
  readonly ids: readonly string[];
  readonly vulnerability: FoundVulnerability;
  readonly places: readonly ComponentPlace[];
  readonly occurrences: ComponentInVersion['occurrences'];
}

export interface PublishedVersion {
  readonly id: string;
  readonly serviceId: string;
}

/** The places of components and the profiles of their service, which decisions may be based on. */
export interface VersionContext {
  readonly places: ReadonlyMap<string, readonly ComponentPlace[]>;
  readonly profiles: VersionProfiles;
  readonly used: readonly UsedProfile[];
  /** Absent: no analysis of calls was sent for the version. */
  readonly reachabilityOf?: AssessReachability | undefined;
  /** Absent: code named by advisories was not looked up. */
  readonly codeOf?: FindCode | undefined;
  /** Answers to questions about the service that have not expired; absent: none. */
  readonly answers?: Answers | undefined;
  /** Notes of users, by profile name. */
  readonly notes?: ReadonlyMap<string, string>;
}

/** What findings of the version are judged by. */
export function toSubjectContext({
  places,
  profiles,
  reachabilityOf,
  codeOf,
  answers,
}: VersionContext): SubjectContext {
  const { profilesOf, appliesTo } = profiles;
  return { placesOf: (id) => places.get(id), profilesOf, appliesTo, reachabilityOf, codeOf, answers };
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
    readonly idOf: (finding: FindingKey) => string | null;
    readonly placesOf: (componentId: string) => readonly ComponentPlace[];
  },
): Generator<OpinionSubject> {
  for (const { component, match, vulnerability } of listAffectedMatches(components, vulnerabilities)) {
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
