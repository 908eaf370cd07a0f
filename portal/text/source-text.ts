/** Texts for advisory sources: description, state, and overall progress. */
import type { WireAdvisorySource } from '../../src/api/contract/findings/advisory.ts';
import { countOf, formatCount } from './format/counts.ts';

interface SourceText {
  readonly name: string;
  readonly what: string;
}

const SOURCES: Readonly<Record<string, SourceText>> = {
  osv: { name: 'OSV', what: 'Advisories for languages and distributions' },
  redhat: { name: 'Red Hat VEX', what: 'Vulnerabilities of Red Hat packages, with and without a fix' },
  distributions: { name: 'Distributions', what: 'Advisories that distributions publish themselves' },
  nvd: { name: 'NVD', what: 'Possible vulnerabilities of software that no other source covers, by CPE' },
  releases: { name: 'Release calendar', what: 'Releases of distributions without security fixes, part of Assay' },
  kev: { name: 'Known exploited (CISA KEV)', what: 'Known exploited vulnerabilities' },
  epss: { name: 'EPSS', what: 'Probability of exploitation in the next 30 days' },
  ssvc: { name: 'SSVC (CISA Vulnrichment)', what: 'Vulnerability assessments by CISA' },
  packages: { name: 'Package indexes', what: 'Source packages and newest versions of Debian, Ubuntu and Alpine' },
  jars: { name: 'Jar table', what: 'Maven coordinates of jars by hash' },
  starter: { name: 'Starter set', what: 'Built-in sample advisories' },
};

export function describeSource(name: string): SourceText {
  const known = Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined;
  return known ?? { name, what: 'Advisory source' };
}

export function describeSourceState({ enabled, state, stale, records }: WireAdvisorySource): string {
  if (!enabled) return records > 0 ? 'Disabled, keeps its records' : 'Disabled';
  if (state === 'syncing') return 'Syncing';
  if (state === 'failed') return 'Last sync failed';
  if (state === 'never') return 'Not synced yet';
  return stale ? 'Outdated' : 'Ready';
}

/** "npm (2 of 22): 12,000 of 18,000 records, about 2 min left", for the directory that is being synced. */
export function describeDirectory(progress: NonNullable<WireAdvisorySource['progress']>): string {
  const { directory, directoryNumber, directoryCount, records, recordsTotal, estimateSeconds } = progress;
  const position = directoryCount > 1 ? ` (${formatCount(directoryNumber)} of ${formatCount(directoryCount)})` : '';
  const counts = `${directory}${position}: ${formatCount(records)} of ${countOf(recordsTotal, 'record')}`;
  if (records >= recordsTotal) return `${counts}, finishing`;
  return estimateSeconds === null ? counts : `${counts}, about ${toDuration(estimateSeconds)} left`;
}

/** A rate that was measured for some seconds does not justify seconds in an estimate of minutes. */
function toDuration(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** "3 of 4 sources ready, 41,200 records"; disabled sources are not counted. */
export function describeProgress(sources: readonly WireAdvisorySource[]): string {
  const waited = sources.filter(({ enabled, name }) => enabled && name !== 'starter');
  const records = sources.reduce((sum, source) => sum + source.records + (source.progress?.records ?? 0), 0);
  if (waited.length === 0) return `No source enabled, ${countOf(records, 'record')} loaded`;
  const ready = waited.filter(
    ({ state, stale, lastSuccessAt }) => !stale && (state === 'ready' || lastSuccessAt !== null),
  ).length;
  const outdated = sources.filter(({ stale }) => stale).length;
  const note = outdated === 0 ? '' : `, ${formatCount(outdated)} outdated`;
  return `${formatCount(ready)} of ${countOf(waited.length, 'source')} ready${note}, ${countOf(records, 'record')} loaded`;
}
