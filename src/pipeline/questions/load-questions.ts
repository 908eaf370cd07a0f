/** Loads what questions about a service need: the answers that still count, and the code that matched advisories name. */
import type { FindCode } from '../../core/history/findings/finding-subjects.ts';
import { toAsciiLower } from '../../core/identity/identifier-text.ts';
import { memberIn } from '../../core/json/members.ts';
import { findNamedPackages } from '../../core/reachability/parse-members.ts';
import { isBefore } from '../../core/relevance/calendar.ts';
import { toAnswers, type Answers } from '../../core/relevance/questions/question.ts';
import { toVulnerableCode } from '../../core/relevance/questions/vulnerable-code.ts';
import { listRawRecords } from '../../store/advisories/vulnerabilities/vulnerability-records.ts';
import type { OrgTx } from '../../store/database.ts';
import { listServiceAnswers } from '../../store/relevance/questions.ts';
import type { MatchedVersion } from '../evaluation/matched-version.ts';

export async function loadAnswers(tx: OrgTx, serviceId: string, at: string): Promise<Answers> {
  const given = await listServiceAnswers(tx, serviceId);
  return toAnswers(given.filter(({ expiresAt }) => isBefore(at, expiresAt)));
}

/** Only the databases of Go and Rust name code. Undefined: no advisory of theirs matched. */
export async function loadNamedCode(tx: OrgTx, { components }: MatchedVersion): Promise<FindCode | undefined> {
  const ids = components.flatMap(({ ecosystem, matches }) =>
    ecosystem === 'Go' || ecosystem === 'crates.io'
      ? matches.flatMap(({ evidence }) => evidence.map(({ recordId }) => recordId).filter(mayNameCode))
      : [],
  );
  if (ids.length === 0) return undefined;
  const records = await listRawRecords(tx, [...new Set(ids)].toSorted());
  const named = new Map(
    [...Map.groupBy(records, ({ id }) => id)].map(([id, copies]) => [
      id,
      findNamedPackages(copies.flatMap(({ record }) => affectedOf(record))),
    ]),
  );
  return ({ name }, recordIds) =>
    toVulnerableCode(recordIds.flatMap((id) => named.get(id)?.get(toAsciiLower(name)) ?? []));
}

function mayNameCode(recordId: string): boolean {
  return recordId.startsWith('GO-') || recordId.startsWith('RUSTSEC-');
}

function affectedOf(record: unknown): readonly unknown[] {
  const affected = memberIn(record, 'affected');
  return Array.isArray(affected) ? affected : [];
}
