import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { seedTree, type SeededTree } from '../../../../test/support/seeded-tree.ts';
import { buildPortal } from './build-portal.ts';

/** A stand-in for the bundler: writes one page that shows how often it was called. */
const BUNDLER = `
import { mkdirSync, writeFileSync } from 'node:fs';
const outDir = process.argv[process.argv.indexOf('--outDir') + 1];
mkdirSync(outDir + '/assets', { recursive: true });
writeFileSync(outDir + '/index.html', 'built');
`;
const SOURCES = {
  'portal/index.html': 'page',
  'portal/parts/frame.tsx': 'frame',
  'src/core/vocabulary/severity.ts': 'severities',
  'package.json': '{ "type": "module" }',
};
const OLD = new Date('2026-01-01T00:00:00Z');

let tree: SeededTree;
afterEach(() => tree.remove());

async function build(files: Record<string, string>): Promise<string[]> {
  tree = seedTree({ ...SOURCES, ...files });
  return await buildAgain();
}

async function buildAgain(): Promise<string[]> {
  const lines: string[] = [];
  await buildPortal(tree.root, (line) => lines.push(line));
  return lines;
}

function readBuilt(): string | undefined {
  const page = join(tree.root, 'portal/dist/index.html');
  return existsSync(page) ? readFileSync(page, 'utf8') : undefined;
}

function makeOld(path: string): void {
  utimesSync(join(tree.root, path), OLD, OLD);
}

describe('buildPortal', () => {
  it('builds a missing portal once, and prints one line', async () => {
    const lines = await build({ 'node_modules/vite/bin/vite.js': BUNDLER });

    expect(lines).toEqual(['Building the portal.']);
    expect(readBuilt()).toBe('built');
    expect(await buildAgain()).toEqual([]);
  });

  it('builds again when a source is newer, and removes the old files', async () => {
    await build({
      'node_modules/vite/bin/vite.js': BUNDLER,
      'portal/dist/index.html': 'old',
      'portal/dist/old.js': '',
    });
    makeOld('portal/dist/index.html');

    expect(await buildAgain()).toEqual(['Building the portal.']);
    expect(readdirSync(join(tree.root, 'portal/dist')).toSorted()).toEqual(['assets', 'index.html']);
  });

  it('builds again when the vocabulary is newer', async () => {
    await build({ 'node_modules/vite/bin/vite.js': BUNDLER });
    const pages = ['portal/index.html', 'portal/parts/frame.tsx', 'portal/dist/index.html'];
    for (const path of pages) makeOld(path);

    expect(await buildAgain()).toEqual(['Building the portal.']);
  });

  it('reports missing build tools', async () => {
    expect(await build({})).toEqual([
      'The portal is not built, and its build tools are not installed. Run "npm ci" to install them. The API works without the portal.',
    ]);
  });

  it('keeps an old portal when it cannot build a new one', async () => {
    tree = seedTree({ ...SOURCES, 'portal/dist/index.html': 'old' });
    makeOld('portal/dist/index.html');

    expect(await buildAgain()).toEqual([
      'The portal is older than its sources, and its build tools are not installed. Run "npm ci" to install them. The API works without the portal.',
    ]);
    expect(readBuilt()).toBe('old');
  });

  it('reports why a build failed, keeps the old portal and leaves no partial build', async () => {
    tree = seedTree({
      ...SOURCES,
      'node_modules/vite/bin/vite.js': `${BUNDLER}console.error('frame.tsx is broken'); process.exit(1);`,
      'portal/dist/index.html': 'old',
    });
    makeOld('portal/dist/index.html');

    expect(await buildAgain()).toEqual([
      'Building the portal.',
      'Building the portal failed. The API works without it. frame.tsx is broken',
    ]);
    expect(readBuilt()).toBe('old');
    expect(readdirSync(join(tree.root, 'portal')).toSorted()).toEqual(['dist', 'index.html', 'parts']);
  });

  it('supports two concurrent starts', async () => {
    await build({ 'node_modules/vite/bin/vite.js': BUNDLER });
    makeOld('portal/dist/index.html');

    await Promise.all([buildAgain(), buildAgain()]);

    expect(readBuilt()).toBe('built');
  });

  it('keeps the portal of a package, which has no sources', async () => {
    tree = seedTree({ 'portal/dist/index.html': 'built' });

    expect(await buildAgain()).toEqual([]);
    expect(readBuilt()).toBe('built');
  });

  it('reports a missing portal without sources', async () => {
    tree = seedTree({});

    expect(await buildAgain()).toHaveLength(1);
  });
});
