/**
 * Writes a report as SARIF 2.1.0, for tools that show analysis results beside the code: a rule per vulnerability, a result per
 * finding, and a notification for each reason of unchecked components, because SARIF has no other place for them.
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
import { findLeadingRating } from '../advisory/severity/severity.ts';
import { rankOf } from '../advisory/severity/severity-rank.ts';
import { describeRelease, NOT_A_PACKAGE } from '../history/coverage.ts';
import { describeCoverage, describeReason, findDataNotice, describeFix } from './wording.ts';
import { toPlainText } from '../text/plain-text.ts';
import { LazyArray } from './json-pieces.ts';
import { alertSeverityOf, type Report, type ReportedFinding } from './report.ts';
import { pluralize } from '../text/pluralize.ts';
import type { Severity } from '../vocabulary/severity.ts';

/**
 * Severity as a number from 0 to 10, for formats that require one: the CVSS score, else the middle of the severity band. Undefined
 * if the severity is unknown.
 */
function securityScoreOf(finding: Pick<ReportedFinding, 'class' | 'vulnerability'>): number | undefined {
  const severity = alertSeverityOf(finding);
  const score = findLeadingRating(finding.vulnerability.cvss)?.score;
  // The severity label may be newer than the score; the number must not contradict the label.
  return score !== undefined && bandOf(score) === severity ? score : MIDDLE_OF_BAND[severity];
}

function bandOf(score: number): Severity {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'none';
}

const MIDDLE_OF_BAND: Readonly<Record<Severity, number | undefined>> = {
  critical: 9.5,
  high: 8,
  medium: 5.5,
  low: 2,
  none: 0,
  unknown: undefined,
};

export function toSarif(report: Report): object {
  const rules = listRules(report.findings);
  const ruleIndex = new Map(rules.map(({ vulnerability }, index) => [vulnerability.id, index]));
  const uri = toUriReference(report.subject);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: report.tool.name,
            version: report.tool.version,
            rules: new LazyArray(rules, toRule),
            notifications: NOTIFICATIONS,
          },
        },
        invocations: [
          {
            // True even if nothing could be checked: the analysis ran, and the notifications say so.
            executionSuccessful: true,
            endTimeUtc: report.at,
            toolExecutionNotifications: toNotifications(report),
          },
        ],
        artifacts: [{ location: { uri } }],
        results: new LazyArray(report.findings, (finding) =>
          toResult(finding, uri, ruleIndex.get(finding.vulnerability.id) ?? -1),
        ),
        properties: { coverage: report.coverage, advisoryData: report.data },
      },
    ],
  };
}

/** The most severe finding of each vulnerability: packages may rate it differently, but a rule has one severity. */
function listRules(findings: readonly ReportedFinding[]): ReportedFinding[] {
  const rules = new Map<string, ReportedFinding>();
  for (const finding of findings) {
    const known = rules.get(finding.vulnerability.id);
    if (known === undefined || rankOf(alertSeverityOf(finding)) > rankOf(alertSeverityOf(known))) {
      rules.set(finding.vulnerability.id, finding);
    }
  }
  return [...rules.values()];
}

const NOT_CHECKED = 'not-checked';
const FIXED_ISSUES_ONLY = 'fixed-issues-only';
const ADVISORY_DATA = 'advisory-data';

const NOTIFICATIONS = [
  { id: NOT_CHECKED, shortDescription: { text: 'Unchecked components, by reason.' } },
  {
    id: FIXED_ISSUES_ONLY,
    shortDescription: { text: 'Components checked for fixed issues only, by distribution release.' },
  },
  {
    id: ADVISORY_DATA,
    shortDescription: { text: 'Limitations of the result caused by the state of the advisory data.' },
  },
];

function toNotifications({ coverage, data }: Report): object[] {
  const { components, fixedIssuesOnlyByRelease } = coverage;
  const unchecked = coverage.notChecked.filter(({ reason }) => reason !== NOT_A_PACKAGE);
  const notice = findDataNotice(data);
  return [
    {
      descriptor: { id: NOT_CHECKED },
      level: unchecked.length > 0 || components === 0 ? 'warning' : 'none',
      message: { text: describeCoverage(coverage) },
    },
    ...unchecked.map(({ reason, count: number }) => ({
      descriptor: { id: NOT_CHECKED },
      level: 'warning',
      message: { text: `${pluralize(number, 'component')} not checked: ${describeReason(reason)}.` },
      properties: { reason, count: number },
    })),
    ...fixedIssuesOnlyByRelease.map((release) => ({
      descriptor: { id: FIXED_ISSUES_ONLY },
      level: 'warning',
      message: {
        text: `${pluralize(release.count, 'component')} of ${describeRelease(release)} checked for fixed issues only. Vulnerabilities without a fix are not reported.`,
      },
      properties: { ...release },
    })),
    ...(notice === undefined
      ? []
      : [{ descriptor: { id: ADVISORY_DATA }, level: 'warning', message: { text: notice } }]),
  ];
}

