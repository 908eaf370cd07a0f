/** Builds small advisories in OSV format, and the candidates by package key that a store would pass to the matcher. */
import type { Advisory } from '../../src/core/advisory/advisory.ts';
import { groupAliases } from '../../src/core/advisory/alias-groups.ts';
import { distinctEntries, keysOfEntry, neededVersions } from '../../src/core/advisory/entries.ts';
import { parseOsvRecord } from '../../src/core/advisory/osv/parse-osv-record.ts';
import { identifyPackage } from '../../src/core/match/identify-package.ts';
import type { CandidateEntry, PackageMatch } from '../../src/core/match/match.ts';
import { matchPackage } from '../../src/core/match/match-package.ts';

export function anOsvRecord(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    schema_version: '1.6.0',
    id: 'GHSA-aaaa-bbbb-cccc',
    modified: '2025-01-01T00:00:00Z',
    published: '2024-01-01T00:00:00Z',
    affected: [anAffected()],
    ...changes,
  };
}

/** `anAffected({ events: [{ introduced: '0' }, { fixed: '2.0.0' }] })`; other members are copied as they are. */
export function anAffected({
  ecosystem = 'npm',
  name = 'left-pad',
  type = ecosystem === 'npm' ? 'SEMVER' : 'ECOSYSTEM',
  events = [{ introduced: '0' }, { fixed: '2.0.0' }],
  ...members
}: {
  readonly ecosystem?: string;
  readonly name?: string;
  readonly type?: string;
  readonly events?: readonly Record<string, unknown>[];
  readonly [member: string]: unknown;
} = {}): Record<string, unknown> {
  return { package: { ecosystem, name }, ranges: [{ type, events }], ...members };
}

export function readAdvisory(record: unknown): Advisory {
  const advisory = parseOsvRecord(record);
  if ('problem' in advisory) throw new Error(`The record is no advisory: ${advisory.problem}`);
  return advisory;
}

const NOW = '2026-01-01T00:00:00.000000Z';

/**
 * Indexes advisories by package key as the store does: without withdrawn records, and with bundles under every vulnerability that
 * they cover.
 */
export function indexAdvisories(advisories: readonly Advisory[], asOf = NOW): Map<string, CandidateEntry[]> {
  const counted = advisories.filter(({ withdrawn }) => withdrawn === undefined || withdrawn > asOf);
  const groups = groupAliases(counted);
  const index = new Map<string, CandidateEntry[]>();
  for (const { id: recordId, class: recordClass, upstream, affected } of counted) {
    const about = upstream.length > 0 ? upstream : [recordId];
    const groupIds = new Set(about.map((id) => groups.get(id)?.groupId ?? id));
    for (const told of distinctEntries(affected)) {
      const entry = { ...told, versions: neededVersions(told, recordClass) };
      for (const key of keysOfEntry(entry)) {
        const filed = index.get(key) ?? [];
        for (const groupId of groupIds) {
          filed.push({ recordId, source: 'osv', groupId, canonicalId: groupId, class: recordClass, entry });
        }
        index.set(key, filed);
      }
    }
  }
  return index;
}

/** `findMatches('pkg:npm/left-pad@1.3.0', index)`; the purl must name an assessable package. */
export function findMatches(
  purl: string,
  index: ReadonlyMap<string, readonly CandidateEntry[]>,
  options: Parameters<typeof identifyPackage>[1] = {},
): PackageMatch[] {
  const claims = { purls: [purl], group: undefined, version: undefined, source: undefined };
  const identified = identifyPackage(claims, options);
  if (identified.package === undefined || identified.reason !== undefined)
    throw new Error(`${purl} cannot be assessed: ${identified.reason}`);
  const candidates = identified.keys.flatMap((key) => index.get(key) ?? []);
  return matchPackage(identified.package, candidates);
}

/** `matchRecords('pkg:npm/left-pad@1.3.0', record, ...)`: parses, groups, indexes and matches the records. */
export function matchRecords(purl: string, ...records: readonly unknown[]): PackageMatch[] {
  return findMatches(purl, indexAdvisories(records.map(readAdvisory)));
}
