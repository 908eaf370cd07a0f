/** Questions in the portal with a real server: the short list of a service and of the organization, answers, and reverting. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCycloneDx } from '../support/documents.ts';
import { findBarriers, hasBrowser, launchBrowser, LOOKS, openPath, takeScreenshot, type Look } from './browser.ts';
import { startRealAssay, type RealAssay } from './real-assay.ts';

/** Each is vulnerable according to the starter set, and serves one purpose. */
const PURLS = [
  'pkg:npm/tar@6.0.0',
  'pkg:gem/nokogiri@1.13.0',
  'pkg:gem/rexml@3.2.0',
  'pkg:maven/org.yaml/snakeyaml@1.30',
  'pkg:pypi/setuptools@60.0.0',
];
const ARCHIVES = 'Does this service process archives or compressed files from untrusted sources?';

describe.runIf(hasBrowser())('questions in the portal', { timeout: 120_000 }, () => {
  let assay: RealAssay;
  let browser: Browser;
  beforeAll(async () => {
    [assay, browser] = await Promise.all([startRealAssay(), launchBrowser()]);
    const components = PURLS.map((purl) => {
      const [name = '', version = ''] = (purl.split('/').at(-1) ?? '').split('@');
      return { type: 'library', name, version, purl, 'bom-ref': purl };
    });
    for (const service of ['shop', 'worker'])
      await assay.ask('POST', `/service/${service}/version/1.0/sbom?wait=30`, aCycloneDx({ components }));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await assay?.stop();
  });

  const open = async (path: string, look?: Look) => await openPath(browser, assay, path, look);

  it.each(LOOKS)('shows the questions of a service and of the organization: $scheme $width', async (look) => {
    const { page, problems } = await open('/services/shop', look);
    await page.getByText(ARCHIVES).waitFor();
    await page.getByText('2 findings', { exact: true }).first().click();
    await page.getByRole('heading', { name: 'Questions' }).scrollIntoViewIfNeeded();
    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, `questions-service-${look.scheme}`);

    await page.goto(`${assay.url}/`);
    await page.getByText(ARCHIVES).waitFor();
    await page.getByText('2 services', { exact: true }).first().click();
    await page.getByRole('heading', { name: 'Questions' }).scrollIntoViewIfNeeded();
    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, `questions-overview-${look.scheme}`);
    expect(problems).toEqual([]);
  });

  it('answers a question, shows the answer, and reverts it', async () => {
    const { page, problems } = await open('/services/shop');
    const group = page.getByRole('group', { name: `Answer: ${ARCHIVES}` });
    const card = page.getByRole('listitem').filter({ has: group });
    await card.getByText('Add note').click();
    await card.getByLabel(`Note: ${ARCHIVES}`).fill('It reads only JSON.');
    await group.getByRole('button', { name: 'No', exact: true }).click();
    await group.waitFor({ state: 'detached' });

    await page.getByText('1 answered question').click();
    await page.getByText('Settles 1 finding').waitFor();
    await page.getByText('It reads only JSON.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, 'questions-answered');
    await page.getByRole('button', { name: 'Revert' }).click();

    await group.waitFor();
    expect(problems).toEqual([]);
  });

  it('answers for all services at once', async () => {
    const { page } = await open('/');
    const group = page.getByRole('group', { name: `Answer: ${ARCHIVES}` });
    await group.getByRole('button', { name: "Don't know" }).click();
    await group.waitFor({ state: 'detached' });

    for (const service of ['shop', 'worker']) {
      const answer = await assay.ask('GET', `/service/${service}/question?state=answered`);
      expect(await answer.json()).toMatchObject([{ text: ARCHIVES, answer: { answer: 'unknown' } }]);
    }
  });
});
