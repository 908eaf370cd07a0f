/**
 * Who is affected, and how fast: the pure matcher on everything that the real documents hold, the naive way beside it, and from
 * an inventory to its stored matches with all real advisories in the database. Needs the data that ASSAY_TEST_DATA names.
 */
import { deserialize, serialize } from 'node:v8';
import { indexReal, readAdvisoriesOf, readRealDocuments } from '../test/support/real-matches.ts';
import { choose, listDistinct, type CheckedComponent } from './matching-components.ts';
import { measureCore, type Candidates } from './matching-core.ts';
import { measureDatabase } from './matching-database.ts';
import { measureMemory } from './matching-memory.ts';
import { measureNaive } from './matching-naive.ts';
import type { BenchmarkOptions, Table } from './report.ts';

export async function measureMatching(options: BenchmarkOptions): Promise<readonly Table[]> {
  const { quick, print } = options;
  const { components, candidates } = await readInputs((file) => !quick || file.startsWith('images/'));
  if (components.length === 0) {
    print('ASSAY_TEST_DATA names no SBOMs');
    return [];
  }
  return [
    // First, while nothing of the candidates has been parsed.
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

/** A copy, without the documents and records that they are parts of: a process that has read them from a store has no more. */
async function readInputs(isWanted: (file: string) => boolean): Promise<Inputs> {
  const documents = readRealDocuments(isWanted);
  const components = listDistinct(documents);
  const { candidates } = indexReal(await readAdvisoriesOf(documents));
  return deserialize(serialize({ components, candidates })) as Inputs;
}
