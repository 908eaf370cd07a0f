/**
 * The worst reader with real advisories. A model that restates a weakness as its precondition must not hide it: for injections,
 * traversals and the like, no kind of input counts. Needs the real data.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { restatesWeakness } from '../../../src/core/relevance/assessments/restated-weakness.ts';
import { findRealData } from '../../support/real-data.ts';
import { ECOSYSTEMS, listRealFindings, sampleFindings, type RealFinding } from './real-findings.ts';
import { listPassedClaims } from './worst-case-reader.ts';

const PER_ECOSYSTEM = 150;

describe.skipIf(findRealData('osv') === undefined)('a reader that claims everything about real advisories', () => {
  const findings: RealFinding[] = [];
  const sample: RealFinding[] = [];

  beforeAll(async () => {
    for (const ecosystem of ECOSYSTEMS) {
      const found = (await listRealFindings(ecosystem)) ?? [];
      findings.push(...found);
      sample.push(...sampleFindings(found, PER_ECOSYSTEM));
    }
  });

  it(
    'gets no weakness about input dismissed by a kind of input, and no SQL injection at all',
    { timeout: 600_000 },
    () => {
      const ofInput = findings.filter(({ subject }) => restatesWeakness(null, subject.vulnerability.cwes, []));
      const passed = ofInput
        .map(({ id, subject, texts }) => ({ id, subject, claims: listPassedClaims(subject, texts) }))
        .filter(({ subject, claims }) =>
          claims.some(
            ({ precondition }) => precondition.type === 'input_kind' || subject.vulnerability.cwes.includes('CWE-89'),
          ),
        );

      expect(ofInput.filter(({ subject }) => subject.vulnerability.cwes.includes('CWE-89')).length).toBeGreaterThan(
        400,
      );
      expect(passed.map(({ id }) => id)).toEqual([]);
    },
  );

  it('gets few of a random thousand past the verifier', { timeout: 600_000 }, () => {
    const passed = sample.filter(({ subject, texts }) => listPassedClaims(subject, texts).length > 0);

    expect(sample).toHaveLength(ECOSYSTEMS.length * PER_ECOSYSTEM);
    expect(passed.length / sample.length).toBeLessThan(0.02);
  });
});
