/** The server stops and restarts while a page is open: no data is lost, and no reload is needed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import type { Installation } from '../support/assay-process.ts';
import { startedInstallation } from '../support/started-installation.ts';
import { aCycloneDx } from '../support/documents.ts';
import { hasBrowser, launchBrowser, openPage, signInAsOwner } from './browser.ts';

const PASSWORD = 'correct horse battery staple';
const PATH = '/services/shop/versions/1.0.0';

describe.runIf(hasBrowser())('a page whose server restarts', { timeout: 120_000 }, () => {
  let installation: Installation;
  let browser: Browser;
  beforeAll(async () => {
    [installation, browser] = await Promise.all([startedInstallation(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await installation?.remove();
  });

  it('keeps its content, reports the outage, and resumes with the same session and new data', async () => {
    const before = installation.launch();
    const url = await before.ready;
    await upload(url, 'lodash', '4.17.20');
    const { page } = await openPage(browser, { url, session: await signInAsOwner(url, PASSWORD) });
    // A request of the frame is lost with the server, and no event repeats it.
    await page.route('**/inbox?*', async (route) => await route.abort());
    await page.goto(url + PATH);
    await page.getByRole('row').filter({ hasText: 'CVE-2021-23337' }).first().waitFor();

    await before.end('SIGTERM');
    await page.getByText('Connection lost, retrying.').waitFor({ timeout: 60_000 });
    expect(await page.getByRole('row').filter({ hasText: 'CVE-2021-23337' }).count()).toBeGreaterThan(0);
    // As a proxy answers while the server starts. After such a response, the browser does not reconnect by itself.
    const refused = page.waitForResponse((response) => response.url().includes('/event/stream'), { timeout: 60_000 });
    await page.route('**/event/stream*', async (route) => await route.fulfill({ status: 503 }));
    await installation.launch({ environment: { ASSAY_PORT: new URL(url).port } }).ready;
    await upload(url, 'lodash', '4.17.21');
    await refused;
    await page.unrouteAll();

    await page.getByText('Connection lost, retrying.').waitFor({ state: 'hidden', timeout: 60_000 });
    await page.getByText('A newer analysis is available.').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Show findings' }).click();
    await page.getByRole('row').filter({ hasText: 'CVE-2021-23337' }).first().waitFor({ state: 'detached' });
    await page.context().close();
  });

  async function upload(url: string, name: string, version: string): Promise<void> {
    const purl = `pkg:npm/${name}@${version}`;
    const document = aCycloneDx({
      metadata: { component: { type: 'application', name: 'shop', 'bom-ref': 'root' } },
      components: [{ type: 'library', name, version, purl, 'bom-ref': 'l' }],
    });
    await fetch(`${url}/api/v2/service/shop/version/1.0.0/sbom?wait=30`, {
      method: 'POST',
      headers: { authorization: `Bearer ${installation.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(document),
    });
  }
});
