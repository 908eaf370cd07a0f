import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aTarget, RECEIVED } from '../../../../test/support/vex.ts';
import { AssayError } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import { parseVex } from './parse-vex.ts';
import type { VexDocument } from './vex-document.ts';

const SERIAL = '3e671687-395b-41f5-a30f-a58921a69b79';
const OTHER = 'f08a6ccd-4dce-4759-bd84-c626675d60a7';

function read(vulnerabilities: readonly unknown[], changes: Record<string, unknown> = {}): VexDocument {
  return parseVex(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: `urn:uuid:${SERIAL}`,
      version: 4,
      metadata: {
        timestamp: '2026-01-01T00:00:00Z',
        authors: [{ name: 'Ada' }],
        component: { 'bom-ref': 'root', name: 'shop', version: '1.4.0' },
      },
      components: [
        {
          'bom-ref': 'a',
          name: 'left-pad',
          purl: 'pkg:npm/left-pad@1.2.3',
          components: [{ 'bom-ref': 'inner', name: 'inner', purl: 'pkg:npm/inner@1' }],
        },
        { 'bom-ref': 'nameless', name: 'no purl' },
      ],
      vulnerabilities,
      ...changes,
    },
    RECEIVED,
  );
}

const STATED = { id: 'CVE-2026-1001', analysis: { state: 'not_affected' }, affects: [{ ref: 'a' }] };

function codesOf({ warnings }: VexDocument): readonly string[] {
  return warnings.map(({ code }) => code);
}

