/** Compares product and evaluator for every real SBOM of the test data, with all language ecosystems loaded. */
import { indexAdvisories } from '../../support/advisories.ts';
import { listRealSboms } from '../../support/real-data.ts';
import { readRealInventories } from '../../support/real-inventories.ts';
import { readAdvisoriesOf } from '../../support/real-matches.ts';
import { compareDocument, toComparedDocument, type Pair } from './compare-document.ts';
import { SPEC_ECOSYSTEMS } from './ecosystems.ts';
import { RecordIndex, type OsvRecord } from './record-index.ts';
import { toSpecPackage } from './to-spec-package.ts';

// Later than every withdrawal in the data, because the evaluator ignores all withdrawn records.
const AS_OF = '2027-01-01T00:00:00.000000Z';

/** Empty without real data. */
export async function compareRealDocuments(): Promise<Pair[]> {
  const sboms = new Map(listRealSboms().map((sbom) => [sbom.file, sbom]));
  if (sboms.size === 0) return [];
  const documents = readRealInventories().map(({ file, inventory }) => {
    const json: unknown = JSON.parse(new TextDecoder().decode(sboms.get(file)?.read()));
    return toComparedDocument(file, json, inventory);
  });
  const wanted = new Set(
    documents.flatMap(({ listed }) => listed.map((each) => toLastName(toSpecPackage(each)?.name))),
  );
  const index = new RecordIndex();
  const advisories = await readAdvisoriesOf(documents, {
    ecosystems: SPEC_ECOSYSTEMS.map(({ name }) => name),
    onRecord: (record, directory) => {
      // A record about several ecosystems is in the directory of each.
      index.add(record as OsvRecord, (ecosystem, name) => ecosystem === directory && wanted.has(toLastName(name)));
    },
  });
  const records = { index, candidates: indexAdvisories(advisories, AS_OF) };
  return documents.flatMap((document) => compareDocument(document, records));
}

/** Returns the name without its Maven group. */
function toLastName(name = ''): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
