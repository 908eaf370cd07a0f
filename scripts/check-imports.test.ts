import { afterAll, describe, expect, it } from 'vitest';
import { seedTree, type SeededTree } from '../test/support/seeded-tree.ts';
import { checkImports, isEnough, findCycles } from './check-imports.ts';

const trees: SeededTree[] = [];
afterAll(() => {
  for (const tree of trees) tree.remove();
});

function check(files: Readonly<Record<string, string>>): string[] {
  const tree = seedTree({ ...HOUSE, ...files });
  trees.push(tree);
  return checkImports(tree.root).violations.map(({ file, line, rule }) => `${file}:${line} ${rule}`);
}

/** A small source tree in which every import follows the table. */
const HOUSE = {
  'package.json': '{}',
  'bin/assay.mjs': `await import('../src/cli/assay.ts'); console.log(process.env.HOME);`,
  'src/config.ts': `import { LIMITS } from './core/limits.ts'; export const config = { limits: LIMITS, env: process.env };`,
  'src/main.ts': `import { config } from './config.ts'; import { openStore } from './store/database.ts';
    import { osv } from './feeds/osv.ts'; export const start = () => openStore(config, osv);`,
  'src/cli/assay.ts': `import { start } from '../main.ts'; import manifest from '../../package.json' with { type: 'json' }; start(manifest);`,
  'src/core/README.md': 'The core is pure.',
  'src/core/tsconfig.json': '{}',
  'src/core/errors.ts': `export const defineError = (code: string) => code;`,
  'src/core/errors.test.ts': `import { readFileSync } from 'node:fs'; import { it } from 'vitest'; it('reads', () => readFileSync('x'));`,
  'src/core/limits.ts': `export const LIMITS = {};`,
  'src/core/vocabulary/severity.ts': `export const SEVERITIES = ['high', 'low'] as const;`,
  'src/core/naming/name.ts': `export type Name = string;`,
  'src/core/identity/purl.ts': `import { defineError } from '../errors.ts'; export const PURL_BAD = defineError('PURL_BAD'); export type Purl = string;`,
  'src/core/sbom/inventory.ts': `import type { Purl } from '../identity/purl.ts'; import type { Name } from '../naming/name.ts'; export type Inventory = [Purl, Name];`,
  'src/core/versions/semver.ts': `import semver from 'semver'; export const parse = semver.parse;`,
  'src/threads/pool.ts': `new Worker(new URL('./parse-thread.ts', import.meta.url)); export interface Job { id: string }`,
  'src/threads/parse-thread.ts': `import type { Job } from './pool.ts'; import type { Inventory } from '../core/sbom/inventory.ts'; export type Work = [Job, Inventory];`,
  'src/store/database.ts': `import pg from 'pg'; import { sql } from 'kysely'; import type { Config } from '../config.ts';
    export const openStore = (config: Config, x: unknown) => [new pg.Pool().query('select 1'), sql\`select \${config}\`, x];`,
  'src/queue/pg-boss-queue.ts': `import { PgBoss } from 'pg-boss'; import { openStore } from '../store/database.ts'; export const queue = [PgBoss, openStore];`,
  'src/outbound/guarded-fetch.ts': `import { request } from 'node:https'; export const get = (url: string) => [fetch(url), request(url)];`,
  'src/feeds/osv.ts': `import { get } from '../outbound/guarded-fetch.ts'; import { log } from '../telemetry/log.ts'; export interface Feed { id: string } export const osv = [get, log];`,
  'src/telemetry/log.ts': `export const log = console;`,
  'src/pipeline/deps.ts': `import type { Feed } from '../feeds/osv.ts'; import '../threads/pool.ts'; export interface Deps { feed: Feed; fetch: typeof fetch }`,
  'src/api/app.ts': `import { createServer } from 'node:http'; import type { WireFinding } from './contract/finding.ts'; import '../threads/pool.ts';
    export const app = (deps: { fetch: (finding: WireFinding) => void }, request: { query: string }) => createServer(() => deps.fetch(request.query));`,
  'src/api/contract/finding.ts': `import { z } from 'zod'; import { SEVERITIES } from '../../core/vocabulary/severity.ts';
    export const WireFinding = z.enum(SEVERITIES); export type WireFinding = z.infer<typeof WireFinding>;`,
  'portal/main.tsx': `import type { WireFinding } from '../src/api/contract/finding.ts'; import './theme.css?inline';
    import { SEVERITIES } from '../src/core/vocabulary/severity.ts';
    export const App = (finding: WireFinding) => <p title={SEVERITIES[0]} onClick={() => fetch('/api')}>{finding}</p>;`,
  'portal/theme.css': '',
  'portal/dist/bundle.js': `import '../../src/store/database.ts';`,
  'test/support/builder.ts': `export const build = 1;`,
};

