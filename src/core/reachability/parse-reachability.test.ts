import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRealData, getRealData } from '../../../test/support/real-data.ts';
import { LIMITS } from '../limits.ts';
import { memberIn } from '../json/members.ts';
import { parseReachability } from './parse-reachability.ts';

const CONFIG = { config: { scanner_name: 'govulncheck', scanner_version: 'v1.1.3', scan_level: 'symbol' } };

function withLevel(scan_level: string | undefined) {
  return { config: { ...CONFIG.config, scan_level } };
}

function anOsv(id: string, { module = 'example.com/lib', symbols = ['Parse'] as readonly string[] | null } = {}) {
  return {
    osv: {
      id,
      aliases: ['CVE-2024-0001'],
      affected: [
        {
          package: { name: module, ecosystem: 'Go' },
          ecosystem_specific: { imports: [{ path: `${module}/deep`, ...(symbols && { symbols }) }] },
        },
      ],
    },
  };
}

const MODULE = { module: 'example.com/lib', version: 'v1.0.0' };
const PACKAGE = { ...MODULE, package: 'example.com/lib/deep' };
const SYMBOL = {
  ...PACKAGE,
  receiver: '*Decoder',
  function: 'Parse',
  position: { filename: 'deep/parse.go', line: 7 },
};
const MAIN = { module: 'app', package: 'app', function: 'main', position: { filename: 'main.go', line: 3, column: 2 } };

function aFinding(osv: string, ...trace: readonly object[]) {
  return { finding: { osv, trace } };
}

const ID = 'GO-2024-0001';
const LEVELS = {
  module: [aFinding(ID, MODULE)],
  package: [aFinding(ID, MODULE), aFinding(ID, PACKAGE)],
  symbol: [aFinding(ID, MODULE), aFinding(ID, PACKAGE), aFinding(ID, SYMBOL, MAIN)],
};

function parseStream(...messages: readonly unknown[]) {
  return parseReachability(messages.map((message) => JSON.stringify(message, null, 2)).join('\n'));
}

