/** Every CVSS vector of the real advisories gets a score or a problem, and a score of 0 only if it has no impact. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRealRecords } from '../../../../test/support/real-advisories.ts';
import { findRealData } from '../../../../test/support/real-data.ts';
import { rateVector } from './cvss.ts';
import { listIn, textIn } from '../record-fields.ts';

const folder = findRealData('osv');
const ecosystems =
  folder === undefined ? [] : readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

function vectorsOf(record: unknown): string[] {
  const severities = [
    ...listIn(record, 'severity'),
    ...listIn(record, 'affected').flatMap((entry) => listIn(entry, 'severity')),
  ];
  const vectors = severities.filter((severity) => textIn(severity, 'type')?.startsWith('CVSS_') === true);
  return vectors.map((severity) => textIn(severity, 'score') ?? '');
}

/** Confidentiality, integrity and availability; in 4.0 also those of subsequent systems. */
const IMPACTS = new Set(['C', 'I', 'A', 'VC', 'VI', 'VA', 'SC', 'SI', 'SA']);

function losesNothing(vector: string): boolean {
  const metrics = vector.split('/').map((metric) => metric.split(':'));
  return metrics.every(([metric = '', value]) => !IMPACTS.has(metric) || value === 'N');
}

describe.runIf(folder !== undefined)('vectors of real advisories', { timeout: 120_000 }, () => {
  it.each(ecosystems.map(({ name }) => name))('are all scored or rejected with a reason: %s', async (ecosystem) => {
    const vectors = new Set(((await readRealRecords(ecosystem)) ?? []).flatMap(vectorsOf));

    const wrong: string[] = [];
    const refused: string[] = [];
    for (const vector of vectors) {
      const rating = rateVector(vector);
      if ('problem' in rating) refused.push(`${vector}: ${rating.problem}`);
      else if (rating.score === 0 && !losesNothing(vector)) wrong.push(vector);
      else if (!(rating.score >= 0 && rating.score <= 10)) wrong.push(vector);
    }

    expect(wrong).toEqual([]);
    // Vectors that cannot be scored are rare; many of them would indicate a bug in the parser.
    expect(refused.length).toBeLessThanOrEqual(vectors.size * 0.01);
  });
});
