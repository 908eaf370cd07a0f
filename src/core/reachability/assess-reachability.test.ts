import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  indexReachability,
  type AnalyzedFinding,
  type CurrentState,
  type PushedDocument,
} from './assess-reachability.ts';
import type { NamedCode } from './parse-members.ts';
import { NO_TRACE, type ReachabilityStatement } from './reachability-document.ts';

const LOOKED = ['example.com/lib/deep Parse'];
const IDS = ['GO-2024-0001', 'CVE-2024-0001', 'GHSA-AAAA-BBBB-CCCC'];

function aStatement(changes: Partial<ReachabilityStatement> = {}): ReachabilityStatement {
  return {
    ids: IDS,
    family: 'Go',
    name: 'example.com/lib',
    version: 'v1.0.0',
    state: 'not_called',
    trace: NO_TRACE,
    isPrecise: true,
    searchedFor: LOOKED,
    ...changes,
  };
}

function aDocument(changes: Partial<PushedDocument> = {}): PushedDocument {
  return { tool: 'govulncheck', sha256: 'a', image: null, commit: null, statements: [aStatement()], ...changes };
}

function aFinding(changes: Partial<AnalyzedFinding> = {}): AnalyzedFinding {
  return {
    family: 'Go',
    name: 'example.com/lib',
    version: '1.0.0',
    ids: IDS,
    recordIds: IDS.filter((id) => !id.startsWith('CVE')),
    places: [{ image: null, copies: 1 }],
    ...changes,
  };
}

/** The code that the record of the Go database names; that of GitHub names none. */
function toCodeOf(code: Partial<NamedCode>): CurrentState['codeOf'] {
  const none = { packages: [], symbols: [], isPrecise: { packages: false, symbols: false } };
  const named = { ...none, packages: ['example.com/lib/deep'], symbols: LOOKED, ...code };
  return (id) => (id.startsWith('GO-') ? named : none);
}

function assess(
  documents: readonly PushedDocument[],
  finding: AnalyzedFinding = aFinding(),
  commit: string | null = null,
  code: Partial<NamedCode> = {},
): (readonly [string, string | null])[] {
  return indexReachability(documents, { commit, codeOf: toCodeOf(code) })(finding).map(({ state, gap }) => [
    state,
    gap,
  ]);
}

