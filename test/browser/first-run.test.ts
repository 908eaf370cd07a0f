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

  const steps = (page: Page) => page.getByRole('list', { name: 'Finish setup' }).getByRole('listitem');
  const describeSteps = async (page: Page): Promise<readonly string[]> =>
    (await steps(page).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());

  it('shows the open steps of the setup, and why a role may not do them', async () => {
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session });
    await page.route('**/api/v2/me', async (route) => {
      const response = await route.fetch();
      const me = (await response.json()) as object;
      await route.fulfill({ response, json: { ...me, role: 'viewer', scopes: ['read'] } });
    });
    await page.goto(`${assay.url}/`);
    await steps(page).first().waitFor();

    const [upload, invite, sources, profile] = await describeSteps(page);
    const reason = 'Requires the member, admin or owner role (your role: viewer).';
    expect(upload).toBe(`Upload an SBOM Open. No SBOM uploaded yet ${reason}`);
    expect(invite).toContain('Requires the admin or owner role (your role: viewer).');
    expect(sources).toContain('Load advisory sources Open.');
    expect(profile).toBe(`Set a security profile Open. Upload an SBOM first ${reason}`);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('marks each step of the setup as done, each in the place that it links to', async () => {
    const { page, problems } = await open();
    await page.getByRole('link', { name: 'Invite a member' }).click();
    await page.getByLabel('E-mail').fill('grace@example.com');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Overview' }).click();
    await steps(page).filter({ hasText: 'Invite a member Done.' }).waitFor();

    await assay.ask('POST', '/service/web%20shop/version/3.1/sbom?wait=60', SBOM);
    await page.waitForURL('**/versions/3.1');
    await page.getByRole('link', { name: 'Overview' }).click();
    await steps(page).filter({ hasText: 'Upload an SBOM Done.' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Set a security profile' }).click();
    await page.waitForURL('**/services/web%20shop/profile');
    const profile = { fields: { 'exposure.reach': { value: 'internal', confirmed: true } } };
    expect((await assay.ask('PUT', '/service/web%20shop/profile/web', profile)).status).toBe(201);
    await page.goto(`${assay.url}/`);

    await steps(page).filter({ hasText: 'Set a security profile Done.' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Finish setup' }).innerText()).toContain('3 of 4 done');
    await page.getByRole('link', { name: 'Upload an SBOM' }).click();
    await page.getByRole('heading', { level: 1, name: 'Upload an SBOM' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('hides the setup on the overview for the user until it is wanted again', async () => {
    await assay.ask('POST', '/service/web%20shop/version/3.1/sbom?wait=60', SBOM);
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session });
    await page.goto(`${assay.url}/`);
    await page.getByRole('button', { name: 'Hide checklist' }).click();
    await steps(page).first().waitFor({ state: 'detached' });

    await page.reload();
    await page.getByRole('list', { name: 'Summary' }).waitFor();
    expect(await steps(page).count()).toBe(0);
    await page.goto(`${assay.url}/account`);
    await page.getByRole('switch', { name: 'Setup checklist' }).click();
    await page.getByRole('link', { name: 'Overview' }).click();

    await steps(page).first().waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('does not ask for the state of a finished setup again', async () => {
    await assay.ask('POST', '/service/web%20shop/version/3.1/sbom?wait=60', SBOM);
    const profile = { fields: { 'exposure.reach': { value: 'internal', confirmed: true } } };
    await assay.ask('PUT', '/service/web%20shop/profile/web', profile);
    await assay.ask('POST', '/invitation', { email: 'ada@example.com', role: 'member' });
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session });
    // No public source can be loaded here.
    const loaded = { name: 'osv', lastSuccessAt: '2026-11-01T00:00:00.000Z', records: 7, state: 'ready' };
    await page.route('**/api/v2/advisory-source', async (route) => await route.fulfill({ json: [loaded] }));
    let asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const askedForState = (): readonly string[] =>
      ['/member', '/invitation', '/advisory-source', '/demo'].filter((path) => asked.includes(`/api/v2${path}`));

    const stored = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.goto(`${assay.url}/`);
    expect((await stored).ok()).toBe(true);
    expect(askedForState()).toEqual(['/member', '/invitation', '/advisory-source', '/demo']);
    expect(await steps(page).count()).toBe(0);
    asked = [];
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByRole('list', { name: 'Summary' }).waitFor();

    expect(asked).toContain('/api/v2/overview');
    expect(askedForState()).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each(LOOKS)('wraps tokens and commands next to a copy button, $width pixels wide', async (look) => {
    const { page, problems } = await open(look);
    await page.getByRole('button', { name: 'Create token' }).click();
    for (const label of ['Token', 'Command']) {
      const text = page.getByLabel(label, { exact: true });
      await text.waitFor();

      const overflow = await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect([label, overflow]).toEqual([label, 0]);
      await page.getByRole('button', { name: `Copy: ${label}` }).click();
      await page.getByRole('button', { name: `Copied: ${label}` }).waitFor();
    }
    expect(problems).toEqual([]);
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
