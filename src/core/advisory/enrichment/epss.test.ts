import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEpssColumns, parseEpssDay, parseEpssRow, toEpssStep } from './epss.ts';

const ALL = { cve: 0, score: 1, percentile: 2 };

describe('parseEpssDay', () => {
  it.each([
    ['#model_version:v2026.06.15,score_date:2026-08-22T00:00:00+0000', '2026-08-22'],
    ['#model_version:unknown,score_date:2021-08-31', '2021-08-31'],
    ['#model_version:unknown', null],
    ['#score_date:2021-02-30', null],
    ['#score_date:', null],
  ])('parses %j as %j', (comment, day) => {
    expect(parseEpssDay(comment)).toBe(day);
  });
});

describe('parseEpssColumns', () => {
  it.each([
    ['cve,epss,percentile', ALL],
    ['cve,epss', { ...ALL, percentile: -1 }],
    ['CVE, EPSS ,percentile\r', ALL],
    ['epss,percentile,cve', { cve: 2, score: 0, percentile: 1 }],
  ])('finds the columns of %j', (line, columns) => {
    expect(parseEpssColumns(line)).toEqual(columns);
  });

  it.each(['', 'cve,score', '<!doctype html>', 'CVE-2021-44228,0.9,0.9'])('rejects the header %j', (line) => {
    expect(parseEpssColumns(line)).toBeUndefined();
  });
});

describe('parseEpssRow', () => {
  it.each([
    ['CVE-2021-44228,0.97559,0.99999', ALL, 0.97559, 0.99999],
    ['CVE-2021-44228,1e-05,0', ALL, 0.00001, 0],
    ['CVE-2021-44228,1.0,1\r', ALL, 1, 1],
    ['CVE-2021-44228,0.5', { ...ALL, percentile: -1 }, 0.5, null],
    ['0.2,0.3,CVE-2021-44228,more', { cve: 2, score: 0, percentile: 1 }, 0.2, 0.3],
  ])('parses %j', (line, columns, score, percentile) => {
    expect(parseEpssRow(line, columns)).toEqual({
      kind: 'read',
      enrichment: { cve: 'CVE-2021-44228', epss: { score, percentile } },
    });
  });

  it.each([
    ['', 'CVE id'],
    ['CVE-21-44228,0.5,0.5', 'CVE id'],
    ['CVE-2021-44228', 'score'],
    ['CVE-2021-44228,,0.5', 'score'],
    ['CVE-2021-44228,NaN,0.5', 'score'],
    ['CVE-2021-44228,-0.1,0.5', 'score'],
    ['CVE-2021-44228,1.1,0.5', 'score'],
    ['CVE-2021-44228,0x1,0.5', 'score'],
    ['CVE-2021-44228,0.5', 'percentile'],
    ['CVE-2021-44228,0.5,97%', 'percentile'],
  ])('rejects %j', (line, problem) => {
    expect(parseEpssRow(line, ALL)).toEqual({ kind: 'bad', problem: expect.stringContaining(problem) as string });
  });

  it('returns a score from 0 to 1, or rejects the line, for any input', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (score, percentile) => {
        const reading = parseEpssRow(`CVE-2021-44228,${score},${percentile}`, ALL);
        if (reading.kind !== 'read') return;
        expect(reading.enrichment.epss.score).toBeGreaterThanOrEqual(0);
        expect(reading.enrichment.epss.score).toBeLessThanOrEqual(1);
      }),
    );
  });
});

const score = fc.double({ min: 0, max: 1, noNaN: true });

describe('toEpssStep', () => {
  it.each([
    [0, 0],
    [0.00004, 0],
    [0.0001, 0.0001],
    [0.00043, 0.0003],
    [0.0999, 0.07],
    [0.1, 0.1],
    [0.5, 0.5],
    [0.94358, 0.9],
    [1, 0.9],
  ])('maps %s to %s', (given, step) => {
    expect(toEpssStep(given)).toBe(step);
  });

  it('returns the same step for a score and its stored value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (n) => {
        expect(toEpssStep(Math.fround(n / 100_000))).toBe(toEpssStep(n / 100_000));
      }),
    );
  });

  it('is monotonic, never above the score, and idempotent', () => {
    fc.assert(
      fc.property(score, score, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(toEpssStep(low)).toBeLessThanOrEqual(toEpssStep(high));
        expect(toEpssStep(a)).toBeLessThanOrEqual(a * (1 + 1e-5));
        expect(toEpssStep(toEpssStep(a))).toBe(toEpssStep(a));
      }),
    );
  });
});
