/**
 * Loads what analyses of calls say about the findings of a version, and the code that the matched advisories name now: the tool may
 * have used an older revision of an advisory.
 */
import { memberIn } from '../../core/json/members.ts';
import { toAsciiLower } from '../../core/identity/identifier-text.ts';
import { indexReachability, type AssessReachability } from '../../core/reachability/assess-reachability.ts';
import { findNamedPackages } from '../../core/reachability/parse-members.ts';
import type { OrgTx } from '../../store/database.ts';
import { listRawRecords } from '../../store/advisories/vulnerabilities/vulnerability-records.ts';
import { findCommit, listReachability, type StoredReachability } from '../../store/relevance/reachability.ts';
import type { MatchedVersion } from '../evaluation/matched-version.ts';

/** Undefined: no analysis was sent for the version. */
export async function loadReachability(
  tx: OrgTx,
  versionId: string,
  matched: MatchedVersion,
): Promise<AssessReachability | undefined> {
  const documents = await listReachability(tx, versionId);
  if (documents.length === 0) return undefined;
  const records = await listRawRecords(tx, listAnalyzedIds(documents, matched));
  const entries = Map.groupBy(records, ({ id }) => id.toUpperCase());
  const named = new Map(
    [...entries].map(([id, copies]) => [id, findNamedPackages(copies.flatMap(({ record }) => affectedOf(record)))]),
  );
  return indexReachability(documents, {
    commit: await findCommit(tx, versionId),
    codeOf: (recordId, packageName) => named.get(recordId)?.get(toAsciiLower(packageName)),
  });
}

/** Only a statement that names code it looked for can dismiss a finding. */
function listAnalyzedIds(documents: readonly StoredReachability[], { components }: MatchedVersion): string[] {
  const analyzed = new Set(
    documents.flatMap(({ statements }) =>
      statements.flatMap(({ ids, searchedFor }) => (searchedFor.length === 0 ? [] : ids)),
    ),
  );
  const matched = components.flatMap(({ matches }) =>
    matches.flatMap(({ evidence }) => evidence.map(({ recordId }) => recordId)),
  );
  return [...new Set(matched)].filter((id) => analyzed.has(id.toUpperCase()));
}

function affectedOf(record: unknown): readonly unknown[] {
  const affected = memberIn(record, 'affected');
  return Array.isArray(affected) ? affected : [];
}
