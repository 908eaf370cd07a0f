/**
 * Builds the portal when it is missing or older than its sources, so that `npm start` works on a fresh clone. It is built next to
 * the served folder and moved in place by one rename: an interrupted build leaves no partial portal, and two concurrent starts do
 * no harm. Without the build tools, as in a pruned image, Assay runs with the existing portal and reports it.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const OUTPUT_CHARACTERS_MAX = 2_000;

/** Never rejects: the API works without the portal. Lines for the operator are passed to `say`. */
export async function buildPortal(root: string, say: (line: string) => void): Promise<void> {
  const portal = join(root, 'portal');
  const staging = join(portal, `.dist-${randomUUID()}`);
  try {
    const state = await inspectPortal(portal, [portal, join(root, VOCABULARY), join(root, 'docs')]);
    if (state === 'fresh') return;
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    if (!existsSync(vite)) {
      say(
        `The portal is ${STATE_LABELS[state]}, and its build tools are not installed. Run "npm ci" to install them. The API works without the portal.`,
      );
      return;
    }
    say('Building the portal.');
    await runVite(vite, portal, staging);
    await putInPlace(staging, join(portal, 'dist'));
  } catch (error) {
    say(`Building the portal failed. The API works without it. ${(error as Error).message}`);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

const STATE_LABELS = { missing: 'not built', old: 'older than its sources' } as const;

/** The only values of the server that the portal contains, besides the documentation. */
const VOCABULARY = 'src/core/vocabulary';

async function inspectPortal(portal: string, sources: readonly string[]): Promise<'fresh' | keyof typeof STATE_LABELS> {
  const page = join(portal, 'dist/index.html');
  if (!existsSync(page)) return 'missing';
  // An installed package has no sources.
  if (!existsSync(join(portal, 'index.html'))) return 'fresh';
  const { mtimeMs: builtMs } = await stat(page);
  const files = (await Promise.all(sources.map(listSources))).flat();
  const times = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs));
  return times.every((ms) => ms <= builtMs) ? 'fresh' : 'old';
}

async function listSources(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.filter((file) => !/^\.?dist/.test(file.slice(folder.length + 1)));
}

/** Runs in a separate process: the tools need memory and a core for two seconds, and none of them stay loaded in the server. */
async function runVite(vite: string, portal: string, outDir: string): Promise<void> {
  const flags = ['--configLoader', 'native', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir'];
  const child = spawn(process.execPath, [vite, 'build', portal, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Does not pass on the environment: a NODE_ENV set by the operator could produce a slow development build.
    env: { NODE_ENV: 'production' },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`${output}${errors}`.trim().slice(0, OUTPUT_CHARACTERS_MAX));
}

/** Also used by scripts/build-package.ts. */
export async function putInPlace(staging: string, dist: string): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  try {
    await rename(staging, dist);
  } catch (error) {
    // A concurrent start was faster; its files are the same.
    if (!existsSync(join(dist, 'index.html'))) throw error;
  }
}