describe('indexReachability', () => {
  it.each<[string, Partial<AnalyzedFinding>]>([
    ['another package', { name: 'example.com/other' }],
    ['another ecosystem', { family: 'npm' }],
    ['an unknown ecosystem', { family: null }],
    ['another version', { version: '1.0.1' }],
    ['no version', { version: null }],
    ['another vulnerability', { ids: ['CVE-2024-9999'] }],
  ])('says nothing about %s', (_, changes) => {
    expect(assess([aDocument()], aFinding(changes))).toEqual([]);
  });

  it.each<[string, string]>([
    ['v1.0.0', '1.0.0'],
    ['1.0.0', 'v1.0.0'],
    ['v0.0.0-20220101000000-abcdefabcdef', 'v0.0.0-20220101000000-abcdefabcdef'],
  ])('compares the version %s with %s', (version, of) => {
    expect(assess([aDocument({ statements: [aStatement({ version })] })], aFinding({ version: of }))).toHaveLength(1);
  });

  it('ignores the case of module paths', () => {
    expect(assess([aDocument()], aFinding({ name: 'Example.com/Lib' }))).toHaveLength(1);
  });

  it.each<[string, string | null, string | null, string | null]>([
    ['neither commit is known', null, null, null],
    ['the document names none', null, 'abcdef1234567890', null],
    ['the version has none', 'abcdef1234567890', null, null],
    ['both are equal', 'ABCDEF1234567890', 'abcdef1234567890', null],
    ['one is abbreviated', 'abcdef1', 'abcdef1234567890', null],
    ['the abbreviation is too short', 'abcdef', 'abcdef1234567890', 'other-build'],
    ['they differ', 'abcdef1234567890', '1234567890abcdef', 'other-build'],
  ])('compares commits if both are known: %s', (_, commit, ofVersion, gap) => {
    expect(assess([aDocument({ commit })], aFinding(), ofVersion)).toEqual([['not_called', gap]]);
  });

  it('notes a call in another build as such, and prefers what is said about this one', () => {
    const other = aDocument({ commit: '1234567', sha256: 'b', statements: [aStatement({ state: 'called' })] });

    expect(assess([other], aFinding(), 'abcdef1')).toEqual([['called', 'other-build']]);
    expect(assess([other, aDocument()], aFinding(), 'abcdef1')).toEqual([['not_called', null]]);
  });

  const IMAGE = 'r/app:1';

  it.each<[string, readonly PushedDocument[], AnalyzedFinding['places'], string | null]>([
    ['the image of the component', [aDocument({ image: IMAGE })], [{ image: IMAGE, copies: 1 }], null],
    ['the sources only', [aDocument()], [{ image: IMAGE, copies: 1 }], 'other-place'],
    ['another image', [aDocument({ image: 'r/b:1' })], [{ image: IMAGE, copies: 1 }], 'other-place'],
    [
      'one of two images',
      [aDocument({ image: IMAGE })],
      [
        { image: IMAGE, copies: 1 },
        { image: 'r/b:1', copies: 1 },
      ],
      'other-place',
    ],
    [
      'both images',
      [aDocument({ image: IMAGE }), aDocument({ image: 'r/b:1', sha256: 'b' })],
      [
        { image: IMAGE, copies: 1 },
        { image: 'r/b:1', copies: 1 },
      ],
      null,
    ],
    ['one of two copies', [aDocument()], [{ image: null, copies: 2 }], 'other-place'],
    ['nothing that is known', [aDocument()], [], 'other-place'],
  ])('needs an analysis of every place: %s', (_, documents, places, gap) => {
    expect(assess(documents, aFinding({ places }))).toEqual([['not_called', gap]]);
  });

  it.each<[string, Partial<ReachabilityStatement>, readonly string[], string | null]>([
    ['all matched records', {}, IDS, null],
    ['not all matched records', {}, [...IDS, 'GO-2024-0002'], 'other-record'],
    ['no matched record', {}, [], 'other-record'],
    ['a record without symbols', { isPrecise: false }, IDS, 'no-symbols'],
  ])('needs an analysis of every record that names symbols: %s', (_, changes, recordIds, gap) => {
    const documents = [aDocument({ statements: [aStatement(changes)] })];

    expect(assess(documents, aFinding({ recordIds }))).toEqual([['not_called', gap]]);
  });

  it.each<[string, Partial<NamedCode>, string | null]>([
    ['the same code', {}, null],
    ['less code', { symbols: LOOKED.slice(0, 1) }, null],
    ['another function', { symbols: [...LOOKED, 'example.com/lib/deep ParseAll'] }, 'changed-record'],
    ['the whole package', { symbols: ['example.com/lib/deep'] }, 'changed-record'],
    ['no code', { symbols: [] }, 'changed-record'],
    ['another package, for a search of functions', { packages: ['example.com/lib/other'] }, null],
  ])('needs an analysis of the code that the advisory names now: %s', (_, code, gap) => {
    expect(assess([aDocument()], aFinding(), null, code)).toEqual([['not_called', gap]]);
  });

  it('compares packages if none was imported', () => {
    const documents = [
      aDocument({ statements: [aStatement({ state: 'not_imported', searchedFor: ['example.com/lib/deep'] })] }),
    ];

    expect(assess(documents)).toEqual([['not_imported', null]]);
    expect(assess(documents, aFinding(), null, { symbols: ['example.com/lib/deep Other'] })).toEqual([
      ['not_imported', null],
    ]);
    expect(assess(documents, aFinding(), null, { packages: ['example.com/lib/other'] })).toEqual([
      ['not_imported', 'changed-record'],
    ]);
  });

  it('joins statements about several records of a vulnerability; a call in one of them counts', () => {
    const searchedFor = ['example.com/lib/deep'];
    const second = aStatement({ ids: ['GO-2024-0002', 'CVE-2024-0001'], state: 'not_imported', searchedFor });
    const finding = aFinding({ recordIds: ['GO-2024-0001', 'GO-2024-0002'] });

    expect(assess([aDocument({ statements: [aStatement(), second] })], finding)).toEqual([['not_called', null]]);
    expect(assess([aDocument({ statements: [aStatement(), { ...second, state: 'called' }] })], finding)).toEqual([
      ['called', null],
    ]);
  });

  it('keeps the use of a package apart from the vulnerability', () => {
    const use = aStatement({ ids: [], state: 'imported', version: null });

    expect(assess([aDocument({ statements: [use] })])).toEqual([['imported', null]]);
    expect(assess([aDocument({ statements: [use, aStatement()] })])).toEqual([
      ['not_called', null],
      ['imported', null],
    ]);
  });

  it('does not apply a negative statement without a version', () => {
    expect(assess([aDocument({ statements: [aStatement({ version: null })] })])).toEqual([]);
  });

  it('does not depend on the order of documents and statements', () => {
    const states = ['called', 'imported', 'not_called', 'not_imported'] as const;
    const statements = fc.array(
      fc.record({ state: fc.constantFrom(...states), isPrecise: fc.boolean(), ids: fc.subarray(IDS) }).map(aStatement),
      { maxLength: 4 },
    );
    const document = fc
      .record({ image: fc.constantFrom(null, IMAGE), commit: fc.constantFrom(null, '1234567', 'abcdef1'), statements })
      .map((changes) => aDocument({ ...changes, sha256: JSON.stringify(changes) }));

    fc.assert(
      fc.property(fc.array(document, { maxLength: 4 }), (documents) => {
        const places = [
          { image: null, copies: 1 },
          { image: IMAGE, copies: 1 },
        ];
        const reversed = documents.map((each) => ({ ...each, statements: each.statements.toReversed() })).toReversed();

        const [there, back] = [documents, reversed].map((each) =>
          indexReachability(each, { commit: 'abcdef1', codeOf: toCodeOf({}) })(aFinding({ places })),
        );
        expect(back).toEqual(there);
      }),
    );
  });
});