describe('govulncheck', () => {
  it.each<[string | undefined, keyof typeof LEVELS, string | undefined]>([
    ['symbol', 'symbol', 'called'],
    ['symbol', 'package', 'not_called'],
    ['symbol', 'module', 'not_imported'],
    ['package', 'package', 'imported'],
    ['package', 'module', 'not_imported'],
    ['module', 'module', undefined],
    [undefined, 'symbol', 'called'],
    [undefined, 'package', 'imported'],
    [undefined, 'module', undefined],
  ])('of a scan of %s with findings up to %s says %s', (level, findings, state) => {
    const { statements } = parseStream(withLevel(level), anOsv(ID), ...LEVELS[findings]);

    expect(statements.map((each) => each.state)).toEqual(state === undefined ? [] : [state]);
  });

  it('says nothing about a vulnerability without a finding', () => {
    expect(parseStream(CONFIG, anOsv(ID)).statements).toEqual([]);
  });

  it('reads ids, package, version and the calls from the entry point', () => {
    const { tool, statements } = parseStream(CONFIG, anOsv(ID), ...LEVELS.symbol);

    expect(tool).toBe('govulncheck v1.1.3');
    expect(statements).toEqual([
      {
        ids: [ID, 'CVE-2024-0001'],
        family: 'Go',
        name: 'example.com/lib',
        version: 'v1.0.0',
        state: 'called',
        isPrecise: false,
        searchedFor: [],
        trace: {
          omitted: 0,
          frames: [
            { function: 'main', package: 'app', file: 'main.go', line: 3 },
            { function: 'Decoder.Parse', package: 'example.com/lib/deep', file: 'deep/parse.go', line: 7 },
          ],
        },
      },
    ]);
  });

  it.each<[string, readonly object[], boolean]>([
    ['named symbols', [anOsv(ID)], true],
    ['a whole package', [anOsv(ID, { symbols: null })], false],
    ['no symbols', [anOsv(ID, { symbols: [] })], false],
    ['another module', [anOsv(ID, { module: 'example.com/other' })], false],
    ['no record', [], false],
  ])('is precise about calls only with named symbols: %s', (_, records, isPrecise) => {
    const [statement] = parseStream(CONFIG, ...records, ...LEVELS.package).statements;

    expect(statement).toMatchObject({ state: 'not_called', isPrecise });
  });

  it('keeps the functions or packages that it searchedFor for', () => {
    const [notCalled] = parseStream(CONFIG, anOsv(ID, { symbols: ['Parse', 'All'] }), ...LEVELS.package).statements;
    const [notImported] = parseStream(CONFIG, anOsv(ID), ...LEVELS.module).statements;

    expect(notCalled?.searchedFor).toEqual(['example.com/lib/deep All', 'example.com/lib/deep Parse']);
    expect(notImported).toMatchObject({ searchedFor: ['example.com/lib/deep'], isPrecise: true });
  });

  it('shows the shortest of several traces, and the frames next to the vulnerable function', () => {
    const long = Array.from({ length: LIMITS.traceFramesMax + 5 }, (_, n) => ({ ...MAIN, function: `f${n}` }));
    const [both] = parseStream(CONFIG, aFinding(ID, SYMBOL, ...long), aFinding(ID, SYMBOL, MAIN)).statements;
    const [only] = parseStream(CONFIG, aFinding(ID, SYMBOL, ...long)).statements;

    expect(both?.trace.frames).toHaveLength(2);
    expect(only?.trace).toMatchObject({ omitted: 6 });
    expect(only?.trace.frames.at(-1)?.function).toBe('Decoder.Parse');
  });

  it('does not depend on the order of messages', () => {
    const messages = [
      CONFIG,
      anOsv(ID),
      anOsv('GO-2024-0002'),
      ...LEVELS.symbol,
      aFinding(ID, { ...SYMBOL, function: 'ParseAll' }, MAIN),
      aFinding('GO-2024-0002', MODULE),
      aFinding('GO-2024-0003', PACKAGE),
      { progress: { message: 'Scanning' } },
    ];
    const expected = parseStream(...messages);

    fc.assert(
      fc.property(fc.shuffledSubarray(messages, { minLength: messages.length }), (shuffled) => {
        expect(parseStream(...shuffled)).toEqual(expected);
      }),
    );
    expect(expected.statements.map(({ state }) => state)).toEqual(['called', 'not_imported', 'not_called']);
  });

  it('accepts the same record twice, and rejects two different ones', () => {
    expect(parseStream(CONFIG, anOsv(ID), anOsv(ID), ...LEVELS.symbol).statements).toHaveLength(1);
    expect(() => parseStream(CONFIG, anOsv(ID), anOsv(ID, { symbols: [] }))).toThrow('same id');
  });

  it.each<[string, readonly unknown[], string]>([
    ['no configuration', [anOsv(ID), ...LEVELS.symbol], 'no "config" message'],
    ['several scans', [CONFIG, CONFIG], 'several scans'],
    ['a query', [{ config: { scan_mode: 'query' } }], 'analyzes no code'],
    ['a finding without a trace', [CONFIG, { finding: { osv: ID } }], 'no first frame'],
    ['a trace of numbers', [CONFIG, { finding: { osv: ID, trace: [1] } }], 'no first frame'],
    ['a module that is no text', [CONFIG, aFinding(ID, { module: 7 })], 'is not text'],
    ['a function that is no text', [CONFIG, aFinding(ID, { ...PACKAGE, function: true })], 'is not text'],
    ['a finding without an id', [CONFIG, { finding: { trace: [MODULE] } }], 'is missing'],
    ['an id with spaces', [CONFIG, aFinding('a b', MODULE)], 'is not an id'],
    ['aliases that are no list', [CONFIG, { osv: { id: ID, aliases: 'x' } }], 'is not a list'],
    ['a long name', [CONFIG, aFinding(ID, { module: 'x'.repeat(1_001) })], 'characters in one name'],
  ])('rejects %s', (_, messages, problem) => {
    expect(() => parseStream(...messages)).toThrow(problem);
  });

  it('cuts texts that are only shown', () => {
    const [statement] = parseStream(CONFIG, aFinding(ID, { ...SYMBOL, receiver: 'x'.repeat(900) })).statements;

    expect(statement?.trace.frames[0]?.function).toHaveLength(LIMITS.traceTextCharactersMax);
  });
});

