/**
 * VEX from other tools: every document of the corpus with an analysis is parsed, and each analysis becomes a statement or a
 * warning. Skipped without ASSAY_TEST_DATA.
 */
import { describe, expect, it } from 'vitest';
import { parseVex } from '../../src/core/vex/parsing/parse-vex.ts';
import type { VexDocument } from '../../src/core/vex/parsing/vex-document.ts';
import { listRealSboms } from '../support/real-data.ts';
import { RECEIVED } from '../support/vex.ts';

interface WithVulnerabilities {
  readonly vulnerabilities: readonly { readonly analysis?: object; readonly affects?: readonly unknown[] }[];
}

const documents = listRealSboms()
  .filter(({ format }) => format === 'CycloneDX')
  .map(({ file, read }) => ({ file, bytes: read() }))
  .filter(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('"analysis"'))
  .map(({ file, bytes }) => ({ file, document: JSON.parse(new TextDecoder().decode(bytes)) as WithVulnerabilities }))
  .filter(({ document }) => document.vulnerabilities?.some(({ analysis }) => analysis !== undefined));

const read = documents.map(({ file, document }) => ({ file, document, vex: parseVex(document, RECEIVED) }));

function count(vex: VexDocument, ...codes: readonly string[]): number {
  return vex.warnings.filter(({ code }) => codes.includes(code)).reduce((sum, warning) => sum + warning.count, 0);
}

describe.runIf(read.length > 0)('third-party VEX', () => {
  it('is parsed, and nothing is dropped without a warning', () => {
    const numbers = read.map(({ file, document, vex }) => {
      const stated = document.vulnerabilities.filter(({ analysis }) => analysis !== undefined);
      const targets = stated.reduce((sum, { affects = [] }) => sum + affects.length, 0);
      const left = count(vex, 'reference-unknown');
      const undecided = count(vex, 'state-missing', 'state-unknown', 'vulnerability-missing');
      return { file, targets, statements: vex.statements.length, left, undecided };
    });
    const lost = numbers.filter(
      ({ targets, statements, left, undecided }) => targets !== statements + left && undecided === 0,
    );

    expect(lost).toEqual([]);
    console.log(
      `${read.length} documents, ${sum(numbers.map((each) => each.statements))} statements, ${sum(numbers.map((each) => each.left))} references that lead nowhere.`,
    );
  });

  it('names components that can be identified, in the states of CycloneDX', () => {
    const states = new Set(read.flatMap(({ vex }) => vex.statements.map(({ state }) => state)));
    const targets = read.flatMap(({ vex }) => vex.statements.map(({ target }) => target));

    expect(targets.filter(({ product, component, bomLink }) => (product ?? component ?? bomLink) === null)).toEqual([]);
    expect(states.size).toBe(6);
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
