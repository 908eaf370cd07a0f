/**
 * Builds what `npm pack` puts into the package: the portal, and the server as JavaScript, because Node removes no types below
 * `node_modules`. A clone needs none of it. `npm pack` runs this script.
 *
 * The server becomes one file per command and thread with shared chunks in `dist/`. Modules that find files by their own address
 * keep the address that they have in the repository, so that the same relative paths lead to migrations, data and the portal.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'vite';
import { putInPlace } from '../src/cli/commands/serve/build-portal.ts';
import { writeSoftwareList } from './list-software.ts';

const ROOT = join(import.meta.dirname, '..');
const OUTPUT = join(ROOT, 'dist');

/** Each is a file of its own, which other files name by its address. */
const ENTRIES = {
  assay: 'src/cli/assay.ts',
  client: 'src/client/assay-client.ts',
  'advisory-thread': 'src/threads/advisories/advisory-thread.ts',
  'context-thread': 'src/threads/context/context-thread.ts',
  'lockfile-thread': 'src/threads/inventory/lockfile-thread.ts',
  'parse-thread': 'src/threads/inventory/parse-thread.ts',
  'strict-thread': 'src/threads/schema/strict-thread.ts',
} as const;

/** Packages of many small modules, which load several times faster from one file. The others are installed as dependencies. */
const BUNDLED = [
  'kysely',
  'zod',
  'fastify-type-provider-zod',
  'yaml',
  'smol-toml',
  '@renovatebot/pep440',
  'ae-cvss-calculator',
];

async function buildPackage(): Promise<void> {
  const modules = new Set<string>();
  await buildPortal(modules);
  await rm(OUTPUT, { recursive: true, force: true });
  await buildServer(modules);
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

async function buildServer(modules: Set<string>): Promise<void> {
  await mkdir(OUTPUT, { recursive: true });
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [keepAddresses(), listModules(modules)],
    ssr: { noExternal: BUNDLED, target: 'node' },
    build: {
      ssr: true,
      target: 'node24',
      outDir: OUTPUT,
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(ROOT, file)])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', format: 'es' },
      },
    },
  });
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
