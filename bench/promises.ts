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
    promise: 'Acknowledged uploads are never lost, and nothing is stored partially.',
    how: 'Kill Assay and its database at random moments during uploads; then download and compare every SBOM.',
    trial: { kind: 'tests', files: ['test/crash/upload-crash.test.ts'], environment: { ASSAY_CRASH_ROUNDS: '20' } },
  },
  {
    promise: 'Uploads are idempotent, and an analysis has one result.',
    how: 'Stop workers or disconnect their database during an analysis; crash at every step of an upload and of an analysis.',
    trial: { kind: 'tests', files: ['test/crash/worker-crash.test.ts', 'test/crash/crash-points.test.ts'] },
  },
  {
    promise: 'Database outages fail no analysis; all acknowledged uploads are analyzed afterwards.',
    how: 'Exhaust connections, hold locks, kill the server repeatedly, and fill the disk during uploads.',
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
    promise: 'An unreadable SBOM affects no other.',
    how: 'Upload SBOMs that loop, exhaust memory or crash their thread together with valid ones; 190 kinds of broken JSON; compression bombs.',
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
    promise: 'No request gets an undocumented 5xx, and every response matches its schema.',
    how: 'Send generated requests to every operation of the OpenAPI document with schemathesis (`npm run fuzz`).',
    trial: { kind: 'program', file: 'bench/fuzz.ts', figure: /[\d,]+ generated[^\n]*/ },
  },
  {
    promise: 'Organizations cannot read or change data of others.',
    how: 'Call every route with every method for foreign and for missing data, and compare the responses byte for byte.',
    trial: { kind: 'tests', files: ['test/integration/api/tenancy-matrix.test.ts'] },
  },
  {
    promise: 'Faulty advisory sources close no finding.',
    how: 'Import truncated, damaged, empty, older and shortened lists and archives.',
    trial: { kind: 'tests', files: ['test/integration/pipeline/advisory-faults.test.ts'] },
  },
  {
    promise: 'A noisy organization slows down others by a factor of three at most.',
    how: 'One organization uses all its limits; another lists, uploads and waits.',
    trial: { kind: 'benchmark', measure: measureNeighbors },
  },
  {
    promise: 'Memory, open files and response times stay stable.',
    how: 'Run a mixed load for 30 minutes.',
    trial: { kind: 'benchmark', measure: measureSoak },
  },
];