const STORE = '../../store/database.ts';

describe('checkImports', () => {
  it('passes a tree in which every import follows the table', () => {
    expect(check({})).toEqual([]);
  });

  it('reads all folders and counts files and imports', () => {
    const tree = seedTree(HOUSE);
    trees.push(tree);

    expect(checkImports(tree.root)).toMatchObject({ files: 23, imports: 34 });
  });

  it.each([
    ['a value import', `import { openStore } from '${STORE}'; openStore();`, 'arrow'],
    ['a type import', `import type { Store } from '${STORE}'; export type S = Store;`, 'arrow'],
    ['an inline type', `import { type Store } from '${STORE}'; export type S = Store;`, 'arrow'],
    ['an import() type', `export type S = import('${STORE}').Store;`, 'arrow'],
    ['a typeof import() type', `export type S = typeof import('${STORE}');`, 'arrow'],
    ['a type re-export', `export type { Store } from '${STORE}';`, 'arrow'],
    ['a type re-export of everything', `export type * from '${STORE}';`, 'arrow'],
    ['a re-export', `export * from '${STORE}';`, 'arrow'],
    ['a side-effect import', `import '${STORE}';`, 'arrow'],
    ['a dynamic import', `export const load = () => import('${STORE}');`, 'arrow'],
    ['a dynamic import in backticks', `export const load = () => import(\`${STORE}\`);`, 'arrow'],
    ['a worker entry', `export const url = new URL('${STORE}', import.meta.url);`, 'arrow'],
    ['a require', `import store = require('${STORE}'); export { store };`, 'arrow'],
    ['a Node built-in', `import { readFileSync } from 'node:fs'; readFileSync('');`, 'core-builtin'],
    ['a Node built-in without its prefix', `import type { Stats } from 'fs'; export type S = Stats;`, 'core-builtin'],
    ['an unlisted package', `import { z } from 'zod'; export type S = z.ZodType;`, 'core-package'],
    ['a reference directive', `/// <reference types="node" />`, 'core-reference'],
    [
      'another room of the core',
      `import type { Inventory } from '../sbom/inventory.ts'; export type S = Inventory;`,
      'arrow',
    ],
    ['telemetry', `import { log } from '../../telemetry/log.ts'; log.info('');`, 'arrow'],
    [
      'the type of the configuration',
      `import type { Config } from '../../config.ts'; export type S = Config;`,
      'arrow',
    ],
    ['a test', `import '../errors.test.ts';`, 'test'],
    ['test support', `import { build } from '../../../test/support/builder.ts'; build();`, 'test'],
    ['a file that does not exist', `import './purl.js';`, 'missing'],
    ['a computed path', `export const load = (name: string) => import(name);`, 'unreadable'],
    ['code that does not parse', `const = 1;`, 'unreadable'],
  ])('reports %s in the core', (_name, text, rule) => {
    expect(check({ 'src/core/identity/seeded.ts': text })).toEqual([`src/core/identity/seeded.ts:1 ${rule}`]);
  });

  it.each([
    [
      'pipeline imports a value of feeds',
      'src/pipeline/seeded.ts',
      `import { osv } from '../feeds/osv.ts'; osv();`,
      'types-only',
    ],
    [
      'pipeline imports an inline type of feeds, which loads it',
      'src/pipeline/seeded.ts',
      `import { type Feed } from '../feeds/osv.ts'; export type F = Feed;`,
      'types-only',
    ],
    [
      'pipeline imports outbound',
      'src/pipeline/seeded.ts',
      `import { get } from '../outbound/guarded-fetch.ts'; get('');`,
      'arrow',
    ],
    ['store imports threads', 'src/store/seeded.ts', `import '../threads/pool.ts';`, 'arrow'],
    [
      'store imports a value of the configuration',
      'src/store/seeded.ts',
      `import { config } from '../config.ts'; config();`,
      'types-only',
    ],
    ['the configuration imports a room outside the core', 'src/config.ts', `import './threads/pool.ts';`, 'arrow'],
    ['a room imports main.ts', 'src/api/seeded.ts', `import { start } from '../main.ts'; start();`, 'arrow'],
    [
      'the contract imports the rest of the API',
      'src/api/contract/seeded.ts',
      `import type { app } from '../app.ts'; export type A = typeof app;`,
      'arrow',
    ],
    ['the program imports the portal', 'src/cli/seeded.ts', `import '../../portal/theme.css';`, 'arrow'],
    ['a room imports package.json', 'src/api/seeded.ts', `import '../../package.json';`, 'arrow'],
    [
      'the portal imports the store',
      'portal/seeded.ts',
      `import type { Store } from '../src/store/database.ts'; export type S = Store;`,
      'arrow',
    ],
    [
      'the vocabulary imports the limits',
      'src/core/vocabulary/seeded.ts',
      `import { LIMITS } from '../limits.ts'; export const SEEDED = LIMITS;`,
      'arrow',
    ],
    [
      'the portal imports the limits',
      'portal/seeded.ts',
      `import { LIMITS } from '../src/core/limits.ts'; LIMITS();`,
      'arrow',
    ],
    [
      'the portal imports a value of the contract',
      'portal/seeded.ts',
      `import { WireFinding } from '../src/api/contract/finding.ts'; WireFinding();`,
      'types-only',
    ],
    ['the launcher imports more than the command line', 'bin/seeded.mjs', `import '../src/main.ts';`, 'arrow'],
    ['a file has no room', 'src/utils/seeded.ts', `export const seeded = 1;`, 'no-room'],
    ['a file lies beside the rooms', 'src/seeded.ts', `export const seeded = 1;`, 'no-room'],
    ['a file lies beside the rooms of the core', 'src/core/seeded.ts', `export const seeded = 1;`, 'no-room'],
    [
      'pg-boss is imported outside the queue',
      'src/pipeline/seeded.ts',
      `import type { Job } from 'pg-boss'; export type J = Job;`,
      'package',
    ],
    [
      'a database client is imported outside the store',
      'src/access/seeded.ts',
      `import { Kysely } from 'kysely'; Kysely();`,
      'package',
    ],
    ['SQL is written in a tag', 'src/api/seeded.ts', 'export const rows = sql<Row>`select 1`;', 'sql'],
    ['SQL is written in a call', 'src/api/seeded.ts', `export const rows = (tx: Tx) => tx.query('select 1');`, 'sql'],
    ['the environment is read', 'src/store/seeded.ts', `export const home = process.env['HOME'];`, 'process-env'],
    [
      'the environment is taken apart',
      'src/store/seeded.ts',
      `const { env } = process; export { env };`,
      'process-env',
    ],
    [
      'the environment is imported',
      'src/store/seeded.ts',
      `import { env } from 'node:process'; export const home = env.HOME;`,
      'process-env',
    ],
    ['fetch is called', 'src/feeds/seeded.ts', `export const get = () => fetch('https://example.org');`, 'outgoing'],
    [
      'fetch is called by its full name',
      'src/feeds/seeded.ts',
      `export const get = () => globalThis.fetch('');`,
      'outgoing',
    ],
    ['fetch is handed on', 'src/main.ts', `export const deps = { get: fetch };`, 'outgoing'],
    ['a request is made', 'src/ai/seeded.ts', `import * as http from 'node:http'; http.request('');`, 'outgoing'],
    ['a named request is made', 'src/ai/seeded.ts', `import { get } from 'node:https'; get('');`, 'outgoing'],
    ['a socket is opened', 'src/events/seeded.ts', `import net from 'node:net'; net.connect(1);`, 'socket'],
  ])('reports that %s', (_name, file, text, rule) => {
    expect(check({ [file]: text })).toEqual([`${file}:1 ${rule}`]);
  });

  it('reports a cycle through types with its path', () => {
    const tree = seedTree({
      ...HOUSE,
      'src/core/vex/a.ts': `\nimport type { B } from './b.ts'; export type A = B;`,
      'src/core/vex/b.ts': `export type B = import('./c.ts').C;`,
      'src/core/vex/c.ts': `export type { A as C } from './a.ts';`,
    });
    trees.push(tree);

    expect(checkImports(tree.root).violations).toEqual([
      expect.objectContaining({
        file: 'src/core/vex/a.ts',
        line: 2,
        rule: 'cycle',
        because: expect.stringContaining('a.ts -> src/core/vex/b.ts -> src/core/vex/c.ts -> src/core/vex/a.ts'),
      }),
    ]);
  });

  it('reports exactly one violation of each kind in a tree that has one of each', () => {
    const found = check({
      'src/core/identity/value.ts': `import { openStore } from '${STORE}'; openStore();`,
      'src/core/identity/type.ts': `import type { Store } from '${STORE}'; export type S = Store;`,
      'src/core/identity/inline.ts': `import { type Store } from '${STORE}'; export type S = Store;`,
      'src/core/identity/import-type.ts': `export type S = import('${STORE}').Store;`,
      'src/core/identity/re-export.ts': `export type { Store } from '${STORE}';`,
      'src/core/identity/dynamic.ts': `export const load = () => import('${STORE}');`,
      'src/core/identity/builtin.ts': `import 'node:fs';`,
      'src/core/identity/package.ts': `import 'zod';`,
      'src/core/identity/of-a-test.ts': `import '../errors.test.ts';`,
      'src/core/vex/one.ts': `import type { Two } from './two.ts'; export type One = Two;`,
      'src/core/vex/two.ts': `import type { One } from './one.ts'; export type Two = One;`,
      'src/pipeline/value-of-feeds.ts': `import { osv } from '../feeds/osv.ts'; osv();`,
      'src/helpers/seeded.ts': `export const seeded = 1;`,
      'portal/store.ts': `import type { Store } from '../src/store/database.ts'; export type S = Store;`,
      'portal/value.ts': `import { WireFinding } from '../src/api/contract/finding.ts'; WireFinding();`,
    });

    expect(found.sort()).toEqual([
      'portal/store.ts:1 arrow',
      'portal/value.ts:1 types-only',
      'src/core/identity/builtin.ts:1 core-builtin',
      'src/core/identity/dynamic.ts:1 arrow',
      'src/core/identity/import-type.ts:1 arrow',
      'src/core/identity/inline.ts:1 arrow',
      'src/core/identity/of-a-test.ts:1 test',
      'src/core/identity/package.ts:1 core-package',
      'src/core/identity/re-export.ts:1 arrow',
      'src/core/identity/type.ts:1 arrow',
      'src/core/identity/value.ts:1 arrow',
      'src/core/vex/one.ts:1 cycle',
      'src/helpers/seeded.ts:1 no-room',
      'src/pipeline/value-of-feeds.ts:1 types-only',
    ]);
  });
});

