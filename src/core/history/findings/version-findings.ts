/** Turns the matches of components into findings, for a version or for a document that is only scanned. */
import type { GroupVulnerability } from '../../advisory/vulnerability/describe-for-package.ts';
import { rankOf } from '../../advisory/severity/severity-rank.ts';
import type { Remarks } from '../../advisory/vulnerability/remarks.ts';
import type { Vulnerability } from '../../advisory/vulnerability/vulnerability.ts';
import type { ExploitFacts } from '../../advisory/enrichment/enrichment.ts';
import { uniqueSorted } from '../../collections/text-lists.ts';
import { isEndOfLife, type Release } from '../../identity/distro/end-of-life.ts';
import type { MatchEvidence, PackageMatch } from '../../match/match.ts';
import type { ResolvedMatch } from '../../match/ownership/resolve-ownership.ts';
import { type Deadline, type PreviousDeadline, updateDueDate } from '../../relevance/priority/deadline.ts';
import { judgeFinding, type JudgmentSettings, type StoredOpinions } from '../../relevance/judge-finding.ts';
import type { Opinion, Verdict } from '../../relevance/opinions/opinion.ts';
import type { Priority } from '../../relevance/priority/priority.ts';
import type { ComponentPlace, Subject } from '../../relevance/subject/subject.ts';
import { toFindingFix } from '../../remediation/finding-fix.ts';
import { toIds, listFindingSubjects, type FindingSubject, type SubjectContext } from './finding-subjects.ts';
import type { FixState } from '../../vocabulary/finding.ts';
import type { Band } from '../../vocabulary/priority.ts';
import type { Relevance } from '../../vocabulary/relevance.ts';
import { isBefore, laterOf } from '../../relevance/calendar.ts';

export interface Occurrence {
  /** Null: the document is not stored. */
  readonly sbomId: string | null;
  readonly image: string | null;
  readonly bomRef: string;
}

export interface ComponentInVersion {
  readonly id: string;
  /** As uploaded. */
  readonly purl: string | null;
  /** Package name as used by advisories, where the package is identified. */
  readonly name: string;
  readonly version: string | null;
  /** Ecosystem and name: the same in every version. */
  readonly unversioned: string;
  readonly scope: ComponentPlace['scope'];
  readonly direct: boolean | null;
  /** The OSV name, where it is known. */
  readonly ecosystem?: string | null;
  /** Release of a distribution, where it is known. */
  readonly release?: Release | null;
  /** As stated in the document. */
  readonly type?: string;
  readonly matches: readonly ResolvedMatch[];
  readonly occurrences: readonly Occurrence[];
}

export interface VersionFinding {
  readonly componentId: string;
  readonly groupId: string;
  readonly canonicalId: string;
  readonly class: PackageMatch['class'];
  readonly severityRank: number;
  readonly package: string;
  readonly packageName: string;
  readonly relevance: Relevance;
  readonly hasFix: boolean;
  readonly risk: number;
  readonly band: Band;
  /** The id and all aliases in upper case. */
  readonly ids: readonly string[];
  readonly kev: boolean;
  /** Score rounded to its EPSS step. */
  readonly epss: number | null;
  readonly direct: boolean | null;
  readonly sbomIds: readonly string[];
  readonly images: readonly string[];
  /** Null: due with the next upgrade, or no deadline was set. */
  readonly dueAt: string | null;
  readonly dueDays: number | null;
  /** When the first decision or answer that applies expires; null: never. */
  readonly relevanceExpiresAt: string | null;
  readonly detail: FindingDetail;
}

/** With the facts from other sources about its CVE ids, and its records. */
export type FoundVulnerability = PublishedVulnerability & Partial<Remarks> & Pick<GroupVulnerability, 'records'>;
type PublishedVulnerability = Vulnerability & ExploitFacts;

export interface FindingDetail {
  /** Facts that only rules use are in the reasons. */
  readonly vulnerability: PublishedVulnerability;
  readonly component: Pick<ComponentInVersion, 'purl' | 'name' | 'version' | 'scope' | 'direct' | 'occurrences'>;
  readonly match: Pick<PackageMatch, 'confidence' | 'assumptions'> & {
    /** The tested version differs per version of a package and is not stored. */
    readonly evidence: readonly (Omit<MatchEvidence, 'testedVersion'> & Partial<MatchEvidence>)[];
  };
  readonly fix: {
    readonly state: FixState;
    /** The nearest first. */
    readonly versions: readonly string[];
    /** The paid channel that the fix needs: `Ubuntu Pro`. */
    readonly channel?: string;
  };
  /** All opinions, the deciding one first. */
  readonly reasons: readonly Opinion[];
  readonly relevance: Pick<Verdict, 'basis' | 'label' | 'suggestion' | 'conflict' | 'isEscalated'>;
  /** Opinion of a human decision or a VEX statement. */
  readonly decision: Opinion | null;
  readonly priority: Pick<Priority, 'riskModel' | 'reasons' | 'contextual'> & {
    readonly deadline: Deadline & Pick<PreviousDeadline, 'dueAt'>;
  };
}

