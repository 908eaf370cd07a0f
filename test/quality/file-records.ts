/**
 * Indexes records for the matcher like the store: candidates by package key. Withdrawn records are skipped, a distribution record
 * is indexed under every vulnerability that it covers, and each of several copies of one id applies to its own ecosystem.
 */
import type { Advisory } from '../../src/core/advisory/advisory.ts';
import { groupAliases } from '../../src/core/advisory/alias-groups.ts';
import { keysOfEntry } from '../../src/core/advisory/entries.ts';
import { parseOsvRecord } from '../../src/core/advisory/osv/parse-osv-record.ts';
import type { CandidateEntry } from '../../src/core/match/match.ts';
import type { PublishedRecord } from './labeled-case.ts';

interface Copy {
  readonly advisory: Advisory;
  readonly directory: string | undefined;
}

export function fileRecords(records: readonly PublishedRecord[], asOf: string): Map<string, CandidateEntry[]> {
  const copies = records.map(readCopy);
  const groups = groupAliases(copies.map(({ advisory }) => advisory));
  const filed = new Map<string, CandidateEntry[]>();
  for (const { advisory, directory } of copies) {
    const { id: recordId, class: recordClass, upstream, affected, withdrawn } = advisory;
    if (withdrawn !== undefined && withdrawn <= asOf) continue;
    const about = upstream.length > 0 ? upstream : [recordId];
    const groupIds = new Set(about.map((id) => groups.get(id)?.groupId ?? id));
    for (const entry of affected) {
      if (!speaksFor({ advisory, directory }, entry.family, copies)) continue;
      const candidates = [...groupIds].map((groupId) => {
        return { recordId, source: 'osv', groupId, canonicalId: groupId, class: recordClass, entry };
      });
      for (const key of keysOfEntry(entry)) filed.set(key, [...(filed.get(key) ?? []), ...candidates]);
    }
  }
  return filed;
}

function readCopy({ osv, directory }: PublishedRecord): Copy {
  const advisory = parseOsvRecord(osv);
  if ('problem' in advisory) throw new Error(`A record of a case cannot be read: ${advisory.problem}`);
  return { advisory, directory };
}

/** The copy in the directory of the ecosystem; otherwise the newest, and among equally new ones the first directory. */
function speaksFor({ advisory, directory }: Copy, family: string, copies: readonly Copy[]): boolean {
  if (directory === undefined || directory === family) return true;
  const others = copies.filter((copy) => copy.advisory.id === advisory.id && copy.directory !== directory);
  return others.every((other) => {
    if (other.directory === family || other.directory === undefined) return false;
    if (other.advisory.modified !== advisory.modified) return other.advisory.modified < advisory.modified;
    return other.directory > directory;
  });
}
