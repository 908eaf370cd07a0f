/** Findings in groups: what a group shows, how it opens, how it is selected, and how filters are typed. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakePortal, type FakePortal } from '../support/fake-portal-api.ts';
import { aFinding, anId } from '../support/wire-answers.ts';
import { findBarriers, hasBrowser, launchBrowser, LOOKS, openPage, openPath, takeScreenshot } from './browser.ts';

const PATH = '/services/shop/versions/2.4.1';

/** Two packages with the same vulnerability, and others with one each. */
const FINDINGS = Array.from({ length: 40 }, (_, number) =>
  aFinding(number, {
    vulnerability: { id: `CVE-2026-${number < 2 ? 1000 : 1000 + number}`, severity: number < 3 ? 'critical' : 'high' },
    component: { id: anId(5_000 + number), name: `org.example:package-${number}`, version: '1.2.3' },
  }),
);

describe.runIf(hasBrowser())('groups of findings', () => {
  let portal: FakePortal;
  let browser: Browser;

  beforeAll(async () => {
    portal = await startFakePortal({ findings: FINDINGS });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });

  const open = async (path = PATH, options = {}): Promise<{ page: Page; problems: readonly string[] }> => {
    const opened = await openPath(browser, portal, path, options);
    await opened.page.locator('tbody tr[data-row] td[data-column="severity"]').first().waitFor();
    return opened;
  };
  const group = (page: Page) => page.getByRole('button', { name: 'CVE-2026-1000' });
  const focusedRow = async (page: Page): Promise<string | null> =>
    await page.evaluate(() => document.activeElement?.getAttribute('data-row') ?? null);

  it.each(LOOKS)('open in place without barriers, $scheme and $width px wide', async (look) => {
    const { page, problems } = await open(PATH, look);
    await page.getByText('39 vulnerabilities, 40 findings').waitFor();
    await group(page).click();
    await page.getByRole('link', { name: 'CVE-2026-1000' }).nth(1).waitFor();

    expect(await group(page).getAttribute('aria-expanded')).toBe('true');
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
    await takeScreenshot(page, `finding-groups-${look.scheme}`);
    await group(page).click();
    await page.getByRole('link', { name: 'CVE-2026-1000' }).first().waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('open by keyboard, and lead to the drawer', async () => {
    const { page } = await open();
    for (const key of ['j', 'ArrowRight']) await page.keyboard.press(key);
    await page.getByRole('link', { name: 'CVE-2026-1000' }).nth(1).waitFor();
    for (const key of ['j', 'j']) await page.keyboard.press(key);
    await expect.poll(async () => await focusedRow(page)).toBe('2');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'CVE-2026-1000' }).waitFor();
    expect(new URL(page.url()).searchParams.get('finding')).toBe(anId(1_001));
    // The next finding is that of the next group.
    await page.keyboard.press('j');
    await page.getByRole('dialog', { name: 'CVE-2026-1002' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const key of ['Home', 'ArrowLeft']) await page.keyboard.press(key);
    await expect.poll(async () => await group(page).getAttribute('aria-expanded')).toBe('false');
  });

  it('select their findings', async () => {
    const { page } = await open();
    await page.getByRole('checkbox', { name: 'Select 2 findings of the group' }).click();
    await page.getByText('2 findings selected').waitFor();
    await group(page).click();
    await page.getByRole('checkbox', { name: 'Select CVE-2026-1000' }).first().uncheck();

    await page.getByText('1 finding selected').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select CVE-2026-1000' }).nth(1).isChecked()).toBe(true);
  });

  it('show why their findings could not be selected', async () => {
    const { page } = await open();
    await page.route(/\/finding\?.*limit=1000/, async (route) => await route.fulfill({ status: 503, body: '{}' }));
    await page.getByRole('checkbox', { name: 'Select 2 findings of the group' }).click();

    await page.getByText('The server responded with status 503.').waitFor();
    expect(await page.getByRole('region', { name: 'Selected findings' }).count()).toBe(0);
    await page.context().close();
  });

  it('can be changed, and the choice is kept in the URL and for the user', async () => {
    const { page } = await open();
    await page.getByLabel('Group by').selectOption('component');
    await page.getByText('40 components, 40 findings').waitFor();
    expect(new URL(page.url()).search).toBe('?group=component');
    await expect.poll(() => portal.requests().filter((each) => each.startsWith('PATCH /api/v2/me')).length).toBe(1);
    await page.goto(`${portal.url}${PATH}`);
    await page.getByText('40 components, 40 findings').waitFor();
    await page.getByLabel('Group by').selectOption('none');
    await page.getByRole('link', { name: 'CVE-2026-1000' }).nth(1).waitFor();
    await page.goBack();
    await page.getByText('40 components, 40 findings').waitFor();
    await page.getByLabel('Group by').selectOption('vulnerability');
    await page.getByText('39 vulnerabilities, 40 findings').waitFor();
  });

  it('leave the list when a row is clicked, except on controls', async () => {
    const { page } = await open();
    await page.locator('tr[data-row="3"] td[data-column="component"]').click();

    await page.getByRole('dialog', { name: 'CVE-2026-1004' }).waitFor();
    expect(new URL(page.url()).searchParams.get('finding')).toBe(anId(1_004));
  });

  it('show the name of the component without its group, no empty columns, and the chosen density', async () => {
    const { page } = await open();
    expect(await page.locator('tr[data-row="1"] td[data-column="component"]').innerText()).toBe('package-2 1.2.3');
    expect(await page.getByRole('columnheader', { name: 'EPSS' }).count()).toBe(0);
    await page.locator('summary', { hasText: 'Columns' }).click();
    await page.getByLabel('Compact').check();
    const height = async (): Promise<number> =>
      (await page.locator('tr[data-row="1"]').boundingBox())?.height ?? Number.NaN;
    await expect.poll(height).toBe(30);
    await page.reload();
    await page.locator('tr[data-row="1"] td[data-column="component"]').waitFor();
    await expect.poll(height).toBe(30);
  });

  it('keep the width of a resized column', async () => {
    const { page } = await open();
    const head = page.getByRole('columnheader', { name: 'Fix' });
    const width = async (): Promise<number> => (await head.boundingBox())?.width ?? Number.NaN;
    const first = await width();
    await page.getByRole('separator', { name: 'Width of column Fix' }).focus();
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);

    await expect.poll(width).toBeGreaterThan(first + 20);
    const wide = await width();
    await page.reload();
    await head.waitFor();
    await expect.poll(width).toBe(wide);
  });
});

