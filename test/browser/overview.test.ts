/** The overview: its numbers match the linked lists, and changes marked as seen are no longer new. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCycloneDx } from '../support/documents.ts';
import { findBarriers, hasBrowser, launchBrowser, listScrollingTables, openPage, takeScreenshot } from './browser.ts';
import { startRealAssay, type RealAssay } from './real-assay.ts';

const LOG4J = 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1';

describe.runIf(hasBrowser())('overview', { timeout: 120_000 }, () => {
  let assay: RealAssay;
  let browser: Browser;
  beforeAll(async () => {
    [assay, browser] = await Promise.all([startRealAssay(), launchBrowser()]);
    await upload('payments', '1', [LOG4J, 'pkg:npm/lodash@4.17.20']);
    await upload('payments', '2', [LOG4J]);
    await upload('shop', '1', ['pkg:npm/lodash@4.17.20', 'pkg:generic/fax-driver@1']);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await assay?.stop();
  });

  async function upload(service: string, version: string, purls: readonly string[]): Promise<void> {
    const components = purls.map((purl) => ({ type: 'library', name: purl, purl, 'bom-ref': purl }));
    const answer = await assay.ask(
      'POST',
      `/service/${service}/version/${version}/sbom?wait=60`,
      aCycloneDx({ components, dependencies: [] }),
    );
    expect(answer.status).toBe(200);
  }

  it('lists exploited findings first and shows the coverage', async () => {
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session });
    await page.goto(`${assay.url}/`);
    const exploited = page.getByRole('region', { name: 'Known exploited' });
    await exploited.getByRole('link', { name: 'CVE-2021-44228' }).waitFor();

    const summary = await page.getByRole('list', { name: 'Summary' }).innerText();
    const ranked = page.getByRole('region', { name: 'Services by risk' }).getByRole('row');
    expect(summary.replaceAll(/\s+/g, ' ')).toContain('2 of 3 components checked 1 could not be checked');
    expect(await ranked.nth(1).innerText()).toContain('payments');
    const tiles = page.getByRole('list', { name: 'Summary' }).getByRole('listitem');
    const tops = await tiles.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
    expect([tops.length, new Set(tops).size]).toEqual([6, 1]);
    expect(await listScrollingTables(page)).not.toContain('Services');
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('calls its numbers preliminary until the first sync is complete', async () => {
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session });
    let state = 'syncing';
    const osv = { name: 'osv', state, ageSeconds: null, staleText: null };
    await page.route('**/readyz', async (route) => {
      const answer = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...answer, advisories: { state, sources: state === 'syncing' ? [osv] : [] } } });
    });
    await page.route('**/finding/summary', async (route) => {
      const answer = (await (await route.fetch()).json()) as { readonly coverage: object; readonly data: object };
      const coverage = { ...answer.coverage, components: 3, checked: 3, notChecked: [] };
      await route.fulfill({ json: { ...answer, coverage, data: { ...answer.data, state } } });
    });
    await page.goto(`${assay.url}/`);
    const summary = async (): Promise<string> =>
      (await page.getByRole('list', { name: 'Summary' }).innerText()).replaceAll(/\s+/g, ' ');
    await page.getByText('Results are preliminary until the first sync is complete.').waitFor();

    expect(await summary()).toMatch(/not relevant preliminary.*3 of 3 components checked preliminary/);
    expect(await summary()).not.toContain('full coverage');
    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, 'overview-before-the-first-sync');

    state = 'ready';
    await expect.poll(summary, { timeout: 15_000 }).toContain('3 of 3 components checked full coverage');
    expect(await summary()).not.toContain('preliminary');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('lists as many changes as it counts until they are marked as seen', async () => {
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session });
    await page.goto(`${assay.url}/`);
    const kinds = page.getByRole('list', { name: 'Changes by kind' });
    const fixed = kinds.getByRole('link', { name: /Fixed$/ });
    await fixed.waitFor();
    expect(await fixed.innerText()).toMatch(/^1\s/);

    await fixed.click();

    const rows = page.getByRole('region', { name: 'Changes' }).getByRole('row');
    await rows.nth(1).waitFor();
    expect(await rows.count()).toBe(2);
    expect(await rows.nth(1).innerText()).toContain('CVE-2021-23337');
    expect(page.url()).toContain('changes=resolved');
    await page.getByRole('button', { name: 'Mark all as seen' }).click();
    await page.getByText('No changes.').waitFor();
    await page.reload();
    await page.getByText('Since your last visit').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('receives at most 300 kB for the first page', async () => {
    const { page } = await openPage(browser, { url: assay.url, session: assay.session });
    await page.goto(`${assay.url}/`, { waitUntil: 'networkidle' });
    const received = await page.evaluate(() =>
      performance
        .getEntries()
        .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0))
        .reduce((sum, bytes) => sum + bytes, 0),
    );

    console.log(`received: ${(received / 1_000).toFixed(1)} kB`);
    expect(received).toBeGreaterThan(100_000);
    expect(received).toBeLessThan(300_000);
    await page.context().close();
  });

  it('shows a page for an unknown address, and an error to programs', async () => {
    const { page } = await openPage(browser, { url: assay.url, session: assay.session });
    const response = await page.goto(`${assay.url}/nowhere`);
    await page.getByText('Page not found, or you do not have access.').waitFor();

    expect(response?.status()).toBe(404);
    expect(await findBarriers(page)).toEqual([]);
    const answer = await fetch(`${assay.url}/nowhere`);
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'ROUTE_UNKNOWN' }]);
    await page.context().close();
  });
});