interface FindingKey {
  readonly componentId: string;
  readonly groupId: string;
}

/** Where the components are, and the stored opinions. Omitted values are unknown. */
export interface FindingContext extends SubjectContext {
  readonly opinionsOf?: (finding: FindingKey) => StoredOpinions;
  /** Absent: the result is not stored, so findings have no due date. */
  readonly seenOf?: (finding: FindingKey) => SeenFinding | undefined;
  readonly settings?: JudgmentSettings;
  /** ISO 8601, UTC. Absent: the end of life of releases is not checked. */
  readonly at?: string;
}

/** Yields one row per package version and alias group, in a fixed order. */
export function* toVersionFindings(
  components: readonly ComponentInVersion[],
  vulnerabilities: ReadonlyMap<string, FoundVulnerability>,
  context: FindingContext = {},
): Generator<VersionFinding> {
  for (const { finding } of judgeVersion(components, vulnerabilities, context)) yield finding;
}

export interface JudgedFinding {
  readonly finding: VersionFinding;
  readonly subject: Subject;
}

/** The same rows, with what they were judged by. */
export function* judgeVersion(
  components: readonly ComponentInVersion[],
  vulnerabilities: ReadonlyMap<string, FoundVulnerability>,
  context: FindingContext = {},
): Generator<JudgedFinding> {
  for (const found of listFindingSubjects(components, vulnerabilities, context))
    yield { finding: toFinding(found, context), subject: found.subject };
}

function toFinding(
  found: FindingSubject<ComponentInVersion, FoundVulnerability>,
  context: FindingContext,
): VersionFinding {
  const { component, match, vulnerability, subject } = found;
  const { purl, name, version, scope, direct, occurrences } = component;
  const { confidence, assumptions, evidence } = match;
  const {
    mentions: _mentions,
    isDisputed: _isDisputed,
    isWithdrawn: _isWithdrawn,
    records: _records,
    ...facts
  } = vulnerability;
  const { epss } = subject.vulnerability;
  const key = { componentId: component.id, groupId: match.groupId };
  const opinions = context.opinionsOf?.(key);
  const { verdict, priority: judged, deadline, decision } = judgeFinding(subject, opinions, context.settings);
  const { status: relevance, reasons, basis, label, suggestion, conflict, isEscalated } = verdict;
  const { risk, band, ...priority } = judged;
  const { release } = component;
  const isReleaseEnded =
    context.at !== undefined && release !== undefined && release !== null && isEndOfLife(release, context.at);
  const dueAt = findDueAt(deadline, vulnerability, context.seenOf?.(key));
  return {
    componentId: component.id,
    groupId: match.groupId,
    canonicalId: match.canonicalId,
    class: match.class,
    severityRank: rankOf(vulnerability.severity),
    package: component.unversioned,
    packageName: name,
    relevance,
    hasFix: match.fixedVersions.length > 0,
    risk,
    band,
    ids: toIds(vulnerability),
    kev: vulnerability.kev !== null,
    epss: epss?.score ?? null,
    direct,
    sbomIds: uniqueSorted(occurrences.flatMap(({ sbomId }) => sbomId ?? [])),
    images: uniqueSorted(occurrences.flatMap(({ image }) => image ?? [])),
    dueAt,
    dueDays: deadline.days,
    relevanceExpiresAt: findExpiry(reasons),
    detail: {
      vulnerability: facts,
      component: { purl, name, version, scope, direct, occurrences },
      match: { confidence, assumptions, evidence },
      fix: {
        ...toFindingFix(match, isReleaseEnded),
        ...(match.fixChannel !== undefined && { channel: match.fixChannel }),
      },
      reasons,
      relevance: { basis, label, suggestion, conflict, isEscalated },
      decision,
      priority: { ...priority, deadline: { ...deadline, dueAt } },
    },
  };
}

/** When the service first had the finding, and the deadline that was set before. */
export interface SeenFinding {
  readonly firstSeenAt: string;
  readonly now: string;
  readonly previous?: PreviousDeadline;
}

/**
 * The first deadline counts from the later of two dates: when the service first had the finding, and when it was listed as
 * exploited.
 */
export function findDueAt(
  { days }: Deadline,
  { kev }: Pick<ExploitFacts, 'kev'>,
  seen: SeenFinding | undefined,
): PreviousDeadline['dueAt'] {
  if (seen === undefined) return null;
  const { firstSeenAt, previous } = seen;
  const isFirst = previous === undefined && kev !== null;
  return updateDueDate(days, { ...seen, firstSeenAt: isFirst ? laterOf(firstSeenAt, kev.dateAdded) : firstSeenAt });
}

/** Returns the earliest time at which a decision or an answer that applies expires; null when none does. */
export function findExpiry(reasons: readonly Opinion[]): string | null {
  const ends = reasons
    .filter(({ applies }) => applies !== false)
    .flatMap(({ expiresAt, graceUntil }) => [expiresAt, graceUntil].filter((end) => typeof end === 'string'));
  return ends.toSorted((a, b) => (isBefore(a, b) ? -1 : Number(isBefore(b, a))))[0] ?? null;
}