describe.runIf(hasBrowser())('search of findings', () => {
  let portal: FakePortal;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    portal = await startFakePortal({ findings: FINDINGS });
    browser = await launchBrowser();
    ({ page } = await openPage(browser, { url: portal.url, session: portal.session }));
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });
  const box = () => page.getByRole('combobox', { name: 'Search findings' });

  it('applies a filter while it is typed, as a step of the history', async () => {
    await page.goto(`${portal.url}${PATH}`);
    await page.getByText('40 findings').first().waitFor();
    await box().pressSequentially('severity:critical');
    await page.getByRole('link', { name: /Critical.*remove filter/ }).waitFor();

    await page.getByText('3 findings').waitFor();
    expect(await box().inputValue()).toBe('');
    expect(portal.requests().filter((each) => each.includes('q=sev'))).toEqual([]);
    await page.goBack();
    await page.getByText('40 findings').first().waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('completes names and values by keyboard, and removes the last filter by Backspace', async () => {
    await page.goto(`${portal.url}${PATH}`);
    await box().pressSequentially('sev');
    await page.getByRole('option', { name: /^severity:/ }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await expect.poll(async () => await box().inputValue()).toBe('severity:');
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    expect(await page.locator('li[role=option][aria-selected=true]').innerText()).toContain('severity:high');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('?severity=high');
    expect(await box().inputValue()).toBe('');
    await page.keyboard.press('Backspace');

    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('searches words with an unknown name as text', async () => {
    await page.goto(`${portal.url}${PATH}`);
    await box().pressSequentially('org.example:package-7');
    await page.getByText('1 finding').first().waitFor();

    expect(new URL(page.url()).search).toBe('?q=org.example%3Apackage-7');
  });
});
