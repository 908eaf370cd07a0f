/**
 * Describes a vulnerability for one package. Its alias group may contain records about other packages, such as a wheel that
 * bundles the library or the update notice of another distribution. Their titles and ratings do not apply to this package.
 */
import { isNoticeId } from '../identity/vulnerability-id.ts';
import type { CvssRating, Severity } from './advisory.ts';
import {
  findHeadline,
  listOwnRecords,
  ratingsOf,
  sortRecords,
  worstSeverityOf,
  type RecordFacts,
  type Vulnerability,
} from './vulnerability.ts';

export type GroupVulnerability = Pick<Vulnerability, 'id' | 'title' | 'severity' | 'cvss'> & {
  /** Records about this vulnerability alone. If absent, the description is used for every package as it is. */
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

/** `evidence` names the records about the package, most authoritative first. */
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
    findHeadline(ofPackage.filter(({ id }) => !isNoticeId(id))) ??
    findHeadline(own) ??
    `${vulnerability.id} in ${about.name}`;
  return { ...vulnerability, title, ...rate(ofPackage, own, standing) };
}

/** If a record is in several directories, the copy in the directory of the package's ecosystem is used. */
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
 * Returns the worst rating of the closest records that have a score: first those about the package, then those about the
 * vulnerability itself. If none of them has a score, the worst of all records counts, so that neither a label nor "none" lowers a
 * score: a severity that is too low hides a finding.
 */
function rate(
  ofPackage: readonly RecordFacts[],
  own: readonly RecordFacts[],
  others: readonly RecordFacts[],
): { readonly severity: Severity; readonly cvss: readonly CvssRating[] } {
  const closest = [ofPackage, [...ofPackage, ...own]].find((pool) => ratingsOf(pool).some(({ score }) => score > 0));
  const pool = closest ?? [...ofPackage, ...others];
  return { severity: worstSeverityOf(pool), cvss: ratingsOf(pool) };
}