describe('osv-scanner', () => {
  const RECORD = anOsv(ID).osv;

  function aResult(analysis: unknown, { member = 'experimental_analysis', name = 'example.com/lib' } = {}) {
    return {
      results: [
        {
          source: { path: 'go.mod', type: 'lockfile' },
          packages: [
            {
              package: { name, version: '1.0.0', ecosystem: 'Go' },
              vulnerabilities: [RECORD, { id: 'GHSA-aaaa-bbbb-cccc', aliases: ['CVE-2024-0001'] }],
              groups: [{ ids: ['GHSA-aaaa-bbbb-cccc', ID], [member]: analysis }],
            },
          ],
        },
      ],
    };
  }

  it.each(['experimental_analysis', 'experimentalAnalysis'])('reads called and not called from %s', (member) => {
    const [called] = parseStream(aResult({ [ID]: { called: true } }, { member })).statements;
    const [notCalled] = parseStream(aResult({ [ID]: { called: false } }, { member })).statements;

    expect(called).toMatchObject({ state: 'called', name: 'example.com/lib', version: '1.0.0', family: 'Go' });
    expect(notCalled).toMatchObject({ state: 'not_called', ids: [ID, 'CVE-2024-0001'], isPrecise: true });
  });

  it('is not precise about an id without a record that names symbols', () => {
    const [statement] = parseStream(aResult({ 'GHSA-aaaa-bbbb-cccc': { called: false } })).statements;

    expect(statement).toMatchObject({ ids: ['GHSA-AAAA-BBBB-CCCC', 'CVE-2024-0001'], isPrecise: false });
  });

  it('prefers a call in one source to its absence in another', () => {
    const [one] = aResult({ [ID]: { called: false } }).results;
    const [other] = aResult({ [ID]: { called: true } }).results;

    expect(parseStream({ results: [one, other] })).toEqual(parseStream({ results: [other, one] }));
    expect(parseStream({ results: [one, other] }).statements.map(({ state }) => state)).toEqual(['called']);
  });

  it('rejects a document without call analysis, unless it has no vulnerabilities', () => {
    expect(() => parseStream(aResult(undefined))).toThrow('no call analysis');
    expect(parseStream({ results: [] })).toEqual({ kind: 'osv-scanner', tool: 'osv-scanner', statements: [] });
  });

  it('rejects an analysis that does not say whether it is called', () => {
    expect(() => parseStream(aResult({ [ID]: { called: 'no' } }))).toThrow('whether it is called');
    expect(() => parseStream(aResult({ [ID]: null }))).toThrow('whether it is called');
  });
});

describe('CycloneDX evidence', () => {
  function aBom(...components: readonly object[]) {
    return { bomFormat: 'CycloneDX', specVersion: '1.5', components };
  }

  it('reads call stacks and lines as the use of a package', () => {
    const { statements } = parseStream(
      aBom(
        {
          purl: 'pkg:maven/org.acme/core@1.0.0',
          evidence: {
            callstack: { frames: [{ module: 'org.acme.App', function: 'run', line: 9, fullFilename: 'App.java' }] },
          },
          components: [{ purl: 'pkg:npm/left-pad@1.3.0', evidence: { occurrences: [{ location: 'src/a.js#12' }] } }],
        },
        { purl: 'pkg:npm/unused@1.0.0', evidence: { identity: [{ field: 'purl' }] } },
      ),
    );

    expect(statements).toMatchObject([
      { name: 'org.acme:core', state: 'imported', ids: [], trace: { frames: [{ function: 'run', line: 9 }] } },
      { name: 'left-pad', version: '1.3.0', trace: { frames: [{ file: 'src/a.js', line: 12, function: null }] } },
    ]);
  });

  it.each(['/usr/lib/left-pad', 'package-lock.json', 'a#b', '#12', 7])(
    'does not take the location %j for a use',
    (location) => {
      const bom = aBom({ purl: 'pkg:npm/left-pad@1.3.0', evidence: { occurrences: [{ location }] } });

      expect(() => parseStream(bom)).toThrow('cdxgen --evidence');
    },
  );

  it('rejects evidence of the wrong type', () => {
    expect(() => parseStream(aBom({ evidence: { occurrences: 'x' } }))).toThrow('is not a list');
    expect(() => parseStream({ bomFormat: 'CycloneDX', components: {} })).toThrow('is not a list');
  });
});

