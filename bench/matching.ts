/**
 * Who is affected, and how fast: the pure matcher on everything that the real documents hold, the naive way beside it, and from
 * an inventory to its stored matches with all real advisories in the database. Needs the data that ASSAY_TEST_DATA names.
 */
import { indexReal, readAdvisoriesOf, readRealDocuments } from '../test/support/real-matches.ts';
import { choose, listDistinct } from './matching-components.ts';
import { measureCore } from './matching-core.ts';
import { measureDatabase } from './matching-database.ts';
import { measureMemory } from './matching-memory.ts';
import { measureNaive } from './matching-naive.ts';
import type { BenchmarkOptions, Table } from './report.ts';

export async function measureMatching(options: BenchmarkOptions): Promise<readonly Table[]> {
  const { quick, print } = options;
  const documents = readRealDocuments((file) => !quick || file.startsWith('images/'));
  if (documents.length === 0) {
    print('ASSAY_TEST_DATA names no SBOMs');
    return [];
  }
  const components = listDistinct(documents);
  const { candidates } = indexReal(await readAdvisoriesOf(documents));
  return [
    // First, while nothing of the candidates has been parsed.
    measureMemory(choose(components, quick ? 5_000 : 50_000), candidates),
    await measureCore(components, candidates, options),
    await measureNaive(components, candidates, options),
    ...(await measureDatabase(components, options)),
  ];
}
