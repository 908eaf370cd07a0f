/** What the browser has to load: how much, in how many pieces, and that none of it is inline. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PORTAL_FOLDER } from '../support/fake-portal-api.ts';
import { hasBrowser } from './browser.ts';

describe.runIf(hasBrowser())('the built portal', () => {
  const zippedKb = (ending: string): number => {
    const folder = join(PORTAL_FOLDER, 'assets');
    const files = readdirSync(folder).filter((name) => name.endsWith(ending));
    return files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0) / 1_000;
  };

  it('stays within its budget of 220 kB of script and 45 kB of style', () => {
    const [script, style] = [zippedKb('.js'), zippedKb('.css')];
    console.log(`gzip: ${script.toFixed(1)} kB of script, ${style.toFixed(1)} kB of style`);

    expect(script).toBeGreaterThan(50);
    expect(script).toBeLessThan(220);
    expect(style).toBeLessThan(45);
  });

  it('has no inline script or style, and files with hashed names only', () => {
    const page = readFileSync(join(PORTAL_FOLDER, 'index.html'), 'utf8');
    const sources = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);

    expect(page).not.toMatch(/<script>|<style|style="|<script [^>]*>[^<]/);
    expect(sources.length).toBeGreaterThanOrEqual(4);
    for (const address of sources) expect(address).toMatch(/^\/assets\/[a-z-]+-[\w-]{8}\.(?:js|css|svg)$/);
  });
});
