/** The demo, page by page: everything there is to see opens without a complaint of the browser or of axe, light and dark. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireDemo } from '../../src/api/contract/demo.ts';
import { until } from '../support/server-processes.ts';
import { findBarriers, hasBrowser, launchBrowser, LOOKS, openPage, takeScreenshot } from './browser.ts';
import { startRealAssay, type RealAssay } from './real-assay.ts';

const VERSION = '/services/demo-shop-api/versions/2.6.0';

/** With the words that are there when the page is. */
const PAGES: readonly (readonly [path: string, words: string])[] = [
  ['/', 'Known exploited'],
  ['/?changes=introduced', 'This version changed it'],
  ['/services', 'demo-payments'],
  ['/services/demo-shop-api', '2.6.0'],
  [VERSION, 'CVE-2024-45590'],
  [`${VERSION}?tab=components`, 'express'],
  [`${VERSION}?tab=compare`, 'CVE-2024-6387'],
  [`${VERSION}?tab=history`, 'Analyzed'],
  [`${VERSION}?tab=sboms`, 'registry.example.com/shop/api'],
  ['/services/demo-recommender/versions/production?relevance=not_relevant', 'CVE-2023-43804'],
  ['/services/demo-payments/compare?base=r44&head=r45', 'CVE-2021-44228'],
  ['/services/demo-payments/cve/CVE-2021-44228', 'r45'],
  ['/vulnerabilities', 'CVE-2021-44228'],
  ['/vulnerabilities/CVE-2021-44228', 'demo-payments'],
  ['/components', 'express'],
  ['/settings/organization', '7 services of the demo with 24 versions are here.'],
  ['/settings/tokens', 'First token'],
  ['/settings/members', 'owner@localhost'],
  ['/settings/sources', 'Starter set'],
  ['/settings/audit', 'Demo loaded'],
  ['/account', 'owner@localhost'],
];

describe.runIf(hasBrowser())('the demo', { timeout: 240_000 }, () => {
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

  it.each(LOOKS.filter(({ width }) => width === 1280))('is seen on every page, $scheme', async (look) => {
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session, ...look });
    for (const [path, words] of PAGES) {
      await page.goto(assay.url + path);
      await page.getByRole('main').getByText(words).first().waitFor();

      const barriers = await findBarriers(page);
      const headings = await page.getByRole('heading', { level: 1 }).count();
      expect({ path, barriers, headings, problems }).toEqual({ path, barriers: [], headings: 1, problems: [] });
      await takeScreenshot(page, `demo-${path.replaceAll(/[^a-z0-9]+/gi, '-')}-${look.scheme}`);
    }
    await page.context().close();
  });

  it('is gone when it is deleted, and its page says so before', async () => {
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session });
    await page.goto(`${assay.url}/settings/organization`);
    await page.getByRole('button', { name: 'Delete the demo' }).click();
    await page.getByText('It cannot be undone, but the demo can be loaded again.').waitFor();
    await page.getByLabel('Type demo to go on').fill('demo');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the demo' }).click();

    await page.getByText('The demo is not loaded.').waitFor();
    expect(await (await assay.ask('GET', '/service')).json()).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
