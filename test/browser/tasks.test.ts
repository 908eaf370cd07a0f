/**
 * Eleven common tasks, each in at most three clicks from the overview to its answer, with the mouse alone: the keyboard is used
 * only to type into fields. Every click counts; choosing in a native select does not.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireReadiness } from '../../src/api/contract/health.ts';
import type { WireRemediation } from '../../src/api/contract/findings/remediation.ts';
import { aCycloneDx } from '../support/documents.ts';
import { aKevCatalog, cveOf } from '../support/read-enrichment.ts';
import { until } from '../support/server-processes.ts';
import { findBarriers, hasBrowser, launchBrowser, openPage } from './browser.ts';
import { startRealAssay, type RealAssay } from './real-assay.ts';

const CLICKS_MAX = 3;

const LOG4J = aLibrary('pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1', { group: 'org.apache.logging.log4j' });
const LODASH = aLibrary('pkg:npm/lodash@4.17.20');
const BODY_PARSER = aLibrary('pkg:npm/body-parser@1.20.2');
const JSON5 = aLibrary('pkg:npm/json5@2.2.1', {
  properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
});

/** Released long ago, so that the source is outdated. */
const OLD_CATALOG = aKevCatalog(1, { dateReleased: '2024-03-02T00:00:00.000Z' }).replace(cveOf(0), 'CVE-2021-44228');

function aLibrary(purl: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const [name = '', version = ''] = (purl.split('/').at(-1) ?? '').split('@');
  return { type: 'library', name, version, purl, 'bom-ref': purl, ...more };
}

interface Task {
  readonly page: Page;
  /** Closes the page and returns what it reported, and the clicks since the overview if there were none or too many. */
  readonly end: () => Promise<readonly string[]>;
}

