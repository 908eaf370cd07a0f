/** The demo, page by page: every page opens without browser errors or axe violations, light and dark. */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireDemo } from '../../src/api/contract/organization/organization.ts';
import type { WireDiff } from '../../src/api/contract/history/diff.ts';
import type { WireFindingSummary } from '../../src/api/contract/findings/finding.ts';
import { aCycloneDx } from '../support/documents.ts';
import { until } from '../support/server-processes.ts';
import { findBarriers, hasBrowser, launchBrowser, LOOKS, openPage, openPath, takeScreenshot } from './browser.ts';
import { startRealAssay, type RealAssay } from './real-assay.ts';

const VERSION = '/services/demo-shop-api/versions/2.6.0';

/** With text that appears once the page is loaded. */
const PAGES: readonly (readonly [path: string, words: string])[] = [
  ['/', 'Known exploited'],
  ['/?changes=introduced', 'Component change'],
  ['/services', 'demo-payments'],
  ['/services/demo-shop-api', '2.6.0'],
  [VERSION, 'CVE-2024-45590'],
  [`${VERSION}?tab=components`, 'express'],
  [`${VERSION}?tab=remediation`, 'Previous plan results'],
  [`${VERSION}?tab=compare`, 'CVE-2024-6387'],
  [`${VERSION}?tab=history`, 'Analyzed'],
  [`${VERSION}?tab=sboms`, 'registry.example.com/shop/api'],
  ['/services/demo-recommender/versions/production?relevance=not_relevant', 'CVE-2023-43804'],
  ['/services/demo-payments/compare?base=r44&head=r45', 'CVE-2021-44228'],
  ['/services/demo-payments/cve/CVE-2021-44228', 'r45'],
  ['/vulnerabilities', 'CVE-2021-44228'],
  ['/vulnerabilities/CVE-2021-44228', 'demo-payments'],
  ['/components', 'express'],
  ['/settings/organization', 'Loaded: 7 services with 24 versions.'],
  ['/settings/tokens', 'First token'],
  ['/settings/members', 'owner@localhost'],
  ['/settings/sources', 'Starter set'],
  ['/settings/audit', 'loaded the demo'],
  ['/account', 'owner@localhost'],
];

