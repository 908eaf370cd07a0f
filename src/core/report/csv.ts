/**
 * Findings and the audit log as comma-separated values: a header line, then one line per row. Spreadsheets execute cells that begin
 * like a formula, so such untrusted text gets a leading apostrophe, which spreadsheets hide.
 * https://www.rfc-editor.org/rfc/rfc4180, https://owasp.org/www-community/attacks/CSV_Injection
 */
import type { FindingDetail, Occurrence, VersionFinding } from '../history/findings/version-findings.ts';
import type { ReportedFinding } from './report.ts';

type Columns<Row> = Readonly<Record<string, (row: Row) => CsvValue>>;
type CsvValue = string | number | boolean | null;

/** Fields in addition to those of every report. */
interface CsvFinding extends Omit<ReportedFinding, 'component'> {
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

const FINDING_COLUMNS: Columns<CsvFinding> = {
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

export const CSV_HEAD = toCsvHead(FINDING_COLUMNS);

export function toCsvLine(finding: CsvFinding): string {
  return toCsvRow(FINDING_COLUMNS, finding);
}

interface CsvChange {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string };
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
}

const AUDIT_COLUMNS: Columns<CsvChange> = {
  at: ({ at }) => at,
  actorKind: ({ actor }) => actor.kind,
  actor: ({ actor }) => actor.name,
  actorId: ({ actor }) => actor.id,
  action: ({ action }) => action,
  subjectKind: ({ subject }) => subject.kind,
  subjectId: ({ subject }) => subject.id,
  before: ({ before }) => toText(before),
  after: ({ after }) => toText(after),
  requestId: ({ requestId }) => requestId,
  id: ({ id }) => id,
};

export const AUDIT_CSV_HEAD = toCsvHead(AUDIT_COLUMNS);

export function toAuditCsvLine(change: CsvChange): string {
  return toCsvRow(AUDIT_COLUMNS, change);
}

function toText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** Column names are constants and need no quotes. */
function toCsvHead<Row>(columns: Columns<Row>): string {
  return `${Object.keys(columns).join(',')}\r\n`;
}

function toCsvRow<Row>(columns: Columns<Row>, row: Row): string {
  const cells = Object.values(columns).map((read) => toCell(read(row)));
  return `${cells.join(',')}\r\n`;
}

// Includes the full-width forms, which some spreadsheets treat like the ASCII ones.
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

function toCell(value: CsvValue): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}
