/** Maps a finding of a version or a scan to the API. Both have the detail of the core, so both get the same form. */
import type { VersionFinding } from '../../core/history/findings/version-findings.ts';
import type { ScannedFinding } from '../../pipeline/analysis/scan-once.ts';
import type { ListedFinding } from '../../store/findings/lists/listed-finding.ts';
import type { StoredDetail, StoredFacts } from '../../store/findings/stored-finding.ts';
import type { WireFinding, WirePlacedFinding } from '../contract/findings/finding.ts';
import type { WireScannedFinding } from '../contract/services/sbom.ts';
import type { KevFacts, SsvcFacts } from '../../core/advisory/enrichment/enrichment.ts';
import type { CvssRating } from '../../core/advisory/advisory.ts';
import { findLeadingRating } from '../../core/advisory/severity/severity.ts';
import type { Opinion } from '../../core/relevance/opinions/opinion.ts';
import { DECISION_ACTIONS } from '../../core/vocabulary/decision.ts';
import type { WireActiveDecision, WireReason } from '../contract/findings/relevance.ts';

// The members are listed here in the order in which they are sent. The types of the contract say which they are, and are only types
// here: its schemas take longer to load than a small document takes to scan.

export function toWireFinding(finding: ListedFinding): WireFinding {
  const { component } = finding.detail;
  return {
    id: finding.id,
    fingerprint: finding.fingerprint,
    ...toWireFacts(finding, finding.detail),
    state: finding.state,
    component: {
      ...toWireComponent(finding.componentId, component),
      occurrences: component.occurrences.map(({ sbomId, image, bomRef }) => ({ sbomId, image: image ?? null, bomRef })),
    },
    firstSeen: { at: finding.firstSeenAt, versionId: finding.firstSeenVersionId },
    lastSeen: finding.lastSeenAt,
    resolvedAt: finding.endedAt,
  };
}

export function toWirePlacedFinding(finding: ListedFinding): WirePlacedFinding {
  return { ...toWireFinding(finding), service: { ...finding.service }, version: { ...finding.version } };
}

export function toWireScannedFinding(finding: ScannedFinding): WireScannedFinding {
  const { component } = finding.detail;
  return {
    id: finding.id,
    fingerprint: finding.fingerprint,
    ...toWireFacts(finding, finding.detail),
    state: 'open',
    component: {
      ...toWireComponent(finding.componentId, component),
      occurrences: component.occurrences.map(({ image, bomRef }) => ({ sbomId: null, image: image ?? null, bomRef })),
    },
    firstSeen: null,
    lastSeen: null,
    resolvedAt: null,
  };
}

function toWireComponent(
  id: string,
  { purl, name, version, scope, direct }: StoredDetail['component'] | ScannedFinding['detail']['component'],
): Omit<WireFinding['component'], 'occurrences'> {
  return { id, purl: purl ?? null, name, version: version ?? '', scope, direct: direct ?? null };
}

function toWireVulnerability(told: StoredFacts['vulnerability']): WireFinding['vulnerability'] {
  const { id, aliases, title, severity, cvss, epss, kev, ssvc, cwes, references } = told;
  return {
    id,
    aliases: [...aliases],
    title,
    severity,
    cvss: cvss.map(({ version, vector, score }) => ({ version, vector, score })),
    epss: epss && { score: epss.score, percentile: epss.percentile ?? null },
    kev: kev && toWireKev(kev),
    ssvc: ssvc && toWireSsvc(ssvc),
    cwes: [...cwes],
    references: [...references],
    publishedAt: told.publishedAt ?? null,
    modifiedAt: told.modifiedAt ?? null,
    withdrawnAt: told.withdrawnAt ?? null,
  };
}

function toWireKev({ dateAdded, dueDate, ransomware, name, action }: KevFacts): NonNullable<Vulnerability['kev']> {
  return { dateAdded, dueDate: dueDate ?? null, ransomware, name: name ?? null, action: action ?? null };
}

function toWireSsvc({ exploitation, automatable, technicalImpact, at }: SsvcFacts): NonNullable<Vulnerability['ssvc']> {
  return {
    exploitation: exploitation ?? null,
    automatable: automatable ?? null,
    technicalImpact: technicalImpact ?? null,
    at: at ?? null,
  };
}

type Vulnerability = WireFinding['vulnerability'];

/** A distribution may bundle many records; a few are enough to show the basis of the match. */
const RECORDS_SENT_MAX = 20;

