/**
 * Evaluates the findings of a version repeatedly with other profiles, without writing anything. Data that does not depend on
 * profiles is read once; decisions are evaluated again only if they cite a profile.
 */
import { LIMITS } from '../core/limits.ts';
import { toVersionFindings, type VersionFinding } from '../core/history/version-findings.ts';
import type { Standing } from '../core/profile/compare-standings.ts';
import type { ProfileView } from '../core/profile/profile-view.ts';
import {
  toVersionProfiles,
  type LoadedProfile,
  type ProfiledDocument,
  type VersionProfiles,
} from '../core/profile/version-profiles.ts';
import type { Opinion } from '../core/relevance/opinion.ts';
import type { OrgTx } from '../store/database.ts';
import { listSpeakingSboms } from '../store/findings/published-inputs.ts';
import { listPresent, type PresentRow } from '../store/findings/version-findings.ts';
import { collectInTurns } from '../store/take-turns.ts';
import type { AiParts } from './ai/ai-deps.ts';
import { hearReadings, type HeardReadings } from './ai/hear-readings.ts';
import type { PipelineDeps } from './deps.ts';
import { gatherDecisions } from './gather-decisions.ts';
import { gatherOpinions, type Gathered } from './gather-opinions.ts';
import { readMatched, type MatchedVersion } from './matched-version.ts';
import { toProfiledDocument } from './load-profiles.ts';
import { keyOf, toOpinionSubjects, type OpinionSubject, type PublishedVersion } from './opinion-subject.ts';

export interface ImpactBench {
  readonly orgId: string;
  readonly at: string;
  readonly version: PublishedVersion;
  readonly matched: MatchedVersion;
  readonly gathered: Gathered;
  readonly documents: readonly ProfiledDocument[];
  readonly subjects: readonly OpinionSubject[];
  /** Stored answers of a model, if they count. */
  readonly heard: HeardReadings | undefined;
  /** Whether there were more findings than the limit. */
  readonly more: boolean;
}

export async function openBench(
  tx: OrgTx,
  version: PublishedVersion,
  { at, ai }: { readonly at: string; readonly ai: AiParts | undefined },
): Promise<ImpactBench> {
  const sboms = await listSpeakingSboms(tx, version.id);
  const all = await readMatched(tx, sboms, { at, findingsMax: LIMITS.findingsPerVersionMax });
  const present = await listPresent(tx, version.id);
  const { matched, more } = keepWorst(all, present);
  const { components, vulnerabilities } = matched;
  const ids = new Map(present.map((row) => [keyOf(row), row.findingId]));
  let subjects: readonly OpinionSubject[] = [];
  const subjectsOf = (places: Gathered['places']): readonly OpinionSubject[] => {
    subjects = [
      ...toOpinionSubjects(components, vulnerabilities, {
        idOf: (finding) => ids.get(keyOf(finding)) ?? '',
        placesOf: (id) => places.get(id) ?? [],
      }),
    ];
    return subjects;
  };
  const gathered = await gatherOpinions(tx, version, { at, sboms, components, subjectsOf });
  const documents = sboms.flatMap(toProfiledDocument);
  const heard = await hearReadings(ai, tx, version, { at, matched, gathered });
  return { orgId: tx.orgId, at, version, matched, gathered, documents, subjects, heard, more };
}

/** Keeps whole components, those with the worst findings first. */
function keepWorst(
  matched: MatchedVersion,
  present: readonly PresentRow[],
): { readonly matched: MatchedVersion; readonly more: boolean } {
  const total = matched.components.reduce((sum, { matches }) => sum + matches.length, 0);
  if (total <= LIMITS.impactFindingsMax) return { matched, more: false };
  const ranks = Map.groupBy(present, ({ componentId }) => componentId);
  const rankOf = (id: string): number => Math.max(0, ...(ranks.get(id) ?? []).map(({ severityRank }) => severityRank));
  const sorted = matched.components
    .map((component) => ({ component, rank: rankOf(component.id) }))
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ component }) => component);
  let left = LIMITS.impactFindingsMax;
  const components = sorted.filter(({ matches }) => {
    left -= matches.length;
    return left >= 0;
  });
  return { matched: { ...matched, components }, more: true };
}

/**
 * Returns the result by `keyOf`. `asked` receives the paths of the fields that were used: another value of any other field would
 * not change the result.
 */
export async function foldWith(
  deps: Pick<PipelineDeps, 'database'>,
  bench: ImpactBench,
  profiles: readonly LoadedProfile[],
  asked?: Set<string>,
): Promise<ReadonlyMap<string, JudgedStanding>> {
  const { matched, gathered, documents } = bench;
  const plain = toVersionProfiles(profiles, documents);
  const { profilesOf, appliesTo } = asked === undefined ? plain : noteAsked(plain, asked);
  const decisions = await decideAgain(deps, bench, { profilesOf, appliesTo });
  const answersOf = bench.heard?.answersWith({ profilesOf, appliesTo });
  const folded = toVersionFindings(matched.components, matched.vulnerabilities, {
    placesOf: (id) => gathered.places.get(id),
    ...{ profilesOf, appliesTo },
    opinionsOf: (finding) => {
      const said = { ...gathered.opinionsOf(finding), answers: answersOf?.get(keyOf(finding)) ?? [] };
      return decisions === undefined ? said : { ...said, decisions: decisions.get(keyOf(finding)) ?? [] };
    },
    ...(bench.heard !== undefined && { settings: bench.heard.settings }),
  });
  const findings = await collectInTurns(folded);
  return new Map(findings.map((finding) => [keyOf(finding), toStanding(finding)]));
}

function noteAsked({ profilesOf, appliesTo }: VersionProfiles, asked: Set<string>): VersionProfiles {
  const listening = new Map<ProfileView, ProfileView>();
  const plain = new Map<ProfileView, ProfileView>();
  const listen = (view: ProfileView): ProfileView => {
    const known = (path: string): ReturnType<ProfileView['known']> => {
      asked.add(path);
      return view.known(path);
    };
    const other = listening.get(view) ?? { ...view, known };
    listening.set(view, other);
    plain.set(other, view);
    return other;
  };
  return {
    profilesOf: (places) => profilesOf(places).map(listen),
    appliesTo: (view, place) => appliesTo(plain.get(view) ?? view, place),
  };
}

export interface JudgedStanding extends Standing {
  readonly vulnerability: string;
  readonly package: string;
  readonly componentId: string;
}

function toStanding({ relevance, band, canonicalId, packageName, componentId }: VersionFinding): JudgedStanding {
  return { status: relevance, band, vulnerability: canonicalId, package: packageName, componentId };
}

/** Returns undefined if no decision cites a profile, so that the decisions stay as they are. */
async function decideAgain(
  { database }: Pick<PipelineDeps, 'database'>,
  { orgId, at, version, subjects, gathered }: ImpactBench,
  profiles: Gathered['profiles'],
): Promise<ReadonlyMap<string, readonly Opinion[]> | undefined> {
  const isCiting = subjects.some((subject) =>
    gathered.opinionsOf(subject).decisions?.some(({ evidence }) => evidence.some(({ type }) => type === 'profile')),
  );
  if (!isCiting) return undefined;
  const around = { places: gathered.places, profiles, used: gathered.used };
  return await database.inOrg(orgId, async (tx) => await gatherDecisions(tx, version, { at, subjects, around }));
}
