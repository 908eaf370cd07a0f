/**
 * A finding as it is stored: its row, and its detail, which is the detail of the core as JSON. The detail is checked by the compiler
 * when it is written and not parsed again when it is read. Rows that older versions wrote lack some members, and only these rows
 * are completed.
 */
import type { FindingDetail, Occurrence, VersionFinding } from '../../core/history/findings/version-findings.ts';
import type { Opinion } from '../../core/relevance/opinions/opinion.ts';
import type { Severity } from '../../core/vocabulary/severity.ts';

/** A finding of a version as its row tells it. Every query returns the part that it needs. */
export interface PublishedFinding extends Omit<VersionFinding, 'severityRank' | 'relevanceExpiresAt' | 'detail'> {
  /** Id of the row, as in the API. */
  readonly id: string;
  /** The finding of the service, or the one it was merged into. */
  readonly findingId: string;
  /** Equal in every version of the service. */
  readonly fingerprint: string;
  readonly severity: Severity;
  readonly componentVersion: string | null;
  /** When the service first had it. */
  readonly firstSeenAt: string;
}

export interface StoredFacts extends Omit<FindingDetail, 'component' | 'priority'> {
  readonly priority: Omit<FindingDetail['priority'], 'deadline'> & {
    /** Null in rows that were written before deadlines existed. */
    readonly deadline: FindingDetail['priority']['deadline'] | null;
  };
}

export type StoredComponent = Omit<FindingDetail['component'], 'occurrences'> & {
  readonly occurrences: readonly (Occurrence & { readonly sbomId: string })[];
};

export type StoredDetail = StoredFacts & { readonly component: StoredComponent };

interface DetailParts {
  /** Everything except the component, including the reason why the finding began. */
  readonly facts: StoredFacts & { readonly began: unknown };
  readonly place: FindingDetail['component'];
}

/** Omits the tested version from the evidence: it differs per version of a package and is never read. */
export function toDetailParts({ component, match, ...judged }: FindingDetail, began: unknown): DetailParts {
  const evidence = match.evidence.map(({ testedVersion: _testedVersion, ...rest }) => rest);
  return { facts: { ...judged, match: { ...match, evidence }, began: began ?? null }, place: component };
}

export function toDetail(facts: StoredFacts, component: StoredComponent): StoredDetail {
  return isComplete(facts) ? { ...facts, component } : { ...complete(facts), component };
}

/** Every member that was added after the first release of details. */
function isComplete({ vulnerability, relevance, decision, priority }: Partial<StoredFacts>): boolean {
  return (
    [vulnerability?.kev, vulnerability?.epss, vulnerability?.ssvc].every((facts) => facts !== undefined) &&
    [relevance, decision, priority?.contextual, priority?.deadline?.dueAt].every((judged) => judged !== undefined)
  );
}

function complete(facts: StoredFacts): StoredFacts {
  const { vulnerability, reasons, relevance, decision, priority }: Partial<StoredFacts> = facts;
  const suggestion = relevance?.suggestion ?? null;
  const deadline = priority?.deadline ?? null;
  return {
    ...facts,
    vulnerability: { ...NO_EXPLOIT_FACTS, ...vulnerability },
    reasons: toOpinions(reasons),
    relevance: { ...DEFAULT_RELEVANCE, ...relevance, suggestion: suggestion && toOpinion(suggestion) },
    decision: decision === undefined || decision === null ? null : toOpinion(decision),
    priority: { ...NO_PRIORITY, ...priority, deadline: deadline && { ...NOT_DUE, ...deadline } },
  };
}

const NO_EXPLOIT_FACTS = { kev: null, epss: null, ssvc: null };
const DEFAULT_RELEVANCE = {
  basis: 'default',
  label: null,
  suggestion: null,
  conflict: false,
  isEscalated: false,
} as const;
const NO_PRIORITY = { riskModel: '', reasons: [], contextual: null };
const NOT_DUE = { dueAt: null };

/** Completes reasons that were stored when they were only a code and a text. */
export function toOpinions(stored: readonly StoredOpinion[] | null | undefined): readonly Opinion[] {
  return (stored ?? []).map(toOpinion);
}

export type StoredOpinion = Partial<Opinion> & Pick<Opinion, 'code' | 'text'>;

export function toOpinion(stored: StoredOpinion): Opinion {
  return { ...UNSAID, ...stored };
}

const UNSAID: Omit<Opinion, 'code' | 'text'> = {
  kind: 'rule',
  effect: 'annotate',
  ...{ actor: '', class: null, state: null, justification: null, response: [], label: null },
  ...{ evidence: [], guards: [], at: null, expiresAt: null, sourceId: null },
};
