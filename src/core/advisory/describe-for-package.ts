/**
 * A vulnerability as it concerns one package. Its alias group may hold records about other packages: a wheel that bundles the
 * library, or the update notice of another distribution. Their titles and ratings are not those of this package.
 */
import { isNoticeId } from '../identity/vulnerability-id.ts';
import type { CvssRating, Severity } from './advisory.ts';
import {
  headlineAmong,
  listOwnRecords,
  ratingsOf,
  sortRecords,
  worstOf,
  type RecordFacts,
  type Vulnerability,
} from './vulnerability.ts';

export type GroupVulnerability = Pick<Vulnerability, 'id' | 'title' | 'severity' | 'cvss'> & {
  /** Those about this vulnerability alone. Absent: the description is used as it is, whatever the package. */
  readonly records?: readonly RecordFacts[];
};

export interface DescribedPackage {
  readonly name: string;
  readonly ecosystem?: string | null;
}

interface RecordName {
  readonly source: string;
  readonly recordId: string;
}

/** `evidence` names the records about the package, in order of their authority. */
export function describeForPackage<Told extends GroupVulnerability>(
  vulnerability: Told,
  about: DescribedPackage,
  evidence: readonly RecordName[],
): Told {
  if (vulnerability.records === undefined) return vulnerability;
  const records = sortRecords(vulnerability.records);
  const ofPackage = listOfPackage(records, about.ecosystem, evidence);
  const standing = records.filter(({ withdrawnAt }) => withdrawnAt === null);
  const own = listOwnRecords(vulnerability.id, standing);
  const title =
    headlineAmong(ofPackage.filter(({ id }) => !isNoticeId(id))) ??
    headlineAmong(own) ??
    `${vulnerability.id} in ${about.name}`;
  return { ...vulnerability, title, ...rate(ofPackage, own, standing) };
}

/** Of a record in several directories, the copy of the package's own ecosystem counts. */
function listOfPackage(
  records: readonly RecordFacts[],
  ecosystem: string | null | undefined,
  evidence: readonly RecordName[],
): RecordFacts[] {
  const copiesOf = Map.groupBy(records, ({ source, id }) => `${source} ${id}`);
  const keys = new Set(evidence.map(({ source, recordId }) => `${source} ${recordId}`));
  return [...keys].flatMap((key) => {
    const copies = copiesOf.get(key) ?? [];
    const inOwnDirectory = copies.filter(({ directory }) => directory === ecosystem);
    return inOwnDirectory.length > 0 ? inOwnDirectory : copies;
  });
}

/**
 * The worst rating of the closest records that have a score: those about the package, else those about the vulnerability itself.
 * Without a score there the worst of all records counts, so that a mere label never lowers a score, and neither does "none": a
 * severity that is too low hides a finding.
 */
function rate(
  ofPackage: readonly RecordFacts[],
  own: readonly RecordFacts[],
  others: readonly RecordFacts[],
): { readonly severity: Severity; readonly cvss: readonly CvssRating[] } {
  const closest = [ofPackage, [...ofPackage, ...own]].find((pool) => ratingsOf(pool).some(({ score }) => score > 0));
  const pool = closest ?? [...ofPackage, ...others];
  return { severity: worstOf(pool), cvss: ratingsOf(pool) };
}
