/** Renders the difference of two versions as Markdown, for a pull request or a release page. */
import type { Delta } from '../../history/changes/compare-findings.ts';
import type { ComponentDiff, DiffComponent } from '../../history/changes/diff-components.ts';
import type { ExplainedChange } from '../../history/changes/explain-change.ts';
import { toMarkdownCode, toMarkdownText } from '../../text/markdown-text.ts';
import { describeMissingImages, NAME_MAX } from './name-list.ts';
import { alertSeverityOf, type ReportedFinding } from '../report.ts';

export interface ReportedChange {
  readonly finding: Pick<ReportedFinding, 'class' | 'vulnerability' | 'component' | 'fix'>;
  readonly explained: ExplainedChange;
}

export interface ReleaseNotes {
  readonly service: string;
  readonly base: ReportedVersion;
  readonly head: ReportedVersion;
  /** The first entries of each list; the counts are complete. */
  readonly findings: {
    readonly introduced: readonly ReportedChange[];
    readonly resolved: readonly ReportedChange[];
    readonly changed: readonly ReportedChange[];
  };
  readonly counts: Delta & { readonly notUploaded: number };
  /** Images and other slots of the base without an upload in the head. */
  readonly notUploaded: readonly string[];
  readonly components: {
    readonly added: readonly ReportedComponent[];
    readonly removed: readonly ReportedComponent[];
    readonly changed: ComponentDiff['changed'];
  };
  /** Link to the details; undefined if the public URL is not configured. */
  readonly link: string | undefined;
}

interface ReportedVersion {
  readonly name: string;
  readonly isAnalyzed: boolean;
}

type ReportedComponent = Pick<DiffComponent, 'name' | 'version'>;