describe('a hostile document', () => {
  it.each([
    '',
    '[]',
    '{}',
    '{} {}',
    '{"results":{}}',
    'null',
    '{"bomFormat":"SPDX"}',
    '$ govulncheck\n{"config":{}}',
    '{"config":{}}}',
  ])('is rejected: %j', (text) => {
    expect(() => parseReachability(text)).toThrow(/Unknown kind|not part of a JSON object/u);
  });

  it.each(['{"config":{}', '{"config":{}} {"finding":', '{"config":"', '{"a":"\\', '{"config":{}} {"x": ['])(
    'that is truncated is rejected as a whole: %j',
    (text) => {
      expect(() => parseReachability(text)).toThrow('truncated');
    },
  );

  it.each(['{"config":{},}', '{"a" 1}', '{]', '{"config":{"x":01}}'])('that is not JSON is rejected: %j', (text) => {
    expect(() => parseReachability(text)).toThrow('The document contains an object that is not JSON (line 1).');
  });

  it('cannot nest deeply', () => {
    expect(() => parseReachability(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toThrow('levels of nesting');
    expect(() => parseReachability('{"a":'.repeat(1_000_000))).toThrow('levels of nesting');
  });

  it('cannot send endless messages or statements', () => {
    expect(() => parseReachability('{}'.repeat(LIMITS.reachabilityMessagesMax + 1))).toThrow('messages');
    const findings = Array.from({ length: LIMITS.reachabilityStatementsMax + 1 }, (_, n) =>
      aFinding(`GO-1-${n}`, MODULE),
    );

    expect(() => parseStream(CONFIG, ...findings)).toThrow('findings');
  });

  it('cannot name endless ids for one vulnerability', () => {
    const aliases = Array.from({ length: LIMITS.reachabilityIdsMax }, (_, n) => `CVE-2024-${n + 1000}`);

    expect(() => parseStream(CONFIG, { osv: { id: ID, aliases } })).toThrow('ids of one vulnerability');
  });

  it('cannot repeat the names of one record in endless statements', () => {
    const symbols = Array.from({ length: 1_000 }, (_, n) => `f${n}`);
    const findings = Array.from({ length: LIMITS.reachabilityNamesMax / 1_000 + 1 }, (_, n) =>
      aFinding(ID, { ...PACKAGE, version: `v1.0.${n}` }),
    );

    expect(() => parseStream(CONFIG, anOsv(ID, { symbols }), ...findings)).toThrow('names of vulnerable functions');
  });

  it('cannot use inherited members', () => {
    expect(() => parseReachability('{"__proto__":{"results":[]}}')).toThrow('Unknown kind');
  });
});

describe.skipIf(findRealData('context') === undefined)('real documents', () => {
  function readSample(...path: readonly string[]): string {
    return readFileSync(join(getRealData('context'), ...path), 'utf8');
  }

  /** The samples start with the command line. */
  function parseSample(name: string) {
    const text = readSample('govulncheck', `cmd_govulncheck_testdata_common_testfiles_${name}_json.ct`);
    return parseReachability(text.slice(text.indexOf('\n{')));
  }

  function statesOf({ statements }: ReturnType<typeof parseReachability>): Record<string, string> {
    return Object.fromEntries(statements.map(({ ids, name, state }) => [`${ids[0]} ${name}`, state]));
  }

  it('of govulncheck give the states of each level', () => {
    expect(statesOf(parseSample('binary-call_binary_call'))).toMatchInlineSnapshot(`
      {
        "GO-2020-0015 golang.org/x/text": "not_imported",
        "GO-2021-0054 github.com/tidwall/gjson": "called",
        "GO-2021-0113 golang.org/x/text": "not_called",
        "GO-2021-0265 github.com/tidwall/gjson": "called",
      }
    `);
    expect(statesOf(parseSample('source-package_source_package'))).toMatchInlineSnapshot(`
      {
        "GO-2021-0113 golang.org/x/text": "imported",
      }
    `);
    expect(statesOf(parseSample('source-module_source_module'))).toMatchInlineSnapshot(`{}`);
  });

  it('of osv-scanner give what was called', () => {
    const packages: unknown = JSON.parse(
      readSample('osv-scanner-call-analysis', 'internal_sourceanalysis_testdata_json_output.json'),
    );

    expect(statesOf(parseReachability(JSON.stringify({ results: [{ packages }] })))).toMatchInlineSnapshot(`
      {
        "GO-2021-0053 github.com/gogo/protobuf": "not_called",
        "GO-2023-1558 github.com/ipfs/go-bitfield": "called",
        "GO-2023-1572 golang.org/x/image": "not_called",
      }
    `);
  });

  it('of cdxgen give the packages that are used', () => {
    const java = parseReachability(readSample('cyclonedx-evidence', 'test_data_bom-evinse-java.json'));
    const node = parseReachability(readSample('cyclonedx-evidence', 'test_data_bom-postgen-test.json'));

    expect([java, node].map(({ tool, statements }) => [tool, statements.length])).toMatchInlineSnapshot(`
      [
        [
          "cdxgen 9.9.2",
          8,
        ],
        [
          "cdxgen 9.8.8",
          11,
        ],
      ]
    `);
    expect(memberIn(java.statements[0], 'state')).toBe('imported');
  });
});
