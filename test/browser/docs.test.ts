/** The documentation inside the portal: pages, links, and a search that needs no server. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PORTAL_FOLDER, startFakePortal, type FakePortal } from '../support/fake-portal-api.ts';
import {
  findBarriers,
  hasBrowser,
  launchBrowser,
  LOOKS,
  openPath,
  takeScreenshot,
  type Look,
  type OpenPage,
} from './browser.ts';

describe.runIf(hasBrowser())('documentation', { timeout: 120_000 }, () => {
  let portal: FakePortal;
  let browser: Browser;
  const open = async (path: string, look: Partial<Look> = {}): Promise<OpenPage> =>
    await openPath(browser, portal, path, look);

  beforeAll(async () => {
    portal = await startFakePortal();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });

  it('is linked from the menu of the user, and lists all pages', async () => {
    const { page, problems } = await open('/services');
    await page.getByLabel('Your account').click();
    await page.getByRole('link', { name: 'Documentation' }).click();

    await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
    const list = page.getByRole('navigation', { name: 'Documentation' });
    expect(await list.getByRole('link').count()).toBeGreaterThan(50);
    await list.getByRole('link', { name: 'Gate a pull request' }).click();
    await page.getByRole('heading', { level: 1, name: 'Gate a pull request' }).waitFor();
    expect(await page.title()).toBe('Gate a pull request · Documentation · Assay');
    expect(problems.join('\n')).toBe('');
  });

  it('searches headings and text without a request, and opens a result at its heading', async () => {
    const { page, problems } = await open('/docs');
    await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
    await page.waitForLoadState('networkidle');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));

    await page.getByRole('searchbox', { name: 'Search documentation' }).fill('suggestions need review');
    await page.getByRole('link', { name: 'Use Assay from an agent: Suggestions need review' }).click();

    await page.getByRole('heading', { level: 1, name: 'Use Assay from an agent' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#suggestions-need-review');
    await page.waitForFunction(() => {
      const top = document.getElementById('suggestions-need-review')?.getBoundingClientRect().top ?? -1;
      return top >= 0 && top < 300;
    });
    const inBackground = ['/assets/icon-', '/readyz', '/api/v2/event', '/api/v2/inbox', '/api/v2/finding'];
    expect(requests.filter((url) => !inBackground.some((path) => url.includes(path))).join(' ')).toBe('');
    expect(problems.join('\n')).toBe('');
  });

  it('says that nothing was found, and that a page does not exist', async () => {
    const { page } = await open('/docs?q=zebrafish');
    await page.getByText('No results.').waitFor();
    await page.getByRole('link', { name: 'Show all pages' }).click();
    await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
    expect(new URL(page.url()).search).toBe('');

    const other = await open('/docs/guides/none');
    await other.page.getByRole('heading', { level: 1, name: /not found/i }).waitFor();
  });

  it.each(
    LOOKS.flatMap((look) =>
      ['/docs', '/docs/guides/agents', '/docs/reference/errors', '/docs?q=token'].map((path) => ({ ...look, path })),
    ),
  )('has no barriers and no wide content: $path, $scheme, $width', async ({ path, ...look }) => {
    const { page, problems } = await open(path, look);
    await page.getByRole('searchbox', { name: 'Search documentation' }).waitFor();

    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await takeScreenshot(page, `docs${path.replaceAll(/[^a-z]/g, '-')}-${look.scheme}-${look.width}`);
    expect(problems.join('\n')).toBe('');
  });

  it('is one file of its own, which no other page loads', () => {
    const folder = join(PORTAL_FOLDER, 'assets');
    const holding = readdirSync(folder).filter(
      (name) => name.endsWith('.js') && readFileSync(join(folder, name), 'utf8').includes('suggestions-need-review'),
    );

    expect(holding).toHaveLength(1);
    expect(holding[0]).toMatch(/^docs-page-/);
    expect(gzipSync(readFileSync(join(folder, holding[0] ?? ''))).length).toBeLessThan(200_000);
  });
});
