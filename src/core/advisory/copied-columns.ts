/** Columns of stored advisories in the order in which threads and bundles write them for COPY. */

export const RECORD_COLUMNS = [
  'id',
  'modified',
  'published',
  'withdrawn',
  'class',
  'severity',
  'title',
  'details',
  'cvss',
  'cwes',
  'references',
  'aliases',
  'upstream',
  'related',
  'group_ids',
  'projection_sha256',
  'severity_sha256',
  'raw',
  'mentions',
] as const;

export const ENTRY_COLUMNS = ['record_id', 'n', 'package_key', 'entry', 'listed', 'own'] as const;
