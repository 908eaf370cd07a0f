/**
 * Evaluates the findings of a version repeatedly with other profiles, without writing anything. Data that does not depend on
 * profiles is read once; decisions are evaluated again only if they cite a profile.
 */
import { LIMITS } from '../../core/limits.ts';
import { toVersionFindings, type VersionFinding } from '../../core/history/findings/version-findings.ts';
import type { FindingRating } from '../../core/profile/impact.ts';
import type { ProfileView } from '../../core/profile/profile-view.ts';
import {
  toVersionProfiles,
  type LoadedProfile,
  type ProfiledDocument,
  type VersionProfiles,
} from '../../core/profile/version-profiles.ts';
import type { Opinion } from '../../core/relevance/opinions/opinion.ts';
import type { OrgTx } from '../../store/database.ts';
import { listEffectiveSboms } from '../../store/findings/publication/published-inputs.ts';
import { listCurrentFindings, type CurrentFinding } from '../../store/findings/publication/version-findings.ts';
import { collectYielding } from '../../store/yielding.ts';
import type { AiServices } from '../ai/ai-deps.ts';
import type { PipelineDeps } from '../deps.ts';
import { gatherDecisions, gatherOpinions, type GatheredOpinions } from '../evaluation/gather-opinions.ts';
import { loadMatchedVersion, type MatchedVersion } from '../evaluation/matched-version.ts';
import { toProfiledDocument } from './load-profiles.ts';
import {
  keyOf,
  toSubjectContext,
  type FindingKey,
  type PublishedVersion,
  type VersionContext,
} from '../evaluation/opinion-subject.ts';
import type { JudgmentSettings } from '../../core/relevance/judge-finding.ts';
import { getAiAvailability } from '../ai/ai-settings.ts';
import { toAssessmentSubjects } from '../ai/assessment/assessment-subject.ts';
import { reevaluateAnswer, replayAnswers } from '../ai/assessment/replay-answers.ts';

export interface ImpactBaseline {
  readonly orgId: string;
  readonly at: string;
  readonly version: PublishedVersion;
  readonly matched: MatchedVersion;
  readonly gathered: GatheredOpinions;
  readonly documents: readonly ProfiledDocument[];
  /** Stored answers of a model, if they count. */
  readonly answerReplay: AnswerReplay | undefined;
  /** Whether there were more findings than the limit. */
  readonly more: boolean;
}

export async function loadImpactBaseline(
  tx: OrgTx,
  version: PublishedVersion,
  { at, ai }: { readonly at: string; readonly ai: AiServices | undefined },
): Promise<ImpactBaseline> {
  const sboms = await listEffectiveSboms(tx, version.id);
  const all = await loadMatchedVersion(tx, sboms, { at, findingsMax: LIMITS.findingsPerVersionMax });
  const present = await listCurrentFindings(tx, version.id);
  const { matched, more } = keepWorst(all, present);
  const ids = new Map(present.map((row) => [keyOf(row), row.findingId]));
  const idOf = (finding: FindingKey): string | null => ids.get(keyOf(finding)) ?? null;
  const gathered = await gatherOpinions(tx, version, { at, sboms, matched, idOf });
  const documents = sboms.flatMap(toProfiledDocument);
  const answerReplay = await prepareAnswerReplay(ai, tx, version, { at, matched, gathered });
  return { orgId: tx.orgId, at, version, matched, gathered, documents, answerReplay, more };
}