describe('isEnough', () => {
  it.each([
    ['both are at the floor', { files: 3, imports: 5 }, true],
    ['too few files were seen', { files: 2, imports: 5 }, false],
    ['too few imports were seen', { files: 3, imports: 4 }, false],
  ])('checks the minimum when %s', (_name, seen, expected) => {
    expect(isEnough({ ...seen, violations: [] }, { files: 3, imports: 5 })).toBe(expected);
  });
});

function graphOf(edges: Readonly<Record<string, readonly string[]>>): Map<string, Set<string>> {
  return new Map(Object.entries(edges).map(([file, targets]) => [file, new Set(targets)]));
}

describe('findCycles', () => {
  it.each([
    ['no files', {}, []],
    ['a tree', { a: ['b', 'c'], b: ['c'], c: [] }, []],
    ['a file that imports itself', { a: ['a'] }, [['a']]],
    ['two files', { a: ['b'], b: ['a'] }, [['a', 'b']]],
    ['the shortest way round', { a: ['b', 'c'], b: ['c'], c: ['a'] }, [['a', 'c']]],
    [
      'circles apart from each other',
      { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a circle behind files that are not in it', { a: ['b'], b: ['c'], c: ['d'], d: ['b'] }, [['b', 'c', 'd']]],
    ['circles that share a file once', { a: ['b'], b: ['a', 'c'], c: ['b'] }, [['a', 'b']]],
    ['files that are not in the graph', { a: ['elsewhere'] }, []],
  ])('handles %s', (_name, edges, cycles) => {
    expect(findCycles(graphOf(edges))).toEqual(cycles);
  });
});
