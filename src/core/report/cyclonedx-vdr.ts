/**
 * Writes a report as a CycloneDX 1.6 Vulnerability Disclosure Report: the affected components, and the vulnerabilities that refer
 * to them. Unchecked components are in the metadata properties, because CycloneDX has no other place for them.
 * https://cyclonedx.org/capabilities/vdr/
 */
import type { CvssRating } from '../advisory/advisory.ts';
import { chooseSeverity } from '../advisory/severity/severity.ts';
import { kindOfId } from '../identity/vulnerability-id.ts';
import { describeRelease } from '../history/coverage.ts';
import { describeCoverage, findDataNotice, describeFix } from './wording.ts';
import { LazyArray } from './json-pieces.ts';
import { alertSeverityOf, type Report, type ReportedFinding } from './report.ts';
import { parsePurl } from '../identity/purl/purl.ts';

// Writes the range of a match as a version range specifier, `vers:npm/>=1.2.0|<1.2.6`, as CycloneDX requires.
// https://github.com/package-url/vers-spec
const CONSTRAINT = /^(>=|<=|<) (\S+)$/;

/** Undefined for a range in another notation, such as a listed version. */
export function toVersRange(range: string, purl: string | null): string | undefined {
  const type = (purl === null ? undefined : parsePurl(purl).purl?.type) ?? 'generic';
  if (range === 'all versions') return `vers:${type}/*`;
  const constraints: string[] = [];
  for (const part of range.split(', ')) {
    const [, comparator, version] = CONSTRAINT.exec(part) ?? [];
    if (comparator === undefined || version === undefined) return undefined;
    constraints.push(`${comparator}${encodeURIComponent(version.toWellFormed())}`);
  }
  return `vers:${type}/${constraints.join('|')}`;
}

export function toCycloneDxVdr(report: Report): object {
  const components = new Map(report.findings.map(({ component }) => [component.id, component]));
  const groups = Map.groupBy(report.findings, groupKeyOf);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: report.at,
      tools: { components: [{ type: 'application', name: report.tool.name, version: report.tool.version }] },
      component: { type: 'file', name: report.subject, 'bom-ref': SUBJECT },
      properties: toProperties(report),
    },
    components: new LazyArray([...components.values()], toComponent),
    vulnerabilities: new LazyArray([...groups.values()], toVulnerability),
  };
}

const SUBJECT = 'subject';

function toProperties({ coverage, data }: Report): object[] {
  const notice = findDataNotice(data);
  const facts: [string, string][] = [
    ['coverage', describeCoverage(coverage)],
    ['coverage:components', String(coverage.components)],
    ['coverage:checked', String(coverage.checked)],
    ...coverage.notChecked.map(({ reason, count }): [string, string] => [
      `coverage:not-checked:${reason}`,
      String(count),
    ]),
    ['coverage:fixed-issues-only', String(coverage.fixedIssuesOnly)],
    ...coverage.fixedIssuesOnlyByRelease.map((each): [string, string] => [
      `coverage:fixed-issues-only:${describeRelease(each)}`,
      String(each.count),
    ]),
    ['advisories:snapshot', String(data.snapshot)],
    ['advisories:state', data.state],
    ...(notice === undefined ? [] : [['advisories:notice', notice] as [string, string]]),
  ];
  return facts.map(([name, value]) => ({ name: `assay:${name}`, value }));
}

function toComponent({ id, name, version, purl, occurrences }: ReportedFinding['component']): object {
  return {
    type: 'library',
    'bom-ref': id,
    name,
    ...(version !== '' && { version }),
    ...(purl !== null && { purl }),
    ...(occurrences.length > 0 && {
      properties: occurrences.map(({ bomRef }) => ({ name: 'assay:bom-ref', value: bomRef })),
    }),
  };
}

/**
 * Description, ratings and analysis belong to the vulnerability, so components that differ in one of them get an entry of their
 * own.
 */
function groupKeyOf({ vulnerability, class: kind, relevance }: ReportedFinding): string {
  const reasons = relevance.reasons.map(({ code, state, text }) => [code, state, text]);
  const { id, title, severity, cvss } = vulnerability;
  return JSON.stringify([id, title, severity, cvss.map(({ vector }) => vector), kind, relevance.status, reasons]);
}

const RECOMMENDATIONS_MAX = 20;

