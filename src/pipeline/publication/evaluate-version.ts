/**
 * Evaluates the findings of a version with everything that is known now: matches, documents, decisions, VEX documents and
 * security profiles. Everything is read in the caller's transaction, so the same tables give the same result.
 */
import { listFindingMatches } from '../../core/history/findings/finding-subjects.ts';
import { judgeVersion, type SeenFinding, type VersionFinding } from '../../core/history/findings/version-findings.ts';
import type { OrgTx } from '../../store/database.ts';
import { ensureFindings, type FindingIdentity } from '../../store/findings/publication/finding-identities.ts';
import type { VersionSbom } from '../../store/findings/publication/published-inputs.ts';
import type { UsedProfile } from '../../store/findings/analyses/stored-analysis.ts';
import type { CurrentFinding } from '../../store/findings/publication/version-findings.ts';
import { collectYielding } from '../../store/yielding.ts';
import type { AiServices } from '../ai/ai-deps.ts';
import type { AiAvailability } from '../ai/ai-settings.ts';
import { gatherOpinions, type GatheredOpinions } from '../evaluation/gather-opinions.ts';
import type { MatchedVersion } from '../evaluation/matched-version.ts';
import { keyOf, toSubjectContext, type FindingKey, type PublishedVersion } from '../evaluation/opinion-subject.ts';
import type { JudgmentSettings } from '../../core/relevance/judge-finding.ts';
import type { Opinion } from '../../core/relevance/opinions/opinion.ts';
import { clusterQuestions, type ClusteredQuestion } from '../../core/relevance/questions/cluster-questions.ts';
import { toAskingFinding } from '../questions/asking-finding.ts';
import { replayAnswers, type ReplayedAnswer } from '../ai/assessment/replay-answers.ts';

/** Returns the identities of findings by `keyOf`; new ones begin with this version. */
export async function identifyFindings(
  tx: OrgTx,
  version: PublishedVersion,
  { components, vulnerabilities }: MatchedVersion,
  context: { readonly at: string; readonly newId: () => string },
): Promise<ReadonlyMap<string, FindingIdentity>> {
  const affected = await collectYielding(listFindingMatches(components, vulnerabilities));
  const wanted = affected.map(({ component, match }) => ({
    componentId: component.id,
    groupId: match.groupId,
    package: component.unversioned,
  }));
  const identities = await ensureFindings(tx, version, wanted, context);
  return new Map(
    wanted.flatMap((each, index) => {
      const identity = identities[index];
      return identity === undefined ? [] : [[keyOf(each), identity]];
    }),
  );
}

export interface EvaluatedVersion {
  readonly findings: readonly VersionFinding[];
  readonly profiles: readonly UsedProfile[];
  readonly questions: readonly ClusteredQuestion[];
}

export async function evaluateVersion(
  tx: OrgTx,
  version: PublishedVersion,
  matched: MatchedVersion,
  known: {
    readonly at: string;
    readonly sboms: readonly VersionSbom[];
    readonly identities: ReadonlyMap<string, FindingIdentity>;
    /** Rows that this version or the previous one published. */
    readonly before: readonly Pick<CurrentFinding, 'findingId' | 'deadline'>[];
    readonly ai: AiAvailability & { readonly parts: AiServices | undefined };
  },
): Promise<EvaluatedVersion> {
  const { components, vulnerabilities } = matched;
  const { at, sboms, identities } = known;
  const idOf = (finding: FindingKey): string => identities.get(keyOf(finding))?.id ?? '';
  const gathered = await gatherOpinions(tx, version, { at, sboms, matched, idOf });
  const { used, opinionsOf } = gathered;
  const { answers, readings, settings } = await gatherAnswers(known.ai, tx, version, { at, matched, gathered });
  const deadlines = new Map(known.before.map(({ findingId, deadline }) => [findingId, deadline]));
  const judged = judgeVersion(components, vulnerabilities, {
    ...toSubjectContext(gathered),
    at,
    opinionsOf: (finding) => ({ ...opinionsOf(finding), answers: answers.get(keyOf(finding)) ?? [] }),
    settings,
    seenOf: (finding): SeenFinding | undefined => {
      const identity = identities.get(keyOf(finding));
      const previous = identity && deadlines.get(identity.id);
      return identity && { firstSeenAt: identity.firstSeenAt, now: at, ...(previous !== undefined && { previous }) };
    },
  });
  const all = await collectYielding(judged);
  const asking = all.flatMap((each) =>
    toAskingFinding(each, {
      findingId: idOf(each.finding),
      reading: readings.get(keyOf(each.finding)),
      thresholds: settings.guards,
    }),
  );
  return {
    findings: all.map(({ finding }) => finding),
    profiles: used,
    questions: clusterQuestions(asking, gathered.answers ?? new Map()),
  };
}

// Evaluates the stored answers of models about the findings of a version against the current texts, profiles and guards
// whenever the version is published. The model is not called. If AI is disabled, the answers are shown but have no effect.
interface GatheredAnswers {
  /** By `keyOf`. */
  readonly answers: ReadonlyMap<string, readonly Opinion[]>;
  /** What the model read, by `keyOf`; empty if AI is disabled. */
  readonly readings: ReadonlyMap<string, ReplayedAnswer>;
  readonly settings: JudgmentSettings;
}

async function gatherAnswers(
  { parts, settings, off }: AiAvailability & { readonly parts: AiServices | undefined },
  tx: OrgTx,
  version: PublishedVersion,
  published: { readonly at: string; readonly matched: MatchedVersion; readonly gathered: GatheredOpinions },
): Promise<GatheredAnswers> {
  const isHeard = off === null;
  const judgment = isHeard ? { guards: settings.guards, mode: settings.mode } : {};
  if (parts === undefined || !published.gathered.hasAssessments)
    return { answers: new Map(), readings: new Map(), settings: judgment };
  const kept = await replayAnswers(parts, tx, version, { ...published, settings });
  const answers = new Map(
    [...kept].flatMap(([key, { opinion }]) =>
      opinion === null ? [] : [[key, [isHeard ? opinion : withoutEffect(opinion)]] as const],
    ),
  );
  return { answers, readings: isHeard ? kept : new Map(), settings: judgment };
}

function withoutEffect(opinion: Opinion): Opinion {
  return { ...opinion, applies: false };
}