describe.runIf(hasBrowser())('demo', { timeout: 600_000 }, () => {
  let assay: RealAssay;
  let browser: Browser;
  beforeAll(async () => {
    [assay, browser] = await Promise.all([startRealAssay(), launchBrowser()]);
    await assay.ask('POST', '/demo');
    await until(async () => {
      await delay(250);
      return !((await (await assay.ask('GET', '/demo')).json()) as WireDemo).loading;
    });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await assay?.stop();
  });

  it.each(LOOKS.filter(({ width }) => width === 1280))('opens every page without errors, $scheme', async (look) => {
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session, ...look });
    const titles = new Map<string, string>();
    for (const [path, words] of PAGES) {
      await page.goto(assay.url + path);
      await page.getByRole('main').getByText(words).first().waitFor();

      const barriers = await findBarriers(page);
      const headings = await page.getByRole('heading', { level: 1 }).count();
      expect({ path, barriers, headings, problems }).toEqual({ path, barriers: [], headings: 1, problems: [] });
      await takeScreenshot(page, `demo-${path.replaceAll(/[^a-z0-9]+/gi, '-')}-${look.scheme}`);
      titles.set(await page.title(), new URL(page.url()).pathname);
    }
    // Tabs of a page share its title, and no two pages have the same title.
    const paths = new Set(PAGES.map(([path]) => path.split('?', 1)[0]));
    expect(new Set(titles.values()).size).toBe(paths.size);
    expect([...titles.keys()].filter((title) => !title.endsWith(' · Assay'))).toEqual([]);
    await page.context().close();
  });

  it('shows all text at a width of 320 pixels and at twice the font size', async () => {
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session });
    for (const [path, words] of PAGES) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(assay.url + path);
      await page.getByRole('main').getByText(words).first().waitFor();
      const wide = await readWords(page);
      const lost = async (width: number, fontSize: string): Promise<unknown> => {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
        const narrow = new Set(await readWords(page));
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        return { path, width, tooWide, words: wide.filter((word) => !narrow.has(word)) };
      };

      // Charts adapt to the window size with a delay.
      await expect.poll(async () => await lost(320, '')).toEqual({ path, width: 320, tooWide: 0, words: [] });
      await expect.poll(async () => await lost(640, '200%')).toEqual({ path, width: 640, tooWide: 0, words: [] });
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is readable with forced colors', async () => {
    const context = await browser.newContext({ forcedColors: 'active' });
    await context.addCookies([{ ...assay.session, url: assay.url }]);
    const page = await context.newPage();
    await page.goto(assay.url + VERSION);
    const chips = page.locator('tbody tr[data-row] td:nth-child(3) span');
    await chips.first().waitFor();
    const looks = await chips.evaluateAll((elements) =>
      elements.map((element) => {
        const { color, backgroundColor, borderTopStyle } = getComputedStyle(element);
        return { text: element.textContent, isVisible: color !== backgroundColor && borderTopStyle === 'solid' };
      }),
    );

    expect(looks.length).toBeGreaterThan(0);
    expect(looks.filter(({ text, isVisible }) => text === '' || !isVisible)).toEqual([]);
    await takeScreenshot(page, 'demo-forced-colors');
    await context.close();
  });

  it('shows the same numbers in strip, tiles, donut, list and API', async () => {
    const address = '/service/demo-recommender/version/2026.3';
    const summary = (await (await assay.ask('GET', `${address}/finding/summary`)).json()) as WireFindingSummary;
    const { headers } = await assay.ask('GET', `${address}/finding`);
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session });
    const path = `${assay.url}/services/demo-recommender/versions/2026.3`;
    await page.goto(path);
    const rowCount = async (): Promise<string | null> => await page.getByRole('table').getAttribute('aria-rowcount');

    expect([headers.get('x-total-count'), headers.get('x-hidden-count')]).toEqual([
      String(summary.total),
      String(summary.hidden),
    ]);
    await expect.poll(rowCount).toBe(String(summary.total + 1));
    const strip = page.getByRole('region', { name: 'Result' });
    await strip.getByRole('link', { name: `${summary.total} open findings` }).waitFor();
    const tiles = await page.getByRole('list', { name: 'Findings by severity' }).getByRole('link').allInnerTexts();
    const numbers = tiles.filter((text) => !text.includes('Not relevant')).map((text) => Number.parseInt(text, 10));
    expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(summary.total);
    await strip.getByRole('link', { name: `${summary.hidden} not relevant` }).click();
    await expect.poll(rowCount).toBe(String(summary.hidden + 1));
    await page.goto(`${path}?tab=history`);
    await page.getByRole('img', { name: new RegExp(`^${summary.total} open findings`) }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('lists the events of a version next to its analyses', async () => {
    const { page, problems } = await openPath(browser, assay, `${VERSION}?tab=history`);
    const events = page.getByRole('region', { name: 'Events' });
    await events.getByRole('cell', { name: 'Version created' }).waitFor();

    expect(await events.innerText()).toMatch(/Analyzed\s+Upload: /);
    // They are loaded separately.
    const analyses = page.getByRole('region', { name: 'Analyses' }).getByRole('row');
    await expect.poll(async () => await analyses.count()).toBeGreaterThan(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('saves named filters for the same user in another browser', async () => {
    const { page, problems } = await openPath(browser, assay, `${VERSION}?severity=high&sort=package`);
    await page.getByLabel('Saved filters', { exact: true }).first().click();
    await page.getByLabel('Filter name').fill('Worst <b>first</b>');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('list', { name: 'Saved filters' }).getByRole('link').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, 'demo-saved-filters');

    const other = await openPage(browser, { url: assay.url, session: assay.session });
    await other.page.goto(`${assay.url}/vulnerabilities`);
    await other.page.getByLabel('Saved filters', { exact: true }).first().click();
    await other.page.getByRole('link', { name: 'Worst <b>first</b>' }).click();
    await expect.poll(() => new URL(other.page.url()).search).toContain('severity=high');
    await other.page.getByRole('list', { name: 'Saved filters' }).waitFor({ state: 'hidden' });
    await other.page.getByLabel('Saved filters', { exact: true }).first().click();
    await other.page.getByRole('button', { name: /^Delete saved filter/ }).click();
    await other.page.getByText('No saved filters.').waitFor();
    expect([...problems, ...other.problems]).toEqual([]);
    await other.page.context().close();
    await page.context().close();
  });

  it('exports the audit log as a file', async () => {
    const { page, problems } = await openPath(browser, assay, '/settings/audit?q=alias');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await saving;
    const text = await readFile(await file.path(), 'utf8');

    expect(file.suggestedFilename()).toBe('audit.csv');
    expect(text.split('\r\n')[1]).toContain('"alias.set"');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('does not report findings of an image that was not uploaded as fixed', async () => {
    const send = async (version: string, image: string, name: string): Promise<void> => {
      const component = { type: 'library', name, version: '1.2.0', purl: `pkg:npm/${name}@1.2.0`, 'bom-ref': name };
      const path = `/service/fleet/version/${version}/sbom?wait=60&image=registry.example.com/${image}:${version}`;
      await assay.ask('POST', path, aCycloneDx({ components: [component], dependencies: [] }));
    };
    await send('1', 'api', 'left-pad');
    await send('1', 'worker', 'minimist');
    await send('2', 'api', 'left-pad');
    const { findings } = (await (await assay.ask('GET', '/service/fleet/diff?head=2')).json()) as WireDiff;
    const id = findings.notUploaded[0]?.vulnerability.id ?? '';
    expect(findings.counts).toMatchObject({ resolved: 0, notUploaded: findings.notUploaded.length });

    const { page, problems } = await openPath(browser, assay, '/services/fleet/compare?head=2');
    await page.getByText('Not uploaded yet for 2: registry.example.com/worker:1.').waitFor();
    expect(await page.getByRole('region', { name: 'Not uploaded yet' }).getByRole('row').count()).toBe(
      findings.notUploaded.length + 1,
    );
    await takeScreenshot(page, 'demo-not-uploaded');
    await page.goto(`${assay.url}/services/fleet/versions/2`);
    const tiles = page.getByRole('list', { name: 'Findings by severity' });
    await page.getByText('Not uploaded yet: registry.example.com/worker:1.').waitFor();
    await tiles.getByText('Critical').waitFor();
    expect(await tiles.innerText()).not.toMatch(/fewer|more than|same as/);
    await page.goto(`${assay.url}/services/fleet/cve/${id}`);
    const strip = page.getByRole('region', { name: 'Versions' });
    await strip.getByRole('columnheader', { name: 'registry.example.com/worker' }).waitFor();

    expect(await strip.innerText()).toMatch(/Present\s+1\.2\.0[\s\S]+Not uploaded yet/);
    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, 'demo-strips');
    await assay.ask('DELETE', '/service/fleet');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is deleted after a confirmation that names the consequences', async () => {
    const { page, problems } = await openPath(browser, assay, '/settings/organization');
    await page.getByRole('button', { name: 'Delete demo' }).click();
    await page.getByText('This cannot be undone, but you can load the demo again.').waitFor();
    await page.getByLabel('Type demo to confirm').fill('demo');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete demo' }).click();

    await page.getByText('The demo is not loaded.').waitFor();
    expect(await (await assay.ask('GET', '/service')).json()).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/**
 * Returns the words on the page, each once. Charts are left out because their numbers are next to them, and times because they
 * change.
 */
async function readWords(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => {
    const parts: string[] = [];
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const isPicture = element?.closest('[role="img"], svg') !== null;
      if (element?.checkVisibility() === true && !isPicture) parts.push(node.textContent ?? '');
    }
    return parts.join('\n');
  });
  const words = text.split(/\s+/).filter((word) => /[a-z]{3}/i.test(word) && word !== 'Loading');
  return [...new Set(words)];
}
