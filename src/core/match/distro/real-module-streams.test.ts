/**
 * Matches every module build that real records name as fixed, with and without its label: without it a vulnerability may be
 * undecided, but is never missed silently. The data is not part of the repository; `ASSAY_TEST_DATA` points to it.
 */
import { describe, expect, it } from 'vitest';
import { indexAdvisories } from '../../../../test/support/advisories.ts';
import { readRealRecords } from '../../../../test/support/real-advisories.ts';
import { parseOsvRecord } from '../../advisory/osv/parse-osv-record.ts';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import { findUnassessedReason, matchPackage } from '../match-package.ts';
import type { CandidateEntry } from '../match.ts';

const isHere = process.env['ASSAY_TEST_DATA'] !== undefined;
const note = isHere ? '' : ' (none: ASSAY_TEST_DATA is not set)';
/** One in this many builds of a family is tested, because all of them take a minute. */
const SAMPLED = { 'Red Hat': 10, AlmaLinux: 10, 'Rocky Linux': 2 } as const;

describe('module builds without a label', () => {
  it.each(Object.entries(SAMPLED))(
    `miss nothing in silence that %s builds with a label have${note}`,
    async (family, sampled) => {
      const builds = listBuilds(await indexModules(family)).filter((_, index) => index % sampled === 0);
      const missed = builds.filter(({ entry, stream, version, candidates }) => {
        const build = (module: string) => ({ identity: toIdentity(entry, module), version, assumptions: [] });
        const find = (module: string) => matchPackage(build(module), candidates);
        const unlabeled = find('');
        const known = new Set(unlabeled.filter(({ state }) => state !== 'not_affected').map(({ groupId }) => groupId));
        const isOpen = unlabeled.some(({ state }) => state === 'cannot_assess');
        const isTold = !isOpen || findUnassessedReason(build(''), candidates, unlabeled) === 'module-stream-unknown';
        return !isTold || find(stream).some(({ state, groupId }) => state === 'affected' && !known.has(groupId));
      });

      expect(missed.map(({ entry, version, stream }) => `${entry.name} ${version} ${stream}`)).toEqual([]);
      expect(builds.length > 100).toBe(isHere);
    },
    60_000,
  );
});

async function indexModules(ecosystem: string): Promise<ReadonlyMap<string, readonly CandidateEntry[]>> {
  const read = ((await readRealRecords(ecosystem)) ?? []).map(parseOsvRecord);
  return indexAdvisories(
    read.flatMap((advisory) => {
      if ('problem' in advisory) return [];
      const affected = advisory.affected.filter(({ modules }) => modules !== undefined);
      return affected.length === 0 ? [] : [{ ...advisory, affected }];
    }),
  );
}

interface Build {
  readonly entry: CandidateEntry['entry'];
  readonly version: string;
  readonly stream: string;
  readonly candidates: readonly CandidateEntry[];
}

function listBuilds(index: ReadonlyMap<string, readonly CandidateEntry[]>): readonly Build[] {
  const builds = new Map<string, Build>();
  for (const candidates of index.values()) {
    for (const { entry } of candidates) {
      const version = entry.windows.at(-1)?.fixed?.replace(/^0:/, '') ?? '';
      for (const stream of entry.modules ?? [])
        builds.set(`${entry.release} ${entry.name} ${version} ${stream}`, { entry, version, stream, candidates });
    }
  }
  return [...builds.values()];
}

function toIdentity({ family, release, name }: CandidateEntry['entry'], module: string): PackageIdentity {
  return { family, release, name, source: undefined, module };
}
