/** Texts for advisory sources: description, state, and overall progress. */
import type { WireAdvisorySource } from '../../src/api/contract/findings/advisory.ts';
import { countOf, formatCount } from './format/counts.ts';

interface SourceText {
  readonly name: string;
  readonly what: string;
}

const SOURCES: Readonly<Record<string, SourceText>> = {
  osv: { name: 'OSV', what: 'Advisories for languages and distributions' },
  kev: { name: 'Known exploited (CISA KEV)', what: 'Known exploited vulnerabilities' },
  epss: { name: 'EPSS', what: 'Probability of exploitation in the next 30 days' },
  ssvc: { name: 'SSVC (CISA Vulnrichment)', what: 'Vulnerability assessments by CISA' },
  packages: { name: 'Package indexes', what: 'Source packages of Debian, Ubuntu and Alpine packages' },
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

/** "3 of 4 sources ready, 41,200 records"; disabled sources are not counted. */
export function describeProgress(sources: readonly WireAdvisorySource[]): string {
  const waited = sources.filter(({ enabled, name }) => enabled && name !== 'starter');
  const records = sources.reduce((sum, source) => sum + source.records + (source.progress?.records ?? 0), 0);
  if (waited.length === 0) return `No source enabled, ${countOf(records, 'record')} loaded`;
  const ready = waited.filter(({ state, lastSuccessAt }) => state === 'ready' || lastSuccessAt !== null).length;
  return `${formatCount(ready)} of ${countOf(waited.length, 'source')} ready, ${countOf(records, 'record')} loaded`;
}
