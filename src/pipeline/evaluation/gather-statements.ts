/** Loads the VEX statements about the findings of a version, as far as the organization trusts their authors. */
import { toStatementOpinion } from '../../core/relevance/opinions/statement-opinion.ts';
import type { Opinion } from '../../core/relevance/opinions/opinion.ts';
import { indexStatements } from '../../core/vex/matching/index-statements.ts';
import { toVexOpinion } from '../../core/vex/to-opinion.ts';
import type { VexSubject, VexSubjectDocument } from '../../core/vex/matching/vex-subject.ts';
import type { OrgTx } from '../../store/database.ts';
import { findPackedDocument, type VersionSbom } from '../../store/findings/publication/published-inputs.ts';
import { getSettings, trustLevelOf } from '../../store/people/settings.ts';
import { getVersionNames, type VersionNames } from '../../store/relevance/known-opinions.ts';
import { listStatements } from '../../store/relevance/vex-statements.ts';
import { PackedDocument } from '../../threads/inventory/packed-document.ts';
import { keyOf, type OpinionSubject, type PublishedVersion } from './opinion-subject.ts';

/** Returns statements by `keyOf`; findings without a statement are missing. */
export async function gatherStatements(
  tx: OrgTx,
  version: PublishedVersion,
  { subjects, sboms }: { readonly subjects: readonly OpinionSubject[]; readonly sboms: readonly VersionSbom[] },
): Promise<ReadonlyMap<string, readonly Opinion[]>> {
  const ids = [...new Set(subjects.flatMap((subject) => subject.ids))];
  const statements = await listStatements(tx, { serviceId: version.serviceId, versionId: version.id }, ids);
  if (statements.length === 0) return new Map();
  const settings = await getSettings(tx);
  const names = await getVersionNames(tx, version);
  const documents = await readDocuments(tx, sboms);
  const index = indexStatements(statements);
  const found = subjects.flatMap((subject): [string, readonly Opinion[]][] => {
    const opinions = index.find(toVexSubject(subject, names, documents)).map((statement) => {
      const trust = trustLevelOf(settings, statement.author);
      return toStatementOpinion(toVexOpinion(statement, { trust, statementId: statement.statementId }));
    });
    return opinions.length === 0 ? [] : [[keyOf(subject), opinions]];
  });
  return new Map(found);
}

type Documents = ReadonlyMap<string, Omit<VexSubjectDocument, 'refs'>>;

function toVexSubject(
  { ids, purls, componentVersion, places, occurrences }: OpinionSubject,
  { service, versions }: VersionNames,
  documents: Documents,
): VexSubject {
  const refs = Map.groupBy(occurrences, ({ sbomId }) => sbomId);
  return {
    ids,
    component: { purls, version: componentVersion },
    service: { names: [service], versions },
    images: [...new Set(places.flatMap(({ image }) => image ?? []))].map((reference) => ({
      reference,
      digest: null,
      purls: [],
    })),
    documents: places.flatMap(({ sbomId }) => {
      const document = documents.get(sbomId ?? '');
      return document === undefined
        ? []
        : [{ ...document, refs: (refs.get(sbomId) ?? []).map(({ bomRef }) => bomRef) }];
    }),
  };
}

/** The subject of each document, read only if a statement may refer to it. */
async function readDocuments(tx: OrgTx, sboms: readonly VersionSbom[]): Promise<Documents> {
  const documents = new Map<string, Omit<VexSubjectDocument, 'refs'>>();
  for (const { id, traits } of sboms) {
    const packed = await findPackedDocument(tx, id);
    const subject = packed && new PackedDocument(packed).subject;
    documents.set(id, {
      serialNumber: traits?.serialNumber ?? null,
      version: traits?.version ?? null,
      root:
        subject === undefined ? null : { ref: null, name: subject.name, version: subject.version ?? null, purl: null },
    });
  }
  return documents;
}