describe.runIf(hasBrowser())('tasks from the overview', { timeout: 120_000 }, () => {
  let assay: RealAssay;
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-catalog-'));
    const catalog = join(folder, 'kev.json');
    await writeFile(catalog, OLD_CATALOG);
    const environment = { ASSAY_KEV_URL: pathToFileURL(catalog).href, ASSAY_AI_ALLOW_PRIVATE: 'true' };
    [assay, browser] = await Promise.all([startRealAssay(environment), launchBrowser()]);
    await until(async () => {
      await delay(250);
      const { advisories } = (await (await fetch(`${assay.url}/readyz`)).json()) as WireReadiness;
      return advisories.sources.some(({ name, staleText }) => name === 'kev' && staleText !== null);
    });
    await upload('payments', '1', [LOG4J, LODASH]);
    await upload('payments', '2', [LOG4J]);
    await upload('shop', '1', [BODY_PARSER, JSON5]);
    await until(async () => {
      await delay(250);
      const plan = await (await assay.ask('GET', '/service/payments/version/2/remediation')).json();
      return (plan as WireRemediation).actionCount > 0;
    });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await assay?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function upload(service: string, version: string, components: readonly Record<string, unknown>[]) {
    const dependsOn = components.map((each) => each['bom-ref']);
    const document = aCycloneDx({ components, dependencies: [{ ref: 'shop', dependsOn }] });
    const answer = await assay.ask('POST', `/service/${service}/version/${version}/sbom?wait=60`, document);
    expect(answer.status).toBe(200);
  }

  async function startTask(): Promise<Task> {
    const { page, problems } = await openPage(browser, { url: assay.url, session: assay.session });
    let clicks = 0;
    await page.exposeFunction('countClick', () => (clicks += 1));
    await page.addInitScript(() => {
      const { countClick } = window as unknown as { countClick: () => void };
      // The driver stops a click at the window if the element moved away, and repeats it.
      document.addEventListener('click', () => countClick(), { capture: true });
    });
    await page.goto(`${assay.url}/`);
    await page.getByRole('list', { name: 'Summary' }).waitFor();
    await page.getByRole('region', { name: 'Services by risk' }).waitFor();
    const end = async (): Promise<readonly string[]> => {
      await page.context().close();
      return clicks > 0 && clicks <= CLICKS_MAX ? problems : [...problems, `${clicks} clicks`];
    };
    return { page, end };
  }

  async function chooseInMenu(page: Page, name: string): Promise<void> {
    await page
      .getByRole('banner')
      .getByLabel(/^Organization: /)
      .click();
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
  }

  function ranked(page: Page, service: string) {
    return page.getByRole('region', { name: 'Services by risk' }).getByRole('row').filter({ hasText: service });
  }

  it('finds the most urgent finding of all services', async () => {
    const { page, end } = await startTask();
    const urgent = page.getByRole('region', { name: 'Known exploited' }).getByRole('row').nth(1);
    expect(await urgent.innerText()).toMatch(/P0[\s\S]+CVE-2021-44228[\s\S]+2\.15\.0[\s\S]+payments/);

    await urgent.getByRole('link', { name: 'CVE-2021-44228' }).click();

    const drawer = page.getByRole('dialog');
    await drawer.getByRole('heading', { name: 'CVE-2021-44228' }).waitFor();
    await drawer.getByText('Known exploited since').waitFor();
    expect(await end()).toEqual([]);
  });

  it('finds the best upgrade of a service', async () => {
    const { page, end } = await startTask();
    await ranked(page, 'payments').getByRole('link', { name: '2', exact: true }).first().click();
    const first = page.getByRole('list', { name: 'First steps' }).getByRole('listitem').first();
    await first.getByText('fixes').waitFor();
    expect(await first.innerText()).toMatch(/log4j-core to 2\.16\.0\s+fixes \d+ finding/);

    await first.getByRole('link').click();

    await page.getByRole('heading', { level: 3, name: /log4j-core 2\.14\.1 → 2\.16\.0/ }).waitFor();
    await page.getByText('<version>2.16.0</version>').first().waitFor();
    expect(await end()).toEqual([]);
  });

  it('shows when a CVE was introduced and fixed', async () => {
    const { page, end } = await startTask();
    const search = page.getByRole('search');
    await search.getByLabel('Search everything').click();
    await page.keyboard.type('CVE-2021-23337');
    await search
      .getByRole('link', { name: /CVE-2021-23337/ })
      .first()
      .click();
    const affected = page.getByRole('region', { name: 'Affected services' }).getByRole('row');
    await affected.filter({ hasText: 'payments' }).getByRole('link', { name: '1 version' }).click();

    await page.getByText('Introduced in 1, fixed in 2.').waitFor();
    await page.getByText('lodash 4.17.20 was added').waitFor();
    await page.getByText('4.17.20 was removed').waitFor();
    expect(await end()).toEqual([]);
  });

  it('marks a finding as not affected, and reverts it', async () => {
    const { page, end } = await startTask();
    await page.getByRole('region', { name: 'Known exploited' }).getByRole('link', { name: 'CVE-2021-44228' }).click();
    await page.getByRole('button', { name: 'Not affected' }).click();
    await page.getByLabel('Justification').selectOption('code_not_reachable');
    await page.getByLabel('Reason', { exact: true }).fill('Lookups are never used.');
    await page.getByRole('dialog').last().getByRole('button', { name: 'Decide', exact: true }).click();
    await page.getByText('Decision applied to 2 findings.').waitFor();
    const decision = page.getByRole('region', { name: 'Decision' });
    await decision.getByText('Not relevant', { exact: true }).waitFor();
    expect(await end()).toEqual([]);

    const { page: later, end: endLater } = await startTask();
    await later.getByRole('list', { name: 'Summary' }).getByRole('link', { name: 'not relevant' }).click();
    const row = later.getByRole('row').filter({ hasText: 'CVE-2021-44228' });
    await row.getByRole('link', { name: 'payments 2' }).click();
    await later.getByRole('button', { name: 'Revert' }).click();
    await later.getByText('1 decision reverted.').waitFor();
    await later.getByRole('region', { name: 'Decision' }).getByText('Relevant', { exact: true }).waitFor();
    expect(await endLater()).toEqual([]);
  });

  it('shows why a finding is not relevant', async () => {
    const { page, end } = await startTask();
    await page.getByRole('list', { name: 'Summary' }).getByRole('link', { name: 'not relevant' }).click();
    await page.getByRole('row').filter({ hasText: 'CVE-2022-46175' }).getByRole('link', { name: 'shop 1' }).click();

    const drawer = page.getByRole('dialog');
    await drawer.getByRole('region', { name: 'Decision' }).getByText('Development dependency').waitFor();
    await drawer.getByRole('region', { name: 'Relevance' }).getByText('Rule R09').waitFor();
    expect(await end()).toEqual([]);
  });

  it('compares two versions', async () => {
    const { page, end } = await startTask();
    await ranked(page, 'payments').getByRole('link', { name: 'payments' }).click();
    await page.getByRole('link', { name: 'Compare versions' }).click();

    const fixed = page.getByRole('region', { name: /^Fixed/ }).first();
    await fixed.getByRole('row', { name: /CVE-2021-23337.*lodash/ }).waitFor();
    expect(await end()).toEqual([]);
  });

  it('creates a token and shows the command that uploads with it', async () => {
    const { page, end } = await startTask();
    await chooseInMenu(page, 'Create token');
    await page.getByLabel('Name').fill('Pipeline');
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();

    const token = await page.getByLabel('Token', { exact: true }).innerText();
    const command = await page.getByLabel('Command', { exact: true }).innerText();
    expect(command).toMatch(/^curl /);
    expect(command).toContain(token);
    expect(await end()).toEqual([]);
  });

  it('creates a security profile and shows the effect of its fields', async () => {
    const { page, end } = await startTask();
    await ranked(page, 'shop').getByRole('link', { name: 'shop' }).click();
    await page.getByRole('link', { name: 'Security profiles' }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();

    const asked = page.getByRole('listitem', { name: 'From where can the service be reached?' });
    await asked
      .getByText(/would change the priority of \d+ finding/)
      .first()
      .waitFor();
    expect(await end()).toEqual([]);
  });

  it('invites a member who can only read', async () => {
    const { page, end } = await startTask();
    await chooseInMenu(page, 'Invite member');
    await page.getByLabel('E-mail').fill('grace@example.com');
    await page.getByLabel('Role', { exact: true }).selectOption('viewer');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create link' }).click();

    await page.getByText('For grace@example.com, as viewer.').waitFor();
    expect(await page.getByLabel('Invitation link', { exact: true }).innerText()).toContain('/invite/');
    expect(await end()).toEqual([]);
  });

  it('finds the outdated source and what to do', async () => {
    const { page, end } = await startTask();
    await page.getByRole('list', { name: 'Summary' }).locator('a[href="/settings/sources"]').click();

    const row = page.getByRole('region', { name: 'Advisory sources' }).getByRole('row').filter({ hasText: 'Outdated' });
    expect(await row.innerText()).toMatch(/CISA KEV[\s\S]+The newest record is [\d,]+ days old\. Replace the files/);
    expect(await end()).toEqual([]);
  });

  it('shows what is sent to a model, and turns AI on', async () => {
    await assay.ask('PATCH', '/organization/ai', { baseUrl: 'http://127.0.0.1:9/v1', model: 'fake-1' });
    const { page, end } = await startTask();
    await chooseInMenu(page, 'Turn on AI');
    await page.getByText('Second check', { exact: true }).click();
    const request = page.getByLabel('Request: Second check', { exact: true });
    await expect.poll(async () => await request.innerText()).toContain('POST http://127.0.0.1:9/v1/chat/completions');
    expect(await end()).toEqual([]);

    const { page: later, end: endLater } = await startTask();
    await chooseInMenu(later, 'Turn on AI');
    const saved = later.waitForResponse((response) => response.request().method() === 'PATCH');
    await later.getByRole('button', { name: 'Save' }).click();
    expect(await (await saved).json()).toMatchObject({ enabled: true });
    await later.waitForURL(/\/settings\/ai$/);
    await later.getByText('Runs after every analysis, for all services').waitFor();
    expect(await endLater()).toEqual([]);
    await assay.ask('PATCH', '/organization/ai', { enabled: false });
  });
});
