/** The way to the first result after Assay was started: with a command, a file, or the demo. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aCycloneDx } from '../support/documents.ts';
import { findBarriers, hasBrowser, launchBrowser, LOOKS, openPage, takeScreenshot, type OpenPage } from './browser.ts';
import { startRealAssay, type RealAssay } from './real-assay.ts';

const run = promisify(execFile);

const SBOM = aCycloneDx({
  metadata: { component: { type: 'application', name: 'web shop', version: '3.1', 'bom-ref': 'root' } },
  components: [{ type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20', 'bom-ref': 'l' }],
  dependencies: [{ ref: 'root', dependsOn: ['l'] }],
});

describe.runIf(hasBrowser())('first run', { timeout: 120_000 }, () => {
  let assay: RealAssay;
  let browser: Browser;
  beforeAll(async () => {
    [assay, browser] = await Promise.all([startRealAssay(), launchBrowser()]);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await assay?.stop();
  });
  beforeEach(async () => {
    const services = (await (await assay.ask('GET', '/service')).json()) as readonly { id: string }[];
    for (const { id } of services) await assay.ask('DELETE', `/service/${id}`);
  });

  const open = async (look: Partial<(typeof LOOKS)[number]> = {}): Promise<OpenPage> => {
    const opened = await openPage(browser, { url: assay.url, session: assay.session, ...look });
    await opened.page.goto(`${assay.url}/`);
    await opened.page.getByRole('heading', { level: 1, name: 'Upload your first SBOM' }).waitFor();
    return opened;
  };
  const finding = (page: Page) => page.getByRole('row').filter({ hasText: 'CVE-2021-23337' }).first();

  it.each(LOOKS)('has no accessibility violations, $scheme and $width pixels wide', async (look) => {
    const { page, problems } = await open(look);
    await page.getByText('144 records').or(page.getByText('records loaded')).first().waitFor();

    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
    await takeScreenshot(page, `first-run-${look.scheme}-${look.width}`);
    await page.context().close();
  });

  it('opens the version once the command shown was run', async () => {
    const { page, problems } = await open();
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.getByLabel('Token', { exact: true }).innerText();
    const command = await page.getByLabel('Command', { exact: true }).innerText();
    expect(command).toContain(token);
    expect(command).toContain(assay.url);
    const { folder } = assay.installation;
    await writeFile(join(folder, 'sbom.json'), JSON.stringify(SBOM));

    const { stdout } = await run('/bin/sh', ['-c', command], { cwd: folder });

    expect(JSON.parse(stdout)).toMatchObject({ versionName: '1.0.0', serviceCreated: true });
    await page.waitForURL('**/services/my-service/versions/1.0.0');
    await finding(page).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('uploads a dropped file under the names from its content', async () => {
    const { page, problems } = await open();
    const transfer = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'sbom.json', { type: 'application/json' }));
      return data;
    }, JSON.stringify(SBOM));

    await page.getByText('Drop an SBOM here').dispatchEvent('drop', { dataTransfer: transfer });
    await page.getByRole('button', { name: 'Upload' }).waitFor();
    expect(await page.getByLabel('Service').inputValue()).toBe('web shop');
    expect(await page.getByLabel('Version').inputValue()).toBe('3.1');
    await page.getByRole('button', { name: 'Upload' }).click();

    await page.waitForURL('**/services/web%20shop/versions/3.1');
    await finding(page).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows what is wrong with a file and stays on the page', async () => {
    const { page } = await open();
    const file = { name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('{"hello":"world"}') };

    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload' }).click();

    const alert = page.getByRole('alert').filter({ hasText: 'SBOM_FORMAT_UNKNOWN' });
    await alert.waitFor();
    expect(await alert.innerText()).toContain('Unknown SBOM format');
    await page.context().close();
  });

  it('loads the demo with progress and then shows the overview', async () => {
    const { page, problems } = await open();

    await page.getByRole('button', { name: 'Load demo' }).click();

    await page.getByRole('progressbar', { name: 'Demo versions' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor({ timeout: 90_000 });
    await page.getByRole('link', { name: 'demo-payments', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
