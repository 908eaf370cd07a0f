import { describe, expect, it } from 'vitest';
import { aCsafVex, type CsafComponent } from '../../../../test/support/csaf.ts';
import { findRealData } from '../../../../test/support/real-data.ts';
import { readVexFiles } from '../../../../test/support/red-hat-vex.ts';
import { parseVex } from './parse-vex.ts';
import type { VexDocument } from './vex-document.ts';

const receivedAt = '2026-01-01T00:00:00.000Z';
const EXACT = 'pkg:rpm/redhat/curl@8.0-1.el9?arch=x86_64';

function parse(...components: readonly CsafComponent[]): VexDocument {
  return parseVex(aCsafVex(components), { receivedAt });
}

describe('a CSAF VEX document', () => {
  it('has the author, id and time of its head', () => {
    expect(parse({ name: 'curl', purl: EXACT, status: 'fixed' })).toMatchObject({
      format: 'csaf',
      author: 'Example Vendor',
      documentId: 'CVE-2024-1000',
      version: null,
      timestamp: '2025-01-01T00:00:00.000Z',
      statements: [
        {
          ids: ['CVE-2024-1000'],
          target: { product: EXACT, component: null },
          state: 'resolved',
          author: 'Example Vendor',
          at: '2025-01-01T00:00:00.000Z',
        },
      ],
    });
  });

  it.each<[CsafComponent['status'], string]>([
    ['fixed', 'resolved'],
    ['known_affected', 'exploitable'],
    ['known_not_affected', 'not_affected'],
    ['under_investigation', 'in_triage'],
  ])('states %s as %s', (status, state) => {
    expect(parse({ name: 'curl', purl: EXACT, status }).statements).toMatchObject([{ state }]);
  });

  it('takes the justification from the flag of the product', () => {
    const document = aCsafVex([{ name: 'curl', purl: EXACT, status: 'known_not_affected' }]);
    const [vulnerability] = document['vulnerabilities'] as Record<string, unknown>[];
    const product_ids = [`cpe:/o:redhat:enterprise_linux:9:${EXACT}`];
    const flags = [{ label: 'vulnerable_code_not_present', product_ids }];

    const justified = parseVex({ ...document, vulnerabilities: [{ ...vulnerability, flags }] }, { receivedAt });

    expect(justified.statements).toMatchObject([{ state: 'not_affected', justification: 'code_not_present' }]);
    expect(parseVex(document, { receivedAt }).warnings).toMatchObject([{ code: 'not-justified', count: 1 }]);
  });

  it('states why there is no fix', () => {
    const remediation = ['no_fix_planned', 'Will not fix'] as const;

    expect(parse({ name: 'curl', purl: EXACT, status: 'known_affected', remediation }).statements).toMatchObject([
      { response: ['will_not_fix'], actionStatement: 'Will not fix' },
    ]);
  });

  it('is not about a package of any version if its product has only a CPE', () => {
    const { statements, warnings } = parse(
      { name: 'curl', purl: 'pkg:rpm/redhat/curl', status: 'known_not_affected' },
      { name: 'curl', status: 'known_affected' },
    );

    expect(statements).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'no-statements' }, { code: 'target-unreadable', count: 2 }]);
  });

  it('is about a component of a product that is named by a purl', () => {
    const image = 'pkg:oci/shop@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
    const tree = {
      full_product_names: [
        { name: 'shop', product_id: 'shop', product_identification_helper: { purl: image } },
        { name: 'curl', product_id: 'curl', product_identification_helper: { purl: 'pkg:rpm/redhat/curl' } },
      ],
      relationships: [
        {
          full_product_name: { name: 'curl in shop', product_id: 'shop:curl' },
          product_reference: 'curl',
          relates_to_product_reference: 'shop',
        },
      ],
    };
    const vulnerabilities = [{ cve: 'CVE-2024-1000', product_status: { known_not_affected: ['shop:curl', 'shop'] } }];

    const { statements } = parseVex(aCsafVex([], { product_tree: tree, vulnerabilities }), { receivedAt });

    expect(statements.map(({ target }) => target)).toMatchObject([
      { product: image, component: 'pkg:rpm/redhat/curl' },
      { product: image, component: null },
    ]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['without vulnerabilities', { vulnerabilities: undefined }, 'is missing'],
    ['with a text instead of vulnerabilities', { vulnerabilities: 'none' }, 'must be an array'],
  ])('is rejected %s', (_, changes, problem) => {
    expect(() => parseVex(aCsafVex([], changes), { receivedAt })).toThrow(problem);
  });

  it.each<[string, Record<string, unknown>]>([
    [
      'wrong types',
      { vulnerabilities: [null, 1, [], { cve: 5 }, { cve: 'CVE-2024-1000', product_status: { fixed: [{}, 7] } }] },
    ],
    [
      'unknown products',
      { vulnerabilities: [{ cve: 'CVE-2024-1000', product_status: { fixed: ['__proto__', 'x'] } }] },
    ],
    ['no product tree', { product_tree: 'none' }],
  ])('ignores %s', (_, changes) => {
    const document = aCsafVex([{ name: 'curl', purl: EXACT, status: 'fixed' }], changes);

    expect(parseVex(document, { receivedAt }).statements).toEqual([]);
  });

  it.runIf(findRealData('distro', 'redhat-vex') !== undefined)(
    'of Red Hat has statements about exact builds only',
    () => {
      let statements = 0;
      for (const { bytes } of readVexFiles('vex-refetched')) {
        const document = parseVex(JSON.parse(new TextDecoder().decode(bytes)), { receivedAt });
        statements += document.statements.length;
        for (const { target } of document.statements) expect(target.product).toMatch(/@|^pkg:oci\//);
      }

      expect(statements).toBeGreaterThan(1_000);
    },
  );
});
