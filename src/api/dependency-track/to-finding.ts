/** Maps a finding to the shape of Dependency-Track. */
import { createHash } from 'node:crypto';
import { parsePurl } from '../../core/identity/purl/purl.ts';
import { kindOfId } from '../../core/identity/vulnerability-id.ts';
import { unique } from '../../core/collections/text-lists.ts';
import type { Severity as OwnSeverity } from '../../core/vocabulary/severity.ts';
import type { VexState } from '../../core/vocabulary/vex.ts';
import type { WirePlacedFinding } from '../contract/findings/finding.ts';
import type { AnalysisState, Finding, Severity, Vulnerability } from './contract.ts';

/** Clients read `none` as an unknown value, so it has no name of its own. */
const SEVERITIES: Readonly<Record<OwnSeverity, Severity>> = {
  critical: 'CRITICAL',
  high: 'HIGH',
  medium: 'MEDIUM',
  low: 'LOW',
  none: 'UNASSIGNED',
  unknown: 'UNASSIGNED',
};

/** Dependency-Track has a rank for INFO before UNASSIGNED. */
const RANKS: Readonly<Record<Severity, number>> = { CRITICAL: 0, HIGH: 1, MEDIUM: 2, LOW: 3, UNASSIGNED: 5 };

const STATES: Readonly<Record<VexState, AnalysisState>> = {
  resolved: 'RESOLVED',
  resolved_with_pedigree: 'RESOLVED',
  exploitable: 'EXPLOITABLE',
  in_triage: 'IN_TRIAGE',
  false_positive: 'FALSE_POSITIVE',
  not_affected: 'NOT_AFFECTED',
};

/** Lists have times in milliseconds, exports in ISO 8601. */
type TimeForm = 'milliseconds' | 'text';

export function toFinding(finding: WirePlacedFinding, timeForm: TimeForm): Finding {
  const { component, service, version, match, firstSeen } = finding;
  const purl = component.purl === null ? undefined : parsePurl(component.purl).purl;
  const vulnerability = toVulnerability(finding, timeForm);
  return {
    component: {
      uuid: component.id,
      name: purl?.name ?? component.name,
      ...(purl?.namespace !== undefined && { group: purl.namespace }),
      version: component.version,
      ...(component.purl !== null && { purl: component.purl }),
      project: version.id,
      projectName: service.name,
      projectVersion: version.name,
      hasOccurrences: false,
    },
    vulnerability,
    analysis: toAnalysis(finding),
    attribution: {
      analyzerIdentity: 'INTERNAL_ANALYZER',
      attributedOn: toTime(firstSeen.at, timeForm),
      alternateIdentifier: match.recordId,
    },
    matrix: `${version.id}:${component.id}:${vulnerability.uuid}`,
  };
}

/** A finding that is not relevant is suppressed; without a decision, its deciding reason is the detail. */
function toAnalysis({ relevance, decision }: WirePlacedFinding): Finding['analysis'] {
  const isSuppressed = relevance.status === 'not_relevant';
  const decided = decision !== null && decision.applies ? decision.state : null;
  const undecided = isSuppressed ? 'NOT_AFFECTED' : 'NOT_SET';
  const detail = decision?.detail || (isSuppressed ? relevance.reasons[0]?.text : undefined);
  return {
    state: decided === null ? undecided : STATES[decided],
    isSuppressed,
    ...(detail !== undefined && { detail }),
  };
}

export function toVulnerability(
  { vulnerability, fix }: Pick<WirePlacedFinding, 'vulnerability' | 'fix'>,
  timeForm: TimeForm,
): Vulnerability {
  const { id, title, epss, kev, publishedAt, references } = vulnerability;
  const severity = SEVERITIES[vulnerability.severity];
  return {
    uuid: toVulnerabilityUuid(id),
    source: databaseOf(id).source,
    vulnId: id,
    title,
    description: title,
    severity,
    severityRank: RANKS[severity],
    ...toScores(vulnerability.cvss),
    ...(epss !== null && {
      epssScore: epss.score,
      ...(epss.percentile !== null && { epssPercentile: epss.percentile }),
    }),
    isKev: kev !== null,
    cwes: vulnerability.cwes.flatMap(toCwe),
    aliases: unique(vulnerability.aliases)
      .filter((alias) => alias !== id)
      .map((alias) => ({ [databaseOf(id).aliasName]: id, [databaseOf(alias).aliasName]: alias })),
    ...(references.length > 0 && { references: references.map((url) => `* [${url}](${url})`).join('\n') }),
    ...(fix.nearest !== null && { recommendation: `Upgrade to ${fix.nearest}.` }),
    ...(publishedAt !== null && { published: toTime(publishedAt, timeForm) }),
  };
}

function toScores(ratings: WirePlacedFinding['vulnerability']['cvss']): Partial<Vulnerability> {
  const find = (start: string) => ratings.findLast(({ version }) => version.startsWith(start));
  const [two, three, four] = [find('2'), find('3'), find('4')];
  return {
    ...(two !== undefined && { cvssV2BaseScore: two.score, cvssV2Vector: two.vector }),
    ...(three !== undefined && { cvssV3BaseScore: three.score, cvssV3Vector: three.vector }),
    ...(four !== undefined && { cvssV4Score: four.score, cvssV4Vector: four.vector }),
  };
}

function toCwe(text: string): { cweId: number; name: string }[] {
  const digits = /^CWE-([0-9]{1,6})$/.exec(text)?.[1];
  return digits === undefined ? [] : [{ cweId: Number(digits), name: text }];
}

/** The name of the database in Dependency-Track, and the member of an alias with an id of it. */
function databaseOf(id: string): { readonly source: string; readonly aliasName: string } {
  const kind = kindOfId(id);
  if (kind === 'cve') return { source: 'NVD', aliasName: 'cveId' };
  return kind === 'ghsa' ? { source: 'GITHUB', aliasName: 'ghsaId' } : { source: 'OSV', aliasName: 'osvId' };
}

function toTime(iso: string, form: TimeForm): number | string {
  return form === 'text' ? iso : Date.parse(iso);
}

/** Vulnerabilities have no UUID in Assay, so it is derived from the id: RFC 9562, version 8. */
function toVulnerabilityUuid(id: string): string {
  const hex = createHash('sha256').update(`vulnerability ${id}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
