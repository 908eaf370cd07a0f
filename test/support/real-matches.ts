/**
 * Matches real SBOMs against all real advisories in memory, with the core only and the candidates that a store would return. Only
 * advisories for packages of the documents are kept, which is one in fifty.
 */
import { readFileSync } from 'node:fs';
import type { Advisory } from '../../src/core/advisory/advisory.ts';
import { keysOfEntry } from '../../src/core/advisory/entries.ts';
import { parseOsvRecord } from '../../src/core/advisory/osv/parse-osv-record.ts';
import { describeVulnerability } from '../../src/core/advisory/vulnerability/vulnerability.ts';
import { toComponentSet, type SetMember } from '../../src/core/match/components/component-set.ts';
import { findUnassessedReason, matchPackage } from '../../src/core/match/match-package.ts';
import type { CandidateEntry, PackageMatch } from '../../src/core/match/match.ts';
import { indexAdvisories } from './advisories.ts';
import { readRealRecords } from './real-advisories.ts';
import { findRealData } from './real-data.ts';
import { readRealInventories, type RealInventory } from './real-inventories.ts';

export interface RealMatches {
  readonly file: string;
  readonly members: readonly MatchedMember[];
  /** The time for matching alone. */
  readonly milliseconds: number;
}

export interface MatchedMember {
  readonly member: SetMember;
  readonly matches: readonly PackageMatch[];
  /** The reason why it was not checked, if any. */
  readonly reason: string | undefined;
}

export interface RealDocument {
  readonly file: string;
  readonly members: readonly SetMember[];
}

/** Returns an empty list if there is no real data. */
export function readRealDocuments(isWanted: (file: string) => boolean): readonly RealDocument[] {
  return readRealInventories(isWanted).map(({ file, inventory }: RealInventory) => ({
    file,
    members: toComponentSet(inventory, { distroOverride: undefined, image: undefined }).members,
  }));
}

interface AdvisoryOptions {
  /** Directories to read; all of the export by default. */
  readonly ecosystems?: readonly string[];
  /** Called with every raw record. */
  readonly onRecord?: (record: unknown, ecosystem: string) => void;
}

/** Returns all advisories that affect the documents, without their entries for other packages. */
export async function readAdvisoriesOf(
  documents: readonly Pick<RealDocument, 'members'>[],
  { ecosystems = listEcosystems(), onRecord }: AdvisoryOptions = {},
): Promise<readonly Advisory[]> {
  const keys = new Set(documents.flatMap(({ members }) => members.flatMap((member) => member.keys)));
  const advisories: Advisory[] = [];
  for (const ecosystem of ecosystems) {
    for (const record of (await readRealRecords(ecosystem)) ?? []) {
      onRecord?.(record, ecosystem);
      const advisory = parseOsvRecord(record);
      if ('problem' in advisory) continue;
      const isOwn = (entry: Advisory['affected'][number]): boolean =>
        entry.family === ecosystem && keysOfEntry(entry).some((key) => keys.has(key));
      const affected = advisory.affected.filter(isOwn);
      // Even without packages of these documents, it may link two other records as aliases.
      if (affected.length > 0 || advisory.aliases.length > 0) advisories.push({ ...advisory, affected, details: '' });
    }
  }
  return advisories;
}

function listEcosystems(): string[] {
  const list = findRealData('osv', 'ecosystems.txt');
  return list === undefined ? [] : readFileSync(list, 'utf8').trim().split('\n');
}

export function matchDocument(
  { file, members }: RealDocument,
  candidates: ReadonlyMap<string, readonly CandidateEntry[]>,
): RealMatches {
  const start = performance.now();
  const matched = members.map((member): MatchedMember => {
    if (member.package === null || member.notChecked !== null) {
      return { member, matches: [], reason: member.notChecked ?? 'no-identity' };
    }
    const entries = member.keys.flatMap((key) => candidates.get(key) ?? []);
    const matches = matchPackage(member.package, entries);
    return { member, matches, reason: findUnassessedReason(member.package, entries, matches) };
  });
  return { file, members: matched, milliseconds: performance.now() - start };
}

export interface IndexedAdvisories {
  readonly candidates: ReadonlyMap<string, readonly CandidateEntry[]>;
  readonly severityOf: (groupId: string) => string;
}

export function indexReal(advisories: readonly Advisory[]): IndexedAdvisories {
  const candidates = indexAdvisories(advisories);
  const recordsOf = Map.groupBy(
    [...candidates.values()].flat().map(({ groupId, recordId }) => ({ groupId, recordId })),
    ({ groupId }) => groupId,
  );
  // A bundle of a distribution covers several vulnerabilities, and its severity belongs to none of them.
  const byId = Map.groupBy(
    advisories.filter(({ upstream }) => upstream.length <= 1),
    ({ id }) => id,
  );
  return {
    candidates,
    severityOf: (groupId) => {
      const ids = new Set([groupId, ...(recordsOf.get(groupId) ?? []).map(({ recordId }) => recordId)]);
      const records = [...ids].flatMap((id) => byId.get(id) ?? []);
      const facts = records.map((record) => ({
        ...record,
        source: 'osv',
        directory: '',
        opening: '',
        publishedAt: null,
        modifiedAt: record.modified,
        withdrawnAt: null,
      }));
      return describeVulnerability(groupId, facts).severity;
    },
  };
}
