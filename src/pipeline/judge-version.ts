/**
 * The findings of a version, judged by all that is known at the moment: what was matched, what its documents say, what people, VEX
 * documents and security profiles say. Everything is read in the transaction of the caller, so the same tables give the same answer.
 */
import { listAffected } from '../core/history/affected-matches.ts';
import type { SeenFinding } from '../core/history/finding-times.ts';
import {
  toVersionFindings,
  type ComponentInVersion,
  type FoundVulnerability,
  type VersionFinding,
} from '../core/history/version-findings.ts';
import type { OrgTx } from '../store/database.ts';
import { keepFindings, type FindingIdentity } from '../store/findings/finding-identities.ts';
import {
  listAffectedComponents,
  toSets,
  type AffectedComponent,
  type VersionSbom,
} from '../store/findings/published-inputs.ts';
import type { UsedProfile } from '../store/findings/stored-analysis.ts';
import type { PresentRow } from '../store/findings/version-findings.ts';
import { VERSION_FINDINGS_LIMIT } from './errors.ts';
import { gatherOpinions } from './gather-opinions.ts';
import { keyOf, toOpinionSubjects, type PublishedVersion } from './opinion-subject.ts';
import { readOccurrences } from './read-occurrences.ts';
import { readVulnerabilities } from './read-vulnerabilities.ts';
import { settleOwners } from './settle-owners.ts';

export interface MatchedVersion {
  readonly components: readonly (ComponentInVersion & Pick<AffectedComponent, 'places'>)[];
  /** By the id of the alias group. */
  readonly vulnerabilities: ReadonlyMap<string, FoundVulnerability>;
}

/** What was found, before anybody judges it. */
export async function readMatched(
  tx: OrgTx,
  sboms: readonly VersionSbom[],
  { at, findingsMax }: { readonly at: string; readonly findingsMax: number },
): Promise<MatchedVersion> {
  const matched = await listAffectedComponents(tx, toSets(sboms), findingsMax);
  if (matched === undefined) throw VERSION_FINDINGS_LIMIT({ findingsMax });
  const affected = await settleOwners(tx, matched, at);
  const occurrences = await readOccurrences(tx, sboms, affected);
  const components = affected.map((component) => ({
    ...component,
    occurrences: occurrences.get(component.id) ?? [],
  }));
  const matches = components.flatMap((component) => component.matches);
  return { components, vulnerabilities: await readVulnerabilities(tx, matches, at) };
}

/** Of what becomes a finding, by `keyOf`; new ones begin with this version. */
export async function identify(
  tx: OrgTx,
  version: PublishedVersion,
  { components, vulnerabilities }: MatchedVersion,
  context: { readonly at: string; readonly newId: () => string },
): Promise<ReadonlyMap<string, FindingIdentity>> {
  const wanted = listAffected(components, vulnerabilities).map(({ component, match }) => ({
    ...{ componentId: component.id, groupId: match.groupId, package: component.unversioned },
  }));
  const identities = await keepFindings(tx, version, wanted, context);
  return new Map(
    wanted.flatMap((each, index) => {
      const identity = identities[index];
      return identity === undefined ? [] : [[keyOf(each), identity]];
    }),
  );
}

export interface JudgedVersion {
  readonly findings: readonly VersionFinding[];
  readonly profiles: readonly UsedProfile[];
}

export async function judgeVersion(
  tx: OrgTx,
  version: PublishedVersion,
  matched: MatchedVersion,
  known: {
    readonly at: string;
    readonly sboms: readonly VersionSbom[];
    readonly identities: ReadonlyMap<string, FindingIdentity>;
    /** What was told before, by this version or the one before it. */
    readonly before: readonly Pick<PresentRow, 'findingId' | 'deadline'>[];
  },
): Promise<JudgedVersion> {
  const { components, vulnerabilities } = matched;
  const { at, sboms, identities } = known;
  const { places, profiles, used, opinionsOf } = await gatherOpinions(tx, version, {
    ...{ at, sboms, components },
    subjectsOf: (located) =>
      toOpinionSubjects(components, vulnerabilities, {
        idOf: (finding) => identities.get(keyOf(finding))?.id ?? '',
        placesOf: (id) => located.get(id) ?? [],
      }),
  });
  const deadlines = new Map(known.before.map(({ findingId, deadline }) => [findingId, deadline]));
  const findings = toVersionFindings(components, vulnerabilities, {
    at,
    placesOf: (id) => places.get(id),
    profilesOf: profiles.profilesOf,
    appliesTo: profiles.appliesTo,
    opinionsOf,
    seenOf: (finding): SeenFinding | undefined => {
      const identity = identities.get(keyOf(finding));
      const previous = identity && deadlines.get(identity.id);
      return identity && { firstSeenAt: identity.firstSeenAt, now: at, ...(previous !== undefined && { previous }) };
    },
  });
  return { findings, profiles: used };
}
