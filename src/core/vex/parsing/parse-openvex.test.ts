import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECEIVED } from '../../../../test/support/vex.ts';
import { AssayError } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import { parseOpenVex } from './parse-openvex.ts';
import { parseVex } from './parse-vex.ts';
import type { VexDocument } from './vex-document.ts';

function read(statements: readonly unknown[], changes: Record<string, unknown> = {}): VexDocument {
  return parseVex(
    {
      '@context': 'https://openvex.dev/ns/v0.2.0',
      '@id': 'https://example.org/vex-1',
      author: 'Acme',
      timestamp: '2026-01-01T00:00:00Z',
      version: 2,
      statements,
      ...changes,
    },
    RECEIVED,
  );
}

const STATED = {
  vulnerability: { name: 'CVE-2026-1001' },
  products: [{ '@id': 'pkg:npm/left-pad@1.2.3' }],
  status: 'not_affected',
  justification: 'component_not_present',
};

function codesOf({ warnings }: VexDocument): readonly string[] {
  return warnings.map(({ code }) => code);
}

function targetsOf({ statements }: VexDocument): unknown {
  return statements.map(({ target: { product, component } }) => [product, component]);
}

describe('parseOpenVex', () => {
  it('parses a document of version 0.2.0', () => {
    const document = read([{ ...STATED, impact_statement: 'Not built in.', timestamp: '2026-02-01T00:00:00+01:00' }]);

    expect(document).toEqual({
      format: 'openvex',
      author: 'Acme',
      documentId: 'https://example.org/vex-1',
      version: 2,
      timestamp: '2026-01-01T00:00:00.000Z',
      warnings: [],
      statements: [
        {
          ids: ['CVE-2026-1001'],
          target: { product: 'pkg:npm/left-pad@1.2.3', component: null, bomLink: null, versions: [] },
          state: 'not_affected',
          justification: 'code_not_present',
          response: [],
          detail: 'Not built in.',
          actionStatement: null,
          at: '2026-01-31T23:00:00.000Z',
          author: 'Acme',
          verbatim: { format: 'openvex', status: 'not_affected', justification: 'component_not_present' },
        },
      ],
    });
  });

  it.each<[string, unknown, readonly string[]]>([
    ['a name', { name: 'cve-2026-1' }, ['CVE-2026-1']],
    [
      'aliases',
      { name: 'CVE-2026-1', aliases: ['GHSA-aaaa-bbbb-cccc', 'CVE-2026-1', 7] },
      ['CVE-2026-1', 'GHSA-AAAA-BBBB-CCCC'],
    ],
    ['an address', { '@id': 'https://nvd.nist.gov/vuln/detail/CVE-2026-1' }, ['CVE-2026-1']],
    ['a plain text, as it was once written', 'CVE-2026-1', ['CVE-2026-1']],
  ])('identifies the vulnerability by %s', (_name, vulnerability, ids) => {
    expect(read([{ ...STATED, vulnerability }]).statements.map((each) => each.ids)).toEqual([ids]);
  });

  it.each<[string, Record<string, unknown>, unknown]>([
    ['a plain text', { products: ['pkg:oci/shop'] }, [['pkg:oci/shop', null]]],
    ['an identifier', { products: [{ identifiers: { purl: 'pkg:oci/shop' } }] }, [['pkg:oci/shop', null]]],
    [
      'two names, each of which will do',
      { products: [{ '@id': 'pkg:oci/shop', identifiers: { purl: 'pkg:docker/acme/shop' } }] },
      [
        ['pkg:oci/shop', null],
        ['pkg:docker/acme/shop', null],
      ],
    ],
    [
      'a digest',
      { products: [{ '@id': 'https://example.org/shop', hashes: { 'sha-256': 'AB12' } }] },
      [
        ['https://example.org/shop', null],
        ['sha256:ab12', null],
      ],
    ],
    [
      'subcomponents of it',
      { products: [{ '@id': 'pkg:oci/shop', subcomponents: [{ '@id': 'pkg:npm/a@1' }, 'pkg:npm/b@2'] }] },
      [
        ['pkg:oci/shop', 'pkg:npm/a@1'],
        ['pkg:oci/shop', 'pkg:npm/b@2'],
      ],
    ],
    [
      'subcomponents beside it, as they were once written',
      { products: ['pkg:oci/shop'], subcomponents: ['pkg:npm/a@1'] },
      [['pkg:oci/shop', 'pkg:npm/a@1']],
    ],
  ])('identifies the product by %s', (_name, changes, targets) => {
    expect(targetsOf(read([{ ...STATED, ...changes }]))).toEqual(targets);
  });

  it('keeps the newest of several statements about the same target, in any order', () => {
    const old = { ...STATED, status: 'under_investigation', timestamp: '2026-01-02T00:00:00Z' };
    const late = { ...STATED, status: 'fixed', timestamp: '2026-03-02T00:00:00Z' };
    const other = { ...STATED, vulnerability: 'CVE-2026-2', timestamp: '2026-01-01T00:00:00Z' };

    for (const statements of [
      [old, late, other],
      [late, old, other],
    ]) {
      const document = read(statements);

      const states = new Map(document.statements.map(({ ids, state }) => [ids[0], state]));
      expect(states).toEqual(
        new Map([
          ['CVE-2026-1001', 'resolved'],
          ['CVE-2026-2', 'not_affected'],
        ]),
      );
      expect(codesOf(document)).toEqual(['superseded']);
    }
  });

  it('keeps the last of equally old statements, and counts an update as newer', () => {
    const updated = { ...STATED, status: 'affected', action_statement: 'Wait.', last_updated: '2026-04-01T00:00:00Z' };

    expect(
      read([
        { ...STATED, status: 'fixed' },
        { ...STATED, status: 'affected' },
      ]).statements[0]?.state,
    ).toBe('exploitable');
    expect(read([updated, { ...STATED, timestamp: '2026-02-01T00:00:00Z' }]).statements).toMatchObject([
      { state: 'exploitable', actionStatement: 'Wait.', at: '2026-04-01T00:00:00.000Z' },
    ]);
  });

  it('keeps a statement without a justification, with a warning that it only annotates', () => {
    const document = read([{ ...STATED, justification: undefined, status_notes: 'We looked.' }]);

    expect(document.statements).toMatchObject([{ state: 'not_affected', justification: null, detail: null }]);
    expect(codesOf(document)).toEqual(['not-justified']);
  });

  it('ignores future times, and uses the time of the document or of its receipt when a time is invalid', () => {
    const future = read([{ ...STATED, timestamp: '2999-01-01T00:00:00Z' }]);
    const broken = read([{ ...STATED, timestamp: 'soon' }], { timestamp: 'later' });

    expect([future.statements[0]?.at, codesOf(future)]).toEqual([RECEIVED.receivedAt, ['timestamp-future']]);
    expect([broken.statements[0]?.at, codesOf(broken)]).toEqual([RECEIVED.receivedAt, ['timestamp-invalid']]);
  });

  it.each<[string, unknown, string]>([
    ['no vulnerability', { ...STATED, vulnerability: {} }, 'vulnerability-missing'],
    ['an unknown status', { ...STATED, status: 'safe' }, 'state-unknown'],
    ['no product: a vulnerability alone is true of nothing', { ...STATED, products: [] }, 'target-missing'],
    ['a product without a name', { ...STATED, products: [{}] }, 'target-unreadable'],
    [
      'a subcomponent without a purl',
      { ...STATED, products: [{ '@id': 'pkg:oci/a', subcomponents: [{ '@id': 'x' }] }] },
      'target-unreadable',
    ],
    ['no object at all', 7, 'vulnerability-missing'],
  ])('skips a statement with %s, with a warning', (_name, statement, code) => {
    const document = read([statement]);

    expect(document.statements).toEqual([]);
    expect(codesOf(document)).toEqual([code, 'no-statements'].toSorted());
  });

  it('parses documents without author, version and id', () => {
    const document = parseOpenVex({ statements: [STATED] }, RECEIVED);

    expect(document).toMatchObject({ author: '', documentId: null, version: null, timestamp: RECEIVED.receivedAt });
    expect(codesOf(document)).toEqual(['author-missing']);
  });

  it.each([undefined, {}, 'x'])('rejects a document whose statements are %j', (statements) => {
    expect(() => parseOpenVex({ statements }, RECEIVED)).toThrow(expect.objectContaining({ code: 'VEX_INVALID' }));
  });

  it('rejects more statements than the limit, also when few texts expand to many', () => {
    const subcomponents = Array.from({ length: 300 }, (_, i) => `pkg:npm/a${i}@1`);
    const products = Array.from({ length: 300 }, (_, i) => `pkg:oci/p${i}`);

    expect(300 * 300).toBeGreaterThan(LIMITS.vexStatementsMax);
    expect(() => read([{ ...STATED, products, subcomponents }])).toThrow(
      expect.objectContaining({ code: 'VEX_TOO_LARGE' }),
    );
  });

  it('parses many products with many subcomponents when no subcomponent is valid', () => {
    const nameless = Array.from({ length: 40_000 }, () => ({}));

    const document = read([{ ...STATED, products: nameless, subcomponents: nameless }]);

    expect(document.statements).toEqual([]);
    expect(document.warnings).toMatchObject([{ code: 'no-statements' }, { code: 'target-unreadable', count: 80_000 }]);
    expect(document.warnings[1]?.paths).toHaveLength(LIMITS.warningPathsPerCodeMax);
  });

  it('fails on any document only with a defined error', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), (statements, vulnerability) => {
        try {
          read([...statements, { ...STATED, vulnerability }, { ...STATED, products: statements }]);
        } catch (error) {
          expect(error).toBeInstanceOf(AssayError);
        }
      }),
    );
  });
});
