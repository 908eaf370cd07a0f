/** Compares evaluator and product for every real SBOM: docs/concepts/matching-quality.md has the result, and no pair is silent. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { findRealData } from '../../support/real-data.ts';
import { SILENT, UNEXPLAINED } from './classes.ts';
import type { Pair } from './compare-document.ts';
import { compareRealDocuments } from './compare-real-documents.ts';
import { describePairs } from './describe-pairs.ts';

const hasData = findRealData('sboms', 'index.json') !== undefined && findRealData('osv', 'npm') !== undefined;

let pairs: readonly Pair[] = [];

describe.runIf(hasData)('every real SBOM', () => {
  beforeAll(async () => {
    pairs = await compareRealDocuments();
  }, 300_000);

  it('has no vulnerability in the raw records that Assay neither reports nor explains', () => {
    expect(list(SILENT)).toEqual([]);
  });

  it('has no finding beyond the raw records without an explaining assumption', () => {
    expect(list(UNEXPLAINED)).toEqual([]);
  });

  it('is compared in docs/concepts/matching-quality.md', () => {
    expect(pairs.length).toBeGreaterThan(10_000);
    expect(readFileSync(new URL('../../../docs/concepts/matching-quality.md', import.meta.url), 'utf8')).toContain(
      describePairs(pairs),
    );
  });
});

function list(wanted: string): string[] {
  const found = pairs.filter((pair) => pair.class === wanted);
  return [
    ...new Set(found.map(({ component, vulnerability, evidence }) => `${vulnerability} ${component}: ${evidence}`)),
  ];
}
