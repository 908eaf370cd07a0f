/**
 * Measures matching: the pure matcher on all components of the real documents, the naive approach for comparison, and from an
 * inventory to its stored matches with all real advisories in the database. Requires the data named by ASSAY_TEST_DATA.
 */
import { deserialize, serialize } from 'node:v8';
import { indexReal, readAdvisoriesOf, readRealDocuments } from '../test/support/real-matches.ts';
import {
  choose,
  listDistinct,
  type CheckedComponent,
  measureCore,
  type Candidates,
  measureMemory,
} from './matching-core.ts';
import { measureDatabase } from './matching-database.ts';
import { measureNaive } from './matching-naive.ts';
import type { BenchmarkOptions, Table } from './report.ts';

export async function measureMatching(options: BenchmarkOptions): Promise<readonly Table[]> {
  const { quick, print } = options;
  const { components, candidates } = await readInputs((file) => !quick || file.startsWith('images/'));
  if (components.length === 0) {
    print('skipped: no SBOMs in ASSAY_TEST_DATA');
    return [];
  }
  return [
    // Comes first, while none of the candidates have been parsed.
    measureMemory(choose(components, quick ? 5_000 : 50_000), candidates),
    await measureCore(components, candidates, options),
    await measureNaive(components, candidates, options),
    ...(await measureDatabase(components, options)),
  ];
}

interface Inputs {
  readonly components: readonly CheckedComponent[];
  readonly candidates: Candidates;
}

/** Copies the inputs without the documents and records that contain them, as if they were read from a store. */
async function readInputs(isWanted: (file: string) => boolean): Promise<Inputs> {
  const documents = readRealDocuments(isWanted);
  const components = listDistinct(documents);
  const { candidates } = indexReal(await readAdvisoriesOf(documents));
  return deserialize(serialize({ components, candidates })) as Inputs;
}
