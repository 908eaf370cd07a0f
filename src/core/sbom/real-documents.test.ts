/**
 * Compares the scanner on every real SBOM with plain `JSON.parse` and counting. The documents are not part of the repository;
 * `ASSAY_TEST_DATA` gives their location.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findRealData, getRealData } from '../../../test/support/real-data.ts';
import { refusalOf, scan } from '../../../test/support/scan-bytes.ts';
import type { ByteRange, ScanFacts } from './scan/scan-facts.ts';
import { findOrigin, findSubject } from './subject/find-subject.ts';
import { inspectSbom } from './scan/inspect-sbom.ts';
import { slotOf } from './subject/slot.ts';

const INDEX = findRealData('sboms-index.json');

interface Listed {
  readonly file: string;
  readonly format: string;
  readonly specVersion: string;
}

const listed: readonly Listed[] = INDEX === undefined ? [] : JSON.parse(readFileSync(INDEX, 'utf8'));

interface Outcome {
  readonly file: string;
  /** Result of the plain way: counts, `refused` for an unsupported version, `broken` for invalid JSON. */
  readonly expected: object | 'refused' | 'broken';
  readonly inspected: object | 'refused' | 'broken';
  readonly slot: string | undefined;
}

describe.runIf(INDEX !== undefined)('real documents', () => {
  it('have the same counts as with JSON.parse', async () => {
    const outcomes: Outcome[] = [];
    for (const { file } of listed) outcomes.push(await examine(file));

    expect(outcomes.length).toBe(826);
    for (const { file, inspected, expected } of outcomes) {
      expect({ file, inspected }).toMatchObject({ file, inspected: expected });
    }
    expect(outcomes.filter(({ slot }) => slot === undefined).length).toBe(6);
    expect(outcomes.filter(({ slot }) => slot?.startsWith('pkg:')).length).toBeGreaterThanOrEqual(150);
  }, 60_000);
});

async function examine(file: string): Promise<Outcome> {
  const bytes = readFileSync(getRealData('sboms', file));
  const text = new TextDecoder().decode(bytes);
  const readText = async ({ start, end }: ByteRange): Promise<string> =>
    new TextDecoder().decode(bytes.subarray(start, end));
  const expected = expectedOf(text);
  let facts: ScanFacts | undefined;
  const broken = refusalOf(() => {
    facts = scan(bytes, { cuts: [1_000, 65_536] });
  });
  if (broken !== undefined || facts === undefined) return { file, expected, inspected: 'broken', slot: undefined };
  const scanned = facts;
  const refused = refusalOf(() => inspectSbom(scanned));
  if (refused !== undefined) return { file, expected, inspected: 'refused', slot: undefined };
  const subject = await findSubject(scanned, readText);
  const origin = await findOrigin(scanned, readText);
  const { name: slot } = slotOf({ slot: undefined, image: undefined, subject, origin, sha256: file });
  return { file, expected, inspected: inspectSbom(scanned), slot };
}

function expectedOf(text: string): Outcome['expected'] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return 'broken';
  }
  const spec = member(document, 'specVersion');
  if (member(document, 'bomFormat') === 'CycloneDX') {
    if (typeof spec !== 'string' || !/^1\.[2-7]$/.test(spec)) return 'refused';
    return {
      format: 'cyclonedx',
      specVersion: spec,
      componentCount: countComponents(document),
      fileCount: 0,
      edgeCount: sum(
        list(document, 'dependencies'),
        (each) => list(each, 'dependsOn').length + list(each, 'provides').length,
      ),
    };
  }
  const spdx = member(document, 'spdxVersion');
  if (spdx !== undefined) {
    if (spdx !== 'SPDX-2.2' && spdx !== 'SPDX-2.3') return 'refused';
    return {
      format: 'spdx',
      specVersion: spdx.slice('SPDX-'.length),
      componentCount: list(document, 'packages').length,
      fileCount: list(document, 'files').length,
      edgeCount: list(document, 'relationships').length,
    };
  }
  const graph = member(document, '@graph') === undefined ? [document] : list(document, '@graph');
  const count = (...types: readonly unknown[]): number =>
    graph.filter((each) => types.includes(member(each, 'type'))).length;
  return {
    format: 'spdx',
    specVersion: expect.stringMatching(/^3\.0(?:\.[01])?$/),
    componentCount: count('software_Package'),
    fileCount: count('software_File'),
    edgeCount: sum(graph, (each) => list(each, 'to').length),
  };
}

function countComponents(holder: unknown): number {
  return sum(list(holder, 'components'), (each) => 1 + countComponents(each));
}

function sum(values: readonly unknown[], count: (value: unknown) => number): number {
  return values.reduce<number>((total, value) => total + count(value), 0);
}

function list(value: unknown, name: string): readonly unknown[] {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
