/**
 * The guarantees of Assay under failure and under load from other organizations, and how each is verified: by tests, a
 * measurement, or a program.
 */
import type { Benchmark } from './report.ts';
import { measureNeighbors } from './neighbors.ts';
import { measureSoak } from './soak.ts';

export interface ReliabilityPromise {
  readonly promise: string;
  /** How it is verified, for the table. */
  readonly how: string;
  readonly trial: Trial;
}

export type Trial =
  /** Test files; output lines that start with `figure: ` become the figure. */
  | {
      readonly kind: 'tests';
      readonly files: readonly string[];
      readonly environment?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'benchmark'; readonly measure: Benchmark }
  /**
   * A program in this folder; the match of `figure` in its output becomes the figure, and without a match nothing was verified.
   */
  | { readonly kind: 'program'; readonly file: string; readonly figure: RegExp };

export const PROMISES: readonly ReliabilityPromise[] = [
  {
    promise: 'An acknowledged upload is never lost, and nothing is stored by half.',
    how: 'Assay and its database are killed at random moments while clients upload; then every document is read back and compared.',
    trial: { kind: 'tests', files: ['test/crash/upload-crash.test.ts'], environment: { ASSAY_CRASH_ROUNDS: '20' } },
  },
  {
    promise: 'The same bytes have one effect, however often they are sent, and an analysis has one result.',
    how: 'Workers are stopped or lose their database in the middle of an analysis; a crash at every step of an upload and of an analysis.',
    trial: { kind: 'tests', files: ['test/crash/worker-crash.test.ts', 'test/crash/crash-points.test.ts'] },
  },
  {
    promise: 'Trouble with the database fails no analysis, and everything acknowledged is analyzed when it is over.',
    how: 'No free connections, locks that are held, a server that is killed again and again, and a full disk, while clients upload.',
    trial: {
      kind: 'tests',
      files: [
        'test/crash/connection-shortage.test.ts',
        'test/crash/killed-postmaster.test.ts',
        'test/crash/full-disk.test.ts',
      ],
    },
  },
  {
    promise: 'A document that cannot be read harms only itself.',
    how: 'Documents that spin, exhaust memory or crash their thread, beside good ones; 190 kinds of broken JSON; compression bombs.',
    trial: {
      kind: 'tests',
      files: [
        'test/hostile',
        'test/integration/pipeline/failing-analyses.test.ts',
        'src/threads/pool/thread-pool.test.ts',
      ],
    },
  },
  {
    promise: 'No request gets a 5xx that the server did not announce, and every answer matches its description.',
    how: 'schemathesis sends generated requests to every operation of the OpenAPI document (`npm run fuzz`).',
    trial: { kind: 'program', file: 'bench/fuzz.ts', figure: /[\d,]+ generated[^\n]*/ },
  },
  {
    promise: 'No organization sees or changes what another one has.',
    how: 'Every route with every method, for what is foreign and for what does not exist: the answers are compared byte for byte.',
    trial: { kind: 'tests', files: ['test/integration/api/tenancy-matrix.test.ts'] },
  },
  {
    promise: 'No fault of a source of advisories ends a finding.',
    how: 'Lists and archives that are cut off, damaged, empty, older, or shorter than before.',
    trial: { kind: 'tests', files: ['test/integration/pipeline/advisory-faults.test.ts'] },
  },
  {
    promise: 'A noisy organization slows a quiet one down by three times at most.',
    how: 'One organization does the worst that its limits allow; another lists, uploads and waits.',
    trial: { kind: 'benchmark', measure: measureNeighbors },
  },
  {
    promise: 'Memory, open files and answer times stay as they are.',
    how: 'Mixed load for 30 minutes.',
    trial: { kind: 'benchmark', measure: measureSoak },
  },
];
