/** Findings as comma-separated values: a header line, then one finding per line. */
import type { FindingDetail, Occurrence, VersionFinding } from '../../history/findings/version-findings.ts';
import { toCsvHead, toCsvRow, type CsvValue } from './csv-row.ts';
import type { ReportedFinding } from '../report.ts';

/** Fields in addition to those of every report. */
export interface CsvFinding extends Omit<ReportedFinding, 'component'> {
  readonly id: string;
  readonly state: string;
  readonly component: Omit<ReportedFinding['component'], 'occurrences'> &
    Pick<FindingDetail['component'], 'scope' | 'direct'> & {
      readonly occurrences: readonly Pick<Occurrence, 'image'>[];
    };
  readonly vulnerability: ReportedFinding['vulnerability'] & Pick<FindingDetail['vulnerability'], 'epss' | 'kev'>;
  readonly decision: { readonly state: string | null; readonly by: string; readonly applies: boolean } | null;
  readonly priority: Pick<VersionFinding, 'risk' | 'band'> & {
    readonly deadline: { readonly dueAt: string | null } | null;
  };
  readonly firstSeen: { readonly at: string };
  readonly lastSeen: string;
  readonly resolvedAt: string | null;
  readonly service: { readonly name: string };
  readonly version: { readonly name: string };
}

const COLUMNS: Readonly<Record<string, (finding: CsvFinding) => CsvValue>> = {
  service: ({ service }) => service.name,
  version: ({ version }) => version.name,
  vulnerability: ({ vulnerability }) => vulnerability.id,
  aliases: ({ vulnerability }) => vulnerability.aliases.join(' '),
  severity: ({ vulnerability }) => vulnerability.severity,
  band: ({ priority }) => priority.band,
  risk: ({ priority }) => priority.risk,
  package: ({ component }) => component.name,
  packageVersion: ({ component }) => component.version,
  purl: ({ component }) => component.purl,
  fix: ({ fix }) => fix.state,
  fixedIn: ({ fix }) => fix.versions.join(' '),
  fixChannel: ({ fix }) => fix.channel ?? null,
  kev: ({ vulnerability }) => vulnerability.kev !== null,
  epss: ({ vulnerability }) => vulnerability.epss?.score ?? null,
  cvss: ({ vulnerability }) =>
    vulnerability.cvss.length === 0 ? null : Math.max(...vulnerability.cvss.map(({ score }) => score)),
  title: ({ vulnerability }) => vulnerability.title,
  class: (finding) => finding.class,
  state: ({ state }) => state,
  relevance: ({ relevance }) => relevance.status,
  label: ({ relevance }) => relevance.label,
  reasons: ({ relevance }) => relevance.reasons.map(({ text }) => text).join(' '),
  suggestion: ({ relevance }) => relevance.suggestion?.text ?? null,
  decided: ({ decision }) => (decision?.applies === true ? decision.state : null),
  decidedBy: ({ decision }) => (decision?.applies === true ? decision.by : null),
  dueAt: ({ priority }) => priority.deadline?.dueAt ?? null,
  confidence: ({ match }) => match.confidence,
  record: ({ match }) => match.recordId,
  scope: ({ component }) => component.scope,
  direct: ({ component }) => component.direct,
  images: ({ component }) => [...new Set(component.occurrences.flatMap(({ image }) => image ?? []))].join(' '),
  firstSeen: ({ firstSeen }) => firstSeen.at,
  lastSeen: ({ lastSeen }) => lastSeen,
  resolvedAt: ({ resolvedAt }) => resolvedAt,
  fingerprint: ({ fingerprint }) => fingerprint,
  id: ({ id }) => id,
};

export const CSV_HEAD = toCsvHead(Object.keys(COLUMNS));

export function toCsvLine(finding: CsvFinding): string {
  return toCsvRow(Object.values(COLUMNS).map((read) => read(finding)));
}