/** Fields that do not depend on stored data. */
function toWireFacts(
  finding: Pick<VersionFinding, 'class' | 'relevance' | 'risk' | 'band'>,
  { vulnerability, match, fix, ...judged }: StoredFacts,
): Omit<WireFinding, 'id' | 'fingerprint' | 'state' | 'component' | 'firstSeen' | 'lastSeen' | 'resolvedAt'> {
  const evidence = match.evidence.find((each) => each.outcome === 'affected');
  return {
    class: finding.class,
    vulnerability: toWireVulnerability(vulnerability),
    match: {
      source: evidence?.source ?? '',
      recordId: evidence?.recordId ?? '',
      via: evidence?.via ?? 'direct',
      scheme: evidence?.scheme ?? '',
      range: evidence?.range ?? '',
      confidence: match.confidence,
      assumptions: [...match.assumptions],
      disputed: match.assumptions.includes('disputed'),
      records: match.evidence.slice(0, RECORDS_SENT_MAX).map(({ source, recordId, outcome, range }) => ({
        source,
        recordId,
        outcome,
        range,
      })),
    },
    fix: {
      state: fix.state,
      versions: [...fix.versions],
      channel: fix.channel ?? null,
      nearest: fix.versions[0] ?? null,
    },
    relevance: toWireVerdict(finding.relevance, judged),
    decision: toWireDecision(judged),
    priority: toWirePriority(finding, judged.priority, vulnerability.cvss),
  };
}

/** Maps the relevance of a finding to the API. */
function toWireVerdict(
  status: VersionFinding['relevance'],
  { reasons, relevance }: Pick<StoredFacts, 'reasons' | 'relevance'>,
): WireFinding['relevance'] {
  const { basis, label, suggestion, conflict, isEscalated } = relevance;
  return {
    status,
    basis,
    label,
    conflict,
    escalated: isEscalated,
    reasons: reasons.map(toWireReason),
    suggestion: suggestion && toWireReason(suggestion),
  };
}

function toWireReason(opinion: Opinion): WireReason {
  const { code, kind, actor, effect, text, state, justification, label, at, expiresAt, sourceId } = opinion;
  return {
    ...{ code, kind, actor, effect, text },
    state: state ?? null,
    justification: justification ?? null,
    response: [...opinion.response],
    label: label ?? null,
    evidence: opinion.evidence.map(({ type, path, value, hash }) => ({
      ...{ type, path, value: value ?? null, hash: hash ?? null },
    })),
    trace: opinion.trace === undefined ? null : toWireTrace(opinion.trace),
    guards: [...opinion.guards],
    at: at ?? null,
    expiresAt: expiresAt ?? null,
    sourceId: sourceId ?? null,
    trust: opinion.trust ?? null,
    applies: opinion.applies ?? true,
    changedSince: [...(opinion.changedSince ?? [])],
  };
}

function toWireTrace({ frames, omitted }: NonNullable<Opinion['trace']>): NonNullable<WireReason['trace']> {
  return {
    frames: frames.map((frame) => ({
      function: frame.function ?? null,
      package: frame.package ?? null,
      file: frame.file ?? null,
      line: frame.line ?? null,
    })),
    omitted,
  };
}

/** If no decision applies, returns the human decision that no longer does, because it needs to be confirmed again. */
function toWireDecision({ decision, reasons }: Pick<StoredFacts, 'decision' | 'reasons'>): WireActiveDecision | null {
  const told = decision ?? reasons.find(({ kind, applies }) => kind === 'human' && applies === false);
  if (told === undefined || (told.kind !== 'human' && told.kind !== 'vex')) return null;
  const { kind, state, justification, text: detail, expiresAt, at, applies = true } = told;
  const action = DECISION_ACTIONS.find((each) => each === told.action) ?? null;
  const changedSince = [...(told.changedSince ?? [])];
  return {
    ...{ id: told.sourceId ?? '', kind, action, state, justification, response: [...told.response], detail },
    ...{ scope: told.scope ?? null, expiresAt, by: told.actor, at, applies },
    ...{ needsReconfirmation: changedSince.length > 0, changedSince },
  };
}

function toWirePriority(
  { risk, band }: Pick<VersionFinding, 'risk' | 'band'>,
  { reasons, contextual, deadline }: StoredFacts['priority'],
  cvss: readonly CvssRating[],
): WireFinding['priority'] {
  const base = findLeadingRating(cvss)?.score;
  return {
    risk,
    band,
    deadline: deadline && toWireDeadline(deadline),
    contextual: contextual && base !== undefined ? { vector: contextual.vector, score: contextual.score, base } : null,
    reasons: reasons.map(({ factor, code, value, from }) => ({ factor, code, value, from: from ?? null })),
  };
}

function toWireDeadline(
  deadline: NonNullable<StoredFacts['priority']['deadline']>,
): NonNullable<WireFinding['priority']['deadline']> {
  const { days, forensics, derived, dueAt, row } = deadline;
  const { inKev, exposed, automatable, technicalImpact } = row;
  return { days, forensics, derived: [...derived], dueAt, rule: { inKev, exposed, automatable, technicalImpact } };
}