function toVulnerability(findings: readonly ReportedFinding[], index: number): object {
  const [first] = findings;
  if (first === undefined) return {};
  const { vulnerability, class: kind } = first;
  const { id, aliases, title, cwes, references, publishedAt, modifiedAt } = vulnerability;
  const recommendations = [...new Set(findings.map(describeFix))];
  const left = recommendations.length - RECOMMENDATIONS_MAX;
  const weaknesses = cwes.map((cwe) => Number(/^CWE-([1-9][0-9]{0,8})$/.exec(cwe)?.[1])).filter(Number.isInteger);
  return {
    'bom-ref': `vulnerability-${index + 1}`,
    id,
    source: sourceOf(id),
    ...(aliases.length > 0 && { references: aliases.map((alias) => ({ id: alias, source: sourceOf(alias) })) }),
    ratings: toRatings(first),
    ...(weaknesses.length > 0 && { cwes: weaknesses }),
    ...(title !== '' && { description: title }),
    recommendation: [...recommendations.slice(0, RECOMMENDATIONS_MAX), ...(left > 0 ? [`And ${left} more.`] : [])].join(
      '\n',
    ),
    advisories: references.filter(isIriReference).map((url) => ({ url })),
    ...(publishedAt !== null && { published: publishedAt }),
    ...(modifiedAt !== null && { updated: modifiedAt }),
    ...toAnalysis(first),
    affects: findings.map(toAffected),
    properties: [{ name: 'assay:class', value: kind }],
  };
}

/** Returns the page that describes the id. */
function sourceOf(id: string): object {
  const kind = kindOfId(id);
  if (kind === 'cve') return { name: 'NVD', url: `https://nvd.nist.gov/vuln/detail/${encodeURIComponent(id)}` };
  if (kind === 'ghsa') return { name: 'GitHub', url: `https://github.com/advisories/${encodeURIComponent(id)}` };
  return { name: 'OSV', url: `https://osv.dev/vulnerability/${encodeURIComponent(id)}` };
}

const METHODS: Readonly<Record<CvssRating['version'], string>> = {
  '2.0': 'CVSSv2',
  '3.0': 'CVSSv3',
  '3.1': 'CVSSv31',
  '4.0': 'CVSSv4',
};

function toRatings(finding: ReportedFinding): object[] {
  const { cvss } = finding.vulnerability;
  if (cvss.length === 0 || finding.class === 'malicious')
    return [{ severity: alertSeverityOf(finding), method: 'other' }];
  return cvss.map((rating) => ({
    score: rating.score,
    severity: chooseSeverity([rating], []),
    method: METHODS[rating.version],
    vector: rating.vector,
  }));
}

/** Only for assessed findings: the others are left to the reader of the report. */
function toAnalysis({ relevance: { status, reasons } }: ReportedFinding): object {
  const [deciding] = reasons;
  if (status === 'relevant' || deciding === undefined)
    return status === 'not_relevant' ? { analysis: { state: 'not_affected' } } : {};
  const state = deciding.state ?? (status === 'not_relevant' ? 'not_affected' : undefined);
  const { justification, response } = deciding;
  return {
    analysis: {
      ...(state !== undefined && { state }),
      ...(justification !== null && { justification }),
      ...(response.length > 0 && { response }),
      detail: reasons
        .filter(({ applies }) => applies)
        .map(({ text }) => text)
        .join('\n'),
    },
  };
}

function toAffected({ component, match, fix }: ReportedFinding): object {
  const range = toVersRange(match.range, component.purl);
  const [fixed] = fix.versions;
  const versions = [
    ...(component.version === '' ? [] : [{ version: component.version, status: 'affected' }]),
    ...(range === undefined || range.length > RANGE_CHARACTERS_MAX ? [] : [{ range, status: 'affected' }]),
    ...(fixed === undefined ? [] : [{ version: fixed, status: 'unaffected' }]),
  ];
  return { ref: component.id, ...(versions.length > 0 && { versions }) };
}

/** Limit of the schema. */
const RANGE_CHARACTERS_MAX = 4_096;
const OUTSIDE_OF_IRI = /[\s\p{Cc}<>"|\\^`{}]/u;

/** Advisories link to arbitrary text, and an invalid reference would make the document invalid. */
function isIriReference(text: string): boolean {
  return text !== '' && !OUTSIDE_OF_IRI.test(text);
}