describe('parseCycloneDxVex', () => {
  it('parses an analysis with all its fields', () => {
    const analysis = {
      state: 'not_affected',
      justification: 'requires_configuration',
      response: ['update', 'pray', 'will_not_fix'],
      detail: 'Off by default.\r\nWe checked.\u0000',
      firstIssued: '2026-02-01T00:00:00Z',
      lastUpdated: '2026-03-01T00:00:00Z',
    };

    const document = read([{ ...STATED, references: [{ id: 'GHSA-aaaa-bbbb-cccc' }, {}], analysis }]);

    expect(document).toEqual({
      format: 'cyclonedx',
      author: 'Ada',
      documentId: `urn:uuid:${SERIAL}`,
      version: 4,
      timestamp: '2026-01-01T00:00:00.000Z',
      warnings: [],
      statements: [
        {
          ids: ['CVE-2026-1001', 'GHSA-AAAA-BBBB-CCCC'],
          target: aTarget({ component: 'pkg:npm/left-pad@1.2.3' }),
          state: 'not_affected',
          justification: 'requires_configuration',
          response: ['will_not_fix', 'update'],
          detail: 'Off by default.\nWe checked.\u{FFFD}',
          actionStatement: null,
          at: '2026-03-01T00:00:00.000Z',
          author: 'Ada',
          verbatim: { format: 'cyclonedx', status: 'not_affected', justification: 'requires_configuration' },
        },
      ],
    });
  });

  it.each<[string, string, unknown]>([
    ['a component', 'a', { component: 'pkg:npm/left-pad@1.2.3' }],
    ['a component inside of one', 'inner', { component: 'pkg:npm/inner@1' }],
    [
      'the product, with its version',
      'root',
      { product: 'shop', versions: [{ version: '1.4.0', status: 'affected' }] },
    ],
    ['a purl of something that is not in the document', 'pkg:pypi/django@4', { component: 'pkg:pypi/django@4' }],
    [
      'a component without a purl, in this document when it is an SBOM',
      'nameless',
      { bomLink: { serialNumber: SERIAL, version: 4, ref: 'nameless' } },
    ],
    [
      'a BOM-Link',
      `urn:cdx:${OTHER.toUpperCase()}/2#pkg%3Anpm%2Fx%401`,
      { bomLink: { serialNumber: OTHER, version: 2, ref: 'pkg:npm/x@1' } },
    ],
    [
      'a BOM-Link with the wrong beginning',
      `urn:uuid:${OTHER}/1#x`,
      { bomLink: { serialNumber: OTHER, version: 1, ref: 'x' } },
    ],
    ['a BOM-Link that leads back', `urn:cdx:${SERIAL}/4#a`, { component: 'pkg:npm/left-pad@1.2.3' }],
  ])('resolves a reference to %s', (_name, ref, target) => {
    const document = read([{ ...STATED, affects: [{ ref }] }]);

    expect(document.statements.map((each) => each.target)).toEqual([aTarget(target as object)]);
    expect(codesOf(document)).toEqual([]);
  });

  it.each(['nowhere', 'urn:cdx:2/vex_comp_2:2.0.0', `urn:cdx:${OTHER}/1`, `urn:cdx:${OTHER}/1#`, '', undefined])(
    'skips a reference to %j with a warning',
    (ref) => {
      const document = read([{ ...STATED, affects: [{ ref }] }]);

      expect(document.statements).toEqual([]);
      expect(document.warnings).toMatchObject([
        { code: 'no-statements' },
        { code: 'reference-unknown', count: 1, paths: ['/vulnerabilities/0/affects/0/ref'] },
      ]);
    },
  );

  it('identifies the product by its purl when it has one', () => {
    const component = { 'bom-ref': 'root', name: 'shop', version: '1', purl: 'pkg:oci/shop@sha256%3Aab' };

    const document = read([{ ...STATED, affects: [{ ref: 'root' }] }], { metadata: { component } });

    expect(document.statements.map((each) => each.target)).toEqual([aTarget({ product: component.purl })]);
  });

  it('parses versions and ranges with their status', () => {
    const versions = [
      { version: '1.0' },
      { range: 'vers:npm/>=1.0.0|<2.0.0', status: 'unaffected' },
      { version: '3', status: 'who knows' },
      { range: 'vers:generic/>=1', status: 'affected' },
    ];

    const document = read([{ ...STATED, affects: [{ ref: 'a', versions }] }]);

    expect(document.statements[0]?.target.versions).toEqual([
      { version: '1.0', status: 'affected' },
      { range: 'vers:npm/>=1.0.0|<2.0.0', status: 'unaffected' },
      { version: '3', status: 'unknown' },
      { range: 'vers:generic/>=1', status: 'affected' },
    ]);
    expect(codesOf(document)).toEqual(['range-unreadable']);
  });

  it('stays limited when none of its version limits can be parsed', () => {
    const document = read([{ ...STATED, affects: [{ ref: 'a', versions: [{}, 7] }] }]);

    expect(document.statements[0]?.target.versions).toEqual([{ range: '', status: 'unknown' }]);
  });

  it.each<[string, unknown, string]>([
    ['authors', { authors: [{}, { name: 'Ada' }], supplier: { name: 'Acme' } }, 'Ada'],
    ['the address of an author', { authors: [{ email: 'ada@example.org' }] }, 'ada@example.org'],
    ['the manufacturer', { manufacturer: { name: 'Acme' }, supplier: { name: 'Shop' } }, 'Acme'],
    ['the manufacturer before 1.6', { manufacture: { name: 'Acme' } }, 'Acme'],
    ['the supplier', { supplier: { name: 'Shop' } }, 'Shop'],
    ['empty metadata', {}, ''],
  ])('takes the author from %s', (_name, metadata, author) => {
    const document = read([STATED], { metadata });

    expect(document.author).toBe(author);
    expect(codesOf(document)).toEqual(author === '' ? ['author-missing'] : []);
  });

  it.each<[string, unknown, readonly string[]]>([
    ['no analysis, which is a report and no statement', { ...STATED, analysis: undefined }, []],
    ['no state', { ...STATED, analysis: { detail: 'Hm.' } }, ['state-missing']],
    ['an unknown state', { ...STATED, analysis: { state: 'fine' } }, ['state-unknown']],
    ['no id', { ...STATED, id: undefined }, ['vulnerability-missing']],
    ['nothing that it affects', { ...STATED, affects: undefined }, ['target-missing']],
    ['no object at all', null, []],
  ])('makes no statement from %s', (_name, vulnerability, codes) => {
    const document = read([vulnerability]);

    expect(document.statements).toEqual([]);
    expect(codesOf(document)).toEqual([...codes, 'no-statements'].toSorted());
  });

  it('keeps a statement with an unknown justification, without the justification', () => {
    const document = read([{ ...STATED, analysis: { state: 'false_positive', justification: 'because' } }]);

    expect(document.statements).toMatchObject([{ state: 'false_positive', justification: null }]);
    expect(codesOf(document)).toEqual(['justification-unknown']);
  });

  it.each([
    [undefined, '"/vulnerabilities" is missing, so there are no statements.'],
    [{}, '"/vulnerabilities" must be an array.'],
  ])('rejects a document whose vulnerabilities are %j', (vulnerabilities, message) => {
    expect(() => read([], { vulnerabilities })).toThrow(message);
  });

  it('rejects more statements than the limit', () => {
    const affects = Array.from({ length: 300 }, () => ({ ref: 'a' }));
    const many = Array.from({ length: 300 }, (_, i) => ({ ...STATED, id: `CVE-2026-${1000 + i}`, affects }));

    expect(300 * 300).toBeGreaterThan(LIMITS.vexStatementsMax);
    expect(() => read(many)).toThrow(expect.objectContaining({ code: 'VEX_TOO_LARGE' }));
  });

  it('parses components at any depth', () => {
    let component: object = { 'bom-ref': 'deepest', name: 'deepest', purl: 'pkg:npm/deepest@1' };
    for (let depth = 0; depth < 50_000; depth += 1) component = { name: 'x', components: [component] };

    const document = read([{ ...STATED, affects: [{ ref: 'deepest' }] }], { components: [component] });

    expect(document.statements).toMatchObject([{ target: { component: 'pkg:npm/deepest@1' } }]);
  });

  it('fails on any document only with a defined error', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), (list, value) => {
        try {
          read([...list, { ...STATED, analysis: value }, { ...STATED, affects: list }], {
            components: list,
            metadata: value,
          });
        } catch (error) {
          expect(error).toBeInstanceOf(AssayError);
        }
      }),
    );
  });
});
