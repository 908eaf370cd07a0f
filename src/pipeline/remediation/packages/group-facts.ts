/**
 * Severity and risk of vulnerabilities for choosing between versions: the published values of findings, and estimates for all
 * others. Packages have thousands of vulnerabilities that are never needed, so only requested ones are loaded.
 */
import { toEpssStep } from '../../../core/advisory/enrichment/epss.ts';
import type { FoundVulnerability } from '../../../core/history/findings/version-findings.ts';
import type { CandidateEntry } from '../../../core/match/match.ts';
import { prioritize } from '../../../core/relevance/priority/priority.ts';
import type { FactsOf, GroupFacts } from '../../../core/remediation/targets/target.ts';
import type { ReferenceTx } from '../../../store/database.ts';
import type { PublishedRow } from '../../../store/remediation/plan-inputs.ts';
import { describeFoundVulnerabilities } from '../../evaluation/matched-version.ts';
import type { PlannedVulnerability } from '../plan/version-plan.ts';

export interface NamedFacts extends GroupFacts {
  /** The display id. */
  readonly canonicalId: string;
}

/** Default for an unrated vulnerability: the middle of the scale. */
const UNRATED: GroupFacts = { severity: 'unknown', risk: 50, isRelevant: true };

export class GroupFactsCache {
  readonly #ofFindings = new Map<string, NamedFacts>();
  readonly #ofComponents = new Map<string, Map<string, GroupFacts>>();
  readonly #read = new Map<string, NamedFacts>();
  readonly #asked = new Set<string>();

  constructor(rows: readonly PublishedRow[]) {
    for (const row of rows) {
      const { componentId, groupId, canonicalId, severity, risk } = row;
      const facts = { severity, risk, isRelevant: row.relevance !== 'not_relevant', canonicalId };
      const ofComponent = this.#ofComponents.get(componentId) ?? new Map<string, GroupFacts>();
      this.#ofComponents.set(componentId, ofComponent.set(groupId, facts));
      // A vulnerability in several packages counts with its highest risk.
      if (risk >= (this.#ofFindings.get(groupId)?.risk ?? -1)) this.#ofFindings.set(groupId, facts);
    }
  }

  /**
   * Facts for one component, or without it for any component that has the vulnerability. Calls `onUnknown` if the result is a
   * guess.
   */
  factsOf(componentId: string | undefined, onUnknown: () => void): FactsOf {
    const own = componentId === undefined ? undefined : this.#ofComponents.get(componentId);
    return (groupId) => {
      const known = own?.get(groupId) ?? this.find(groupId);
      if (known !== undefined) return known;
      this.#asked.add(groupId);
      onUnknown();
      return UNRATED;
    };
  }

  find(groupId: string): NamedFacts | undefined {
    return this.#ofFindings.get(groupId) ?? this.#read.get(groupId);
  }

  /** `entries` must include the requested vulnerabilities. */
  async loadRequested(tx: ReferenceTx, entries: Iterable<CandidateEntry>, at: string): Promise<void> {
    const asked = new Map<string, CandidateEntry>();
    for (const entry of entries) if (this.#asked.has(entry.groupId)) asked.set(entry.groupId, entry);
    const vulnerabilities = await describeFoundVulnerabilities(tx, asked.values(), at);
    for (const [groupId, { canonicalId, class: recordClass }] of asked) {
      const found = vulnerabilities.get(groupId);
      const facts = found === undefined ? UNRATED : toFacts(found, recordClass);
      this.#read.set(groupId, { ...facts, canonicalId });
    }
    this.#asked.clear();
  }
}

function toFacts(vulnerability: FoundVulnerability, recordClass: CandidateEntry['class']): GroupFacts {
  const epss = vulnerability.epss && { score: toEpssStep(vulnerability.epss.score) };
  const { risk } = prioritize({
    class: recordClass,
    relevance: 'relevant',
    vulnerability: { ...vulnerability, epss },
  });
  return { severity: vulnerability.severity, risk, isRelevant: true };
}

// Names the alias groups that a plan mentions.

/** Returns each group once, in order; `judged` are vulnerabilities that are known from elsewhere. */
export function nameVulnerabilities(
  groupIds: Iterable<string>,
  book: GroupFactsCache,
  judged: readonly PlannedVulnerability[] = [],
): readonly PlannedVulnerability[] {
  const known = new Map(judged.map((each) => [each.groupId, each]));
  return [...new Set(groupIds)].toSorted().map((groupId) => {
    const facts = book.find(groupId);
    if (facts === undefined) return known.get(groupId) ?? { groupId, id: groupId, severity: 'unknown' };
    return { groupId, id: facts.canonicalId, severity: facts.severity };
  });
}