/** Keeps whole components, those with the worst findings first. */
function keepWorst(
  matched: MatchedVersion,
  present: readonly CurrentFinding[],
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
export async function evaluateWithProfiles(
  deps: Pick<PipelineDeps, 'database'>,
  bench: ImpactBaseline,
  profiles: readonly LoadedProfile[],
  asked?: Set<string>,
): Promise<ReadonlyMap<string, EvaluatedStanding>> {
  const { matched, gathered, documents } = bench;
  const plain = toVersionProfiles(profiles, documents);
  const { profilesOf, appliesTo } = asked === undefined ? plain : trackUsedFields(plain, asked);
  const decisions = await reevaluateDecisions(deps, bench, { profilesOf, appliesTo });
  const answersOf = bench.answerReplay?.answersWith({ profilesOf, appliesTo });
  const folded = toVersionFindings(matched.components, matched.vulnerabilities, {
    ...toSubjectContext({ ...gathered, profiles: { profilesOf, appliesTo } }),
    opinionsOf: (finding) => {
      const opinions = { ...gathered.opinionsOf(finding), answers: answersOf?.get(keyOf(finding)) ?? [] };
      return decisions === undefined ? opinions : { ...opinions, decisions: decisions.get(keyOf(finding)) ?? [] };
    },
    ...(bench.answerReplay !== undefined && { settings: bench.answerReplay.settings }),
  });
  const findings = await collectYielding(folded);
  return new Map(findings.map((finding) => [keyOf(finding), toStanding(finding)]));
}

function trackUsedFields({ profilesOf, appliesTo }: VersionProfiles, asked: Set<string>): VersionProfiles {
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

export interface EvaluatedStanding extends FindingRating {
  readonly vulnerability: string;
  readonly package: string;
  readonly componentId: string;
}

function toStanding({ relevance, band, canonicalId, packageName, componentId }: VersionFinding): EvaluatedStanding {
  return { status: relevance, band, vulnerability: canonicalId, package: packageName, componentId };
}

/** Returns undefined if no decision cites a profile, so that the decisions stay as they are. */
async function reevaluateDecisions(
  { database }: Pick<PipelineDeps, 'database'>,
  { orgId, at, version, gathered }: ImpactBaseline,
  profiles: GatheredOpinions['profiles'],
): Promise<ReadonlyMap<string, readonly Opinion[]> | undefined> {
  const { subjects } = gathered;
  const isCiting = subjects.some((subject) =>
    gathered.opinionsOf(subject).decisions?.some(({ evidence }) => evidence.some(({ type }) => type === 'profile')),
  );
  if (!isCiting) return undefined;
  const around = { places: gathered.places, profiles, used: gathered.used };
  return await database.inOrg(orgId, async (tx) => await gatherDecisions(tx, version, { at, subjects, around }));
}

// Evaluates stored answers of a model against other profiles, to show the effect of a profile change. It assumes that the model
// would answer the same; the model is not called.
interface AnswerReplay {
  readonly settings: JudgmentSettings;
  /** By `keyOf`. */
  readonly answersWith: (
    profiles: Pick<VersionContext['profiles'], 'profilesOf' | 'appliesTo'>,
  ) => ReadonlyMap<string, readonly Opinion[]>;
}

/** Returns undefined if AI has no effect, or the model was never asked. */
async function prepareAnswerReplay(
  ai: AiServices | undefined,
  tx: OrgTx,
  version: PublishedVersion,
  {
    at,
    matched,
    gathered,
  }: { readonly at: string; readonly matched: MatchedVersion; readonly gathered: GatheredOpinions },
): Promise<AnswerReplay | undefined> {
  const { settings, off } = await getAiAvailability(ai, tx, version.serviceId);
  if (ai === undefined || off !== null || !gathered.hasAssessments) return undefined;
  const kept = await replayAnswers(ai, tx, version, { at, matched, gathered, settings });
  const isRead = ({ id, matches }: MatchedVersion['components'][number]): boolean =>
    matches.some(({ groupId }) => kept.has(keyOf({ componentId: id, groupId })));
  const read = { ...matched, components: matched.components.filter(isRead) };
  return {
    settings: { guards: settings.guards, mode: settings.mode },
    answersWith: (profiles) => {
      const answers = new Map<string, readonly Opinion[]>();
      for (const { key, subject } of toAssessmentSubjects(read, { ...gathered, profiles })) {
        const replayed = kept.get(key);
        const opinion = replayed && reevaluateAnswer(replayed, subject, { settings, at });
        if (opinion !== undefined && opinion !== null) answers.set(key, [opinion]);
      }
      return answers;
    },
  };
}
