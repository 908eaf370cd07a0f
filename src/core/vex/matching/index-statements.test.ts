import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aStatement, aTarget, aVexSubject } from '../../../../test/support/vex.ts';
import { indexStatements } from './index-statements.ts';
import { matchStatement } from './match-statement.ts';
import type { VexStatement } from '../vex-statement.ts';

const SERIAL = '3e671687-395b-41f5-a30f-a58921a69b79';
const DIGEST = `sha256:${'ab'.repeat(32)}`;

const ids = fc.uniqueArray(fc.constantFrom('CVE-2026-1001', 'CVE-2026-1002', 'GHSA-AAAA-BBBB-CCCC'), { minLength: 1 });
const component = fc.constantFrom(
  'pkg:npm/left-pad@1.2.3',
  'pkg:npm/left-pad',
  'pkg:pypi/Django@4',
  'pkg:npm/x@1',
  'pkg:generic/shop@1.4.0',
);
const product = fc.constantFrom(
  'shop',
  'acme/shop',
  'ghcr.io/acme/shop:1.4',
  `ghcr.io/acme/shop@${DIGEST}`,
  DIGEST,
  'pkg:oci/shop?tag=1.4',
  `pkg:oci/else@${DIGEST}`,
  'pkg:docker/acme/shop',
  'pkg:generic/shop',
  'pkg:npm/left-pad',
  'pkg:maven/a/root@1',
);
const orNull = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value, { nil: null });
const bomLink = fc.record({
  serialNumber: fc.constant(SERIAL),
  version: fc.constant(null),
  ref: fc.constantFrom('a', 'b', 'root'),
});

const statement: fc.Arbitrary<VexStatement> = fc
  .record({ ids, product: orNull(product), component: orNull(component), bomLink: orNull(bomLink) })
  .map(({ ids: named, ...target }) => aStatement({ ids: named, target: aTarget(target) }));

const subject = fc
  .record({
    ids,
    purl: component,
    service: fc.constantFrom('shop', 'acme/shop', 'web'),
    image: fc.constantFrom('ghcr.io/acme/shop:1.4', `acme/shop@${DIGEST}`, 'nginx'),
    root: orNull(fc.constantFrom('pkg:maven/a/root@1', `pkg:oci/shop@${DIGEST}`, 'pkg:oci/shop?tag=1.4')),
    ref: fc.constantFrom('a', 'c'),
  })
  .map(({ ids: named, purl, service, image, root, ref }) =>
    aVexSubject({
      ids: named,
      component: { purls: [purl], version: null },
      service: { names: [service], versions: ['1.4.0'] },
      images: [{ reference: image, digest: null, purls: [] }],
      documents: [
        {
          serialNumber: SERIAL,
          version: 1,
          refs: [ref],
          root: root === null ? null : { ref: 'root', name: 'shop', version: null, purl: root },
        },
      ],
    }),
  );

describe('indexStatements', () => {
  it('finds the same statements as matching one by one, in the same order', () => {
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 20 }), subject, (statements, finding) => {
        expect(indexStatements(statements).find(finding)).toEqual(
          statements.filter((each) => matchStatement(each, finding)),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('finds one statement among the maximum of a document that all name the same vulnerability', () => {
    const statements = Array.from({ length: 50_000 }, (_, i) =>
      aStatement({ target: aTarget({ component: `pkg:npm/package-${i}@1` }) }),
    );
    const index = indexStatements(statements);

    for (let i = 0; i < 10_000; i += 1) {
      const found = index.find(aVexSubject({ component: { purls: [`pkg:npm/package-${i * 5}@1`], version: '1' } }));
      expect(found).toEqual([statements[i * 5]]);
    }
  });

  it('returns the given statement objects with their extra properties', () => {
    const kept = { ...aStatement(), id: 'statement-1' };

    expect(
      indexStatements([kept])
        .find(aVexSubject())
        .map(({ id }) => id),
    ).toEqual(['statement-1']);
  });
});
