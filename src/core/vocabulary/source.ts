/** Ends of releases. Part of Assay, so it is neither waited for nor outdated. */
export const RELEASE_CALENDAR = 'releases';

/** Files that distributions publish in forms of their own. */
export const DISTRIBUTIONS = 'distributions';

/** Sources of advisory data that can be configured, in order of importance. */
export const SOURCE_NAMES = [
  'osv',
  'redhat',
  DISTRIBUTIONS,
  RELEASE_CALENDAR,
  'nvd',
  'kev',
  'epss',
  'ssvc',
  'packages',
  'jars',
] as const;

/** Sources of advisories that only add to those of others: alone they leave most components unchecked. */
export const SUPPLEMENTARY_SOURCES: ReadonlySet<string> = new Set(['nvd']);

/** Sources of facts by CVE id. */
export const ENRICHMENT_PARTS = SOURCE_NAMES.filter((name) => name === 'kev' || name === 'epss' || name === 'ssvc');
export type EnrichmentPart = (typeof ENRICHMENT_PARTS)[number];

/** Sources that list packages, and say nothing about vulnerabilities. */
export const PACKAGE_PARTS = SOURCE_NAMES.filter((name) => name === 'packages' || name === 'jars');

export const SOURCE_STATES = ['never', 'syncing', 'ready', 'failed'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** A directory of a source exists only after its first run. */
export const DIRECTORY_STATES = SOURCE_STATES.filter((state) => state === 'ready' || state === 'failed');
export type DirectoryStateName = (typeof DIRECTORY_STATES)[number];

/** All advisory data together. `starter`: only the set that is part of Assay. */
export const DATA_STATES = ['none', 'starter', 'syncing', 'ready', 'stale'] as const;
export type DataStateName = (typeof DATA_STATES)[number];

/** Why a source counts as outdated: not synced or imported in time, or its newest record is too old for its rhythm. */
export const STALE_REASONS = ['sync', 'content'] as const;
export type StaleReason = (typeof STALE_REASONS)[number];

/** Readiness of the server. `degraded`: uploads are accepted, but something needs attention. */
export const READINESS_STATES = ['ok', 'degraded', 'unavailable'] as const;

/** The database and the queue. */
export const PART_STATES = ['up', 'down'] as const;
