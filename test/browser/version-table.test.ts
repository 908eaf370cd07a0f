/** Ten thousand findings: few rows in the DOM, all of them reachable, and the focus is kept. */
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakePortal, type FakePortal } from '../support/fake-portal-api.ts';
import { aFinding } from '../support/wire-answers.ts';
import { findBarriers, hasBrowser, launchBrowser, openPage, takeScreenshot } from './browser.ts';

const COUNT = 10_000;
const ROWS_MAX = 60;

describe.runIf(hasBrowser())('table of ten thousand findings', () => {
  let portal: FakePortal;
  let browser: Browser;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    portal = await startFakePortal({ findings: Array.from({ length: COUNT }, (_, number) => aFinding(number)) });
    browser = await launchBrowser();
    ({ page, problems } = await openPage(browser, { url: portal.url, session: portal.session }));
    await page.goto(`${portal.url}/services/shop/versions/2.4.1`);
    await page.getByText('CVE-2026-1000', { exact: true }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });

  const rowCount = async (): Promise<number> => await page.locator('tbody tr[data-row]').count();
  const focused = async (): Promise<string | null> =>
    await page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex') ?? null);

  it('keeps few rows in the DOM and exposes the row count', async () => {
    expect(await rowCount()).toBeLessThanOrEqual(ROWS_MAX);
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(COUNT + 1));
    expect(await page.locator('tbody tr[data-row]').first().getAttribute('aria-rowindex')).toBe('2');
    expect(await findBarriers(page)).toEqual([]);
  });

  it('loads the next page before its rows are reached', async () => {
    const asked = (): number => portal.requests().filter((url) => url.includes('cursor=50')).length;
    expect(asked()).toBe(0);
    await page.keyboard.press('j');
    for (const _ of Array.from({ length: 5 })) await page.keyboard.press('PageDown');

    await expect.poll(asked).toBe(1);
  });

  it('reaches its last row by keyboard', async () => {
    await page.keyboard.press('End');
    await page.getByText(`CVE-2026-${1_000 + COUNT - 1}`, { exact: true }).waitFor();
    await takeScreenshot(page, 'table-end');

    await expect.poll(focused).toBe(String(COUNT + 1));
    expect(await rowCount()).toBeLessThanOrEqual(ROWS_MAX);
    await page.keyboard.press('Home');
    await page.getByText('CVE-2026-1000', { exact: true }).waitFor();
    await expect.poll(focused).toBe('2');
  });

  it('keeps the focused row while it is scrolled out of view', async () => {
    const region = page.locator('section[aria-label="Findings"]');
    await region.evaluate((element) => element.scrollTo({ top: 150_000 }));
    await page
      .getByText(/^CVE-2026-49[0-9]{2}$/)
      .first()
      .waitFor();

    expect(await focused()).toBe('2');
    expect(await rowCount()).toBeLessThanOrEqual(ROWS_MAX);
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('3');
    await page.getByText('CVE-2026-1001', { exact: true }).waitFor();
  });

  it('keeps at most twenty pages and starts at the top after a filter change', async () => {
    const region = page.locator('section[aria-label="Findings"]');
    for (const part of Array.from({ length: 25 }, (_, index) => index))
      await region.evaluate((element, top) => element.scrollTo({ top }), part * 15_200);
    await page.getByRole('combobox', { name: 'Search findings' }).fill('package-99');
    await page.getByText('111 findings').waitFor();

    await page.getByText('CVE-2026-1099', { exact: true }).waitFor();
    await expect.poll(async () => await region.evaluate((element) => element.scrollTop)).toBe(0);
    const asked = portal.requests().filter((url) => url.includes('/finding/group?q=package-99&'));
    expect(asked.map((url) => /limit=.*/.exec(url)?.[0])).toEqual(['limit=50&offset=0']);
    expect(problems).toEqual([]);
  });

  it('fills the rows of the last jump when answers take longer than a jump', async () => {
    const region = page.locator('section[aria-label="Findings"]');
    await page.getByRole('combobox', { name: 'Search findings' }).fill('');
    await page.getByText('CVE-2026-1000', { exact: true }).waitFor();
    await page.route('**/finding/group?*', async (route) => {
      await setTimeout(700);
      await route.continue();
    });

    await region.evaluate((element) => element.scrollTo({ top: 200_000 }));
    await setTimeout(200);
    await region.evaluate((element) => element.scrollTo({ top: 300_000 }));
    const rows = page.getByText(/^CVE-2026-89[0-9]{2}$/);
    await expect.poll(async () => await rows.count(), { timeout: 20_000 }).toBeGreaterThan(0);
    await page.unroute('**/finding/group?*');
  });

  it('fills a tall window after a filter change', async () => {
    await page.setViewportSize({ width: 1280, height: 3_000 });
    await page.locator('section[aria-label="Findings"]').evaluate((element) => element.scrollTo({ top: 0 }));
    await page.getByText('CVE-2026-1060', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Search findings' }).fill('package-9');

    await page.getByText('1,111 findings').waitFor();
    // The 61st of them.
    await page.getByText('CVE-2026-1949', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });
});
