/**
 * Measures the memory of matching beyond its inputs, the components and their candidates: parsed bounds and results. The pipeline
 * writes results in batches; keeping all of them at once is the upper bound.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PackageMatch } from '../src/core/match/match.ts';
import { matchPackage } from '../src/core/match/match-package.ts';
import type { CheckedComponent } from './matching-components.ts';
import { candidatesOf, type Candidates } from './matching-core.ts';
import { inMib, judge, MIB, type Table } from './report.ts';

const HELD_MAX = 100 * MIB;

/** Requires fresh candidates, of which nothing has been parsed yet. */
export function measureMemory(components: readonly CheckedComponent[], candidates: Candidates): Table {
  const before = heapInUse();
  const answers = components.map(({ package: own, keys }) => matchPackage(own, candidatesOf(keys, candidates)));
  const all = heapInUse() - before;
  const count = answers.reduce((sum, ofOne) => sum + ofOne.length, 0);
  forget(answers);
  const bounds = heapInUse() - before;
  return {
    title: 'Memory used by matching',
    notes: ['Heap in use in addition to the components and their candidates, after garbage collection.'],
    columns: ['components', 'results', 'with all results', 'written in batches', 'target'],
    rows: [
      [
        components.length.toLocaleString('en'),
        count.toLocaleString('en'),
        inMib(all),
        inMib(bounds),
        judge(all <= HELD_MAX, `<= ${inMib(HELD_MAX)}`),
      ],
    ],
  };
}

function forget(answers: PackageMatch[][]): void {
  answers.length = 0;
}

export function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
