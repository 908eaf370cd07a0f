/** Size and number of files that the browser loads, and that none of them is inline. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PORTAL_FOLDER } from '../support/fake-portal-api.ts';
import { hasBrowser } from './browser.ts';

describe.runIf(hasBrowser())('built portal', () => {
  const folder = join(PORTAL_FOLDER, 'assets');
  const zippedKb = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0) / 1_000;

  /** Files loaded at once: those named by the page, and their static imports. */
  const listEntry = (): string[] => {
    const page = readFileSync(join(PORTAL_FOLDER, 'index.html'), 'utf8');
    const found = [...page.matchAll(/\/assets\/([\w-]+\.(?:js|css))"/g)].map(([, name = '']) => name);
    for (const name of found) {
      if (!name.endsWith('.js')) continue;
      const source = readFileSync(join(folder, name), 'utf8');
      const imported = [...source.matchAll(/(?:from|^import|;import)"\.\/([\w-]+\.js)"/g)].map(([, each = '']) => each);
      found.push(...imported.filter((each) => !found.includes(each)));
    }
    return found;
  };

  it('loads at most 180 kB of scripts and 25 kB of styles before the first paint', () => {
    const entry = listEntry();
    const script = zippedKb(entry.filter((name) => name.endsWith('.js')));
    const style = zippedKb(entry.filter((name) => name.endsWith('.css')));
    console.log(`gzip: ${script.toFixed(1)} kB of script, ${style.toFixed(1)} kB of style`);

    expect(script).toBeGreaterThan(50);
    expect(script).toBeLessThan(180);
    expect(style).toBeLessThan(25);
  });

  it('has the styles of every component of the component library that it uses', () => {
    const listClasses = (type: string): string[] =>
      readdirSync(folder)
        .filter((name) => name.endsWith(type))
        .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/\bm_[0-9a-f]{8}\b/g) ?? []);
    const styled = new Set(listClasses('.css'));
    const used = listClasses('.js');

    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((name) => !styled.has(name))).toEqual([]);
  });

  it('needs at most six requests, including the page, before the first paint', () => {
    expect(listEntry().length + 1).toBeLessThanOrEqual(6);
  });

  it.each([
    ['recharts', 140],
    ['xyflow', 90],
  ])('does not load %s at once, and keeps its chunk below %i kB', (library, kilobytesMax) => {
    const entry = listEntry();
    const chunks = readdirSync(folder).filter(
      (name) => name.endsWith('.js') && readFileSync(join(folder, name), 'utf8').includes(library),
    );

    expect(chunks.filter((name) => entry.includes(name))).toEqual([]);
    for (const name of chunks) expect(zippedKb([name])).toBeLessThan(kilobytesMax);
  });

  it('has no inline script or style, and only files with hashed names', () => {
    const page = readFileSync(join(PORTAL_FOLDER, 'index.html'), 'utf8');
    const sources = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);

    expect(page).not.toMatch(/<script>|<style|style="|<script [^>]*>[^<]/);
    expect(sources.length).toBeGreaterThanOrEqual(4);
    for (const address of sources) expect(address).toMatch(/^\/assets\/[\w-]+-[\w-]{8}\.(?:js|css|svg)$/);
  });
});