export function toReleaseNotes(notes: ReleaseNotes): string {
  const { findings, counts, components } = notes;
  const sections = [
    [`# ${toMarkdownText(notes.service, NAME_MAX)} ${toMarkdownText(notes.head.name, NAME_MAX)}`],
    [summaryOf(notes)],
    ...[notes.base, notes.head].filter(({ isAnalyzed }) => !isAnalyzed).map(toNotice),
    toMissingImages(notes),
    toSection('Fixed', findings.resolved.map(toResolved), counts.resolved),
    toSection('New', findings.introduced.map(toIntroduced), counts.introduced),
    toSection('Still affected after a version change', findings.changed.map(toChanged), counts.changed),
    toSection('Upgrades', components.changed.map(toUpgrade), components.changed.length),
    toSection('Added components', components.added.map(toComponent), components.added.length),
    toSection('Removed components', components.removed.map(toComponent), components.removed.length),
    notes.link === undefined ? [] : [`[Details in Assay](${notes.link})`],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const TITLE_MAX = 160;
const LINES_MAX = 100;

function summaryOf({ base, counts }: ReleaseNotes): string {
  const staying = counts.changed + counts.unchanged;
  const stay = staying === 1 ? ' 1 vulnerability remains.' : ` ${staying} vulnerabilities remain.`;
  return `Compared with ${toMarkdownCode(base.name, NAME_MAX)}: **${counts.resolved} fixed, ${counts.introduced} new**.${staying === 0 ? '' : stay}`;
}

function toNotice({ name }: ReportedVersion): string[] {
  return [`> ${toMarkdownCode(name, NAME_MAX)} is not analyzed yet. This comparison is incomplete.`];
}

/** Findings of images that were not uploaded are neither fixed nor known to be still present. */
function toMissingImages({ notUploaded, counts }: ReleaseNotes): string[] {
  if (notUploaded.length === 0) return [];
  const count = counts.notUploaded === 1 ? '1 vulnerability' : `${counts.notUploaded} vulnerabilities`;
  const rest = counts.notUploaded === 0 ? '' : ` ${count} of the base version may still be present.`;
  return [`> ${describeMissingImages(notUploaded)}${rest}`];
}

function toSection(title: string, lines: readonly string[], total: number): string[] {
  if (total === 0) return [];
  const shown = lines.slice(0, LINES_MAX);
  const rest = total > shown.length ? [`- and ${total - shown.length} more`] : [];
  return [`## ${title} (${total})`, '', ...shown.map((line) => `- ${line}`), ...rest];
}

function toIntroduced({ finding, explained }: ReportedChange): string {
  const place = `${headOf(finding)} ${toMarkdownCode(finding.component.version, NAME_MAX)}`;
  const [fix] = finding.fix.versions;
  const cure = fix === undefined ? '' : ` Fixed in ${toMarkdownCode(fix, NAME_MAX)}.`;
  return `${place}${titleOf(finding)}${explained.cause === 'code' ? '' : ` ${INTRODUCTION_TEXTS[explained.cause]}`}${cure}`;
}

function toResolved({ finding, explained }: ReportedChange): string {
  if (explained.cause !== 'code') {
    return `${headOf(finding)} ${toMarkdownCode(finding.component.version, NAME_MAX)}${titleOf(finding)} ${DISAPPEARANCE_TEXTS[explained.cause]}`;
  }
  const { from = [], to = [] } = explained.component ?? {};
  const way = to.length === 0 ? `${versionsOf(from)}, removed` : `${versionsOf(from)} → ${versionsOf(to)}`;
  return `${headOf(finding)} ${way}${titleOf(finding)}`;
}

function toChanged({ finding, explained }: ReportedChange): string {
  const { from = [], to = [] } = explained.component ?? {};
  return `${headOf(finding)} ${versionsOf(from)} → ${versionsOf(to)}${titleOf(finding)}`;
}

/** `**High** [CVE-2021-23337](...) in `lodash``. */
function headOf(finding: ReportedChange['finding']): string {
  const word = finding.class === 'malicious' ? 'Malicious' : SEVERITY_LABELS[alertSeverityOf(finding)];
  const { id } = finding.vulnerability;
  // A valid id needs no escaping in a URL; anything else is encoded.
  const link = `[${toMarkdownText(id)}](https://osv.dev/vulnerability/${encodeURIComponent(id.toWellFormed())})`;
  return `**${word}** ${link} in ${toMarkdownCode(finding.component.name, NAME_MAX)}`;
}

const SEVERITY_LABELS = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  none: 'None',
  unknown: 'Unrated',
} as const;

function titleOf({ vulnerability: { title } }: ReportedChange['finding']): string {
  // Some titles already end with a period.
  const bare = title.endsWith('.') ? title.slice(0, -1) : title;
  return bare === '' ? '.' : `: ${toMarkdownText(bare, TITLE_MAX)}.`;
}

function versionsOf(versions: readonly string[]): string {
  const [first = '', ...others] = versions;
  return toMarkdownCode(first, NAME_MAX) + (others.length === 0 ? '' : ` and ${others.length} more`);
}

const INTRODUCTION_TEXTS: Readonly<Record<ExplainedChange['cause'], string>> = {
  code: '',
  engine: 'Found by improved matching.',
  advisory: 'Newly reported by an advisory.',
  decision: 'Present before, but marked as not relevant by a decision.',
  profile: 'Present before, but not relevant according to the security profile.',
  reachability: 'Present before, but not reachable according to an analysis of calls.',
};

const DISAPPEARANCE_TEXTS: Readonly<Record<ExplainedChange['cause'], string>> = {
  code: '',
  engine: 'No longer reported after improved matching.',
  advisory: 'No longer reported by its advisories.',
  decision: 'Still present, but marked as not relevant by a decision.',
  profile: 'Still present, but not relevant according to the security profile.',
  reachability: 'Still present, but not reachable according to an analysis of calls.',
};

function toUpgrade({ name, from, to }: ReleaseNotes['components']['changed'][number]): string {
  const [before, after] = [from ?? '', to ?? ''].map((version) => toMarkdownCode(version, NAME_MAX));
  return `${toMarkdownCode(name, NAME_MAX)} ${before} → ${after}`;
}

function toComponent({ name, version }: ReportedComponent): string {
  return `${toMarkdownCode(name, NAME_MAX)} ${toMarkdownCode(version ?? '', NAME_MAX)}`;
}
