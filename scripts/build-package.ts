/**
 * Builds what `npm pack` puts into the package: the portal, and the server as JavaScript, because Node removes no types below
 * `node_modules`. A clone needs none of it. `npm pack` runs this script.
 *
 * The program and each thread become a file with chunks in `dist/`. Those of `assay scan`, which is a new process each time, are few
 * and hold all it needs: finding and linking a hundred files takes longer than running them. Modules that find files by their own address
 * keep the address that they have in the repository, so that the same relative paths lead to migrations, data and the portal.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin, type Rolldown } from 'vite';
import { putInPlace } from '../src/cli/commands/serve/build-portal.ts';
import { writeSoftwareList } from './list-software.ts';

const ROOT = join(import.meta.dirname, '..');
const OUTPUT = join(ROOT, 'dist');

type CodeSplitting = NonNullable<Rolldown.OutputOptions['codeSplitting']>;

const PROGRAM = { assay: 'src/cli/assay.ts' } as const;

/**
 * Each is a file of its own, which other files name by its address. They are built apart from the program: a thread shares no modules
 * with it, and would otherwise load the chunks of a scan.
 */
const OTHER_ENTRIES = {
  client: 'src/client/assay-client.ts',
  'advisory-thread': 'src/threads/advisories/advisory-thread.ts',
  'context-thread': 'src/threads/context/context-thread.ts',
  'lockfile-thread': 'src/threads/inventory/lockfile-thread.ts',
  'parse-thread': 'src/threads/inventory/parse-thread.ts',
  'strict-thread': 'src/threads/schema/strict-thread.ts',
} as const;

/** Packages of many small modules, which load several times faster from one file. The others are installed as dependencies. */
const BUNDLED = [
  'commander',
  'kysely',
  'pg',
  'pg-connection-string',
  'pg-copy-streams',
  'pg-int8',
  'pg-pool',
  'pg-protocol',
  'pg-types',
  'pgpass',
  'postgres-array',
  'postgres-bytea',
  'postgres-date',
  'postgres-interval',
  'split2',
  'xtend',
  'zod',
  'fastify-type-provider-zod',
  'yaml',
  'smol-toml',
  '@renovatebot/pep440',
  'ae-cvss-calculator',
];

/** Modules that one chunk contains, with everything that they import and no earlier chunk contains. */
const CHUNKS: readonly (readonly [name: string, files: readonly string[]])[] = [
  [
    'start',
    ['src/cli/command-line/commands.ts', 'src/cli/command-line/complete.ts', 'src/cli/command-line/to-program.ts'],
  ],
  // What a command without a database shares with a scan.
  ['client', ['upload', 'findings', 'diff', 'plan', 'gate', 'vex'].map((name) => `src/cli/commands/client/${name}.ts`)],
  // Until the database is launched, and then the rest.
  ['launch', ['src/cli/commands/scan/scan.ts']],
  [
    'scan',
    [
      'src/cli/commands/scan/open-document.ts',
      'src/cli/commands/scan/report-scan.ts',
      'src/pipeline/advisories/data-state.ts',
      'src/store/database.ts',
      'src/store/migrate.ts',
      'src/threads/inventory/parse-in-place.ts',
    ],
  ],
];

async function buildPackage(): Promise<void> {
  const modules = new Set<string>();
  await buildPortal(modules);
  await rm(OUTPUT, { recursive: true, force: true });
  await buildServer(modules, PROGRAM, {
    groups: [{ name: createChunkChoice(), includeDependenciesRecursively: false }],
  });
  await buildServer(modules, OTHER_ENTRIES);
  await promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), ['-p', join(ROOT, 'src/client')]);
  await writeSoftwareList(ROOT, OUTPUT, modules);
}

async function buildPortal(modules: Set<string>): Promise<void> {
  // A server may serve the folder meanwhile.
  const staging = join(ROOT, `portal/.dist-${randomUUID()}`);
  await build({
    configFile: join(ROOT, 'portal/vite.config.ts'),
    logLevel: 'warn',
    plugins: [listModules(modules)],
    build: { outDir: staging },
  });
  await putInPlace(staging, join(ROOT, 'portal/dist'));
}

async function buildServer(
  modules: Set<string>,
  entries: Readonly<Record<string, string>>,
  codeSplitting?: CodeSplitting,
): Promise<void> {
  await mkdir(OUTPUT, { recursive: true });
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [keepAddresses(), escapeText(), listModules(modules)],
    ssr: { noExternal: BUNDLED, target: 'node' },
    build: {
      ssr: true,
      target: 'node24',
      outDir: OUTPUT,
      emptyOutDir: false,
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(ROOT, file)])),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          format: 'es',
          ...(codeSplitting !== undefined && { codeSplitting }),
        },
      },
    },
  });
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Modules that only other commands import are in chunks that the bundler chooses. */
function createChunkChoice(): (id: string, graph: ModuleGraph) => string | null {
  let chunkOf: Map<string, string> | undefined;
  return (id, graph) => (chunkOf ??= assignChunks(graph)).get(id) ?? null;
}

function assignChunks(graph: ModuleGraph): Map<string, string> {
  const chunkOf = new Map<string, string>();
  const needed = listImports(
    graph,
    CHUNKS.filter(([name]) => name !== 'client').flatMap(([, files]) => files),
  );
  for (const [name, files] of CHUNKS) {
    for (const id of listImports(graph, files)) if (needed.has(id) && !chunkOf.has(id)) chunkOf.set(id, name);
  }
  return chunkOf;
}

/** Returns the modules and those that they import, except by `import()`. */
function listImports(graph: ModuleGraph, files: readonly string[]): ReadonlySet<string> {
  const found = new Set(files.map((file) => join(ROOT, file)));
  // A set also iterates over values that are added meanwhile.
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

const THREAD_ADDRESS = /new URL\('\.\/([a-z-]+-thread)\.ts', import\.meta\.url\)/g;

function keepAddresses(): Plugin {
  return {
    name: 'keep-addresses',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import.meta.') || !id.startsWith(join(ROOT, 'src'))) return undefined;
      const address = `new URL('../${relative(ROOT, id)}', import.meta.url)`;
      return code
        .replaceAll(THREAD_ADDRESS, (_, name: string) => `new URL('./${name}.js', MODULE_URL)`)
        .replaceAll('import.meta.url', `${address}.href`)
        .replaceAll('import.meta.dirname', `import.meta.dirname + '/${relative(OUTPUT, join(id, '..'))}'`)
        .replaceAll('MODULE_URL', 'import.meta.url');
    },
  };
}

/** V8 reads a file of ASCII characters faster than one with others, and keeps it in half of the memory. */
function escapeText(): Plugin {
  const toEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'escape-text',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk') output.code = output.code.replaceAll(/[^\0-\x7f]/g, toEscape);
    },
  };
}

/** Collects the files of packages whose code becomes part of the output. */
function listModules(modules: Set<string>): Plugin {
  return {
    name: 'list-modules',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        for (const id of output.moduleIds) modules.add(id);
      }
    },
  };
}

// A value of the caller could produce a slow development build.
process.env['NODE_ENV'] = 'production';
await buildPackage();
process.stdout.write(`Built ${relative(ROOT, OUTPUT)} and portal/dist of Assay ${await readVersion()}.\n`);

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return version;
}