const REFERENCES_SHOWN_MAX = 5;

function toRule(finding: ReportedFinding): object {
  const { vulnerability } = finding;
  const { id, aliases, cwes, references } = vulnerability;
  const title = toPlainText(vulnerability.title === '' ? id : vulnerability.title);
  const addresses = references.filter(isWebAddress);
  const score = securityScoreOf(finding);
  return {
    id,
    shortDescription: { text: title },
    fullDescription: {
      text: [title, ...(aliases.length === 0 ? [] : [`Also known as ${aliases.join(', ')}.`])].join('\n'),
    },
    // Without Markdown: titles and URLs are untrusted.
    help: {
      text: [title, `Severity: ${alertSeverityOf(finding)}`, ...addresses.slice(0, REFERENCES_SHOWN_MAX)].join('\n'),
    },
    ...(addresses[0] !== undefined && { helpUri: addresses[0] }),
    defaultConfiguration: { level: LEVELS[alertSeverityOf(finding)] },
    properties: {
      tags: ['security', 'vulnerability', ...cwes.map((cwe) => `external/cwe/${cwe.toLowerCase()}`)],
      ...(score !== undefined && { 'security-severity': score.toFixed(1) }),
    },
  };
}

const WEB_ADDRESS = /^https?:\/\/[A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]+$/;

/** An invalid URL would make the whole file invalid for some readers. */
function isWebAddress(text: string): boolean {
  return WEB_ADDRESS.test(text);
}

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  none: 'note',
  unknown: 'warning',
};

function toResult(finding: ReportedFinding, uri: string, ruleIndex: number): object {
  const { vulnerability, component, match, relevance, fix } = finding;
  const name = toPlainText(component.name, NAME_CHARACTERS_MAX);
  const version = toPlainText(component.version, NAME_CHARACTERS_MAX);
  // A title such as "CVE-2024-1000 in left-pad" adds nothing to the sentence.
  const isNamed = vulnerability.title !== '' && !vulnerability.title.startsWith(`${vulnerability.id} `);
  const title = isNamed ? `: ${toPlainText(vulnerability.title)}` : '';
  return {
    ruleId: vulnerability.id,
    ruleIndex,
    level: LEVELS[alertSeverityOf(finding)],
    message: { text: `${name} ${version} is affected by ${vulnerability.id}${title}. ${describeFix(finding)}` },
    locations: [
      {
        // Some viewers require a line; an SBOM has no better one.
        physicalLocation: { artifactLocation: { uri, index: 0 }, region: { startLine: 1 } },
        logicalLocations: [
          { name: component.name, fullyQualifiedName: component.purl ?? component.name, kind: 'module' },
        ],
      },
    ],
    partialFingerprints: { 'assayFinding/v1': finding.fingerprint },
    ...(relevance.status === 'not_relevant' && {
      suppressions: [{ kind: 'external', justification: applyingReasonTexts(relevance.reasons).join(' ') }],
    }),
    properties: {
      class: finding.class,
      confidence: match.confidence,
      record: match.recordId,
      range: match.range,
      relevance: relevance.status,
      ...(relevance.label !== null && { label: relevance.label }),
      reasons: applyingReasonTexts(relevance.reasons),
      fixedIn: fix.versions,
    },
  };
}

function applyingReasonTexts(reasons: ReportedFinding['relevance']['reasons']): string[] {
  return reasons.filter(({ applies }) => applies).map(({ text }) => text);
}

const NAME_CHARACTERS_MAX = 128;

/**
 * Writes the name of a file or an image as a URI reference: relative if the name is relative, else absolute. `sboms/app 1.json` is
 * `sboms/app%201.json`, `/tmp/a.json` is `file:///tmp/a.json`, `app:1.0` is `app%3A1.0`.
 */
function toUriReference(name: string): string {
  const pieces = name.toWellFormed().replaceAll('\\', '/').split('/').map(encodeURIComponent);
  const path = pieces.join('/');
  return path.startsWith('/') ? `file:///${path.replace(/^\/+/, '')}` : path;
}
