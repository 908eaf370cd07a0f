/** The triage inbox with a real server, worked through by keyboard alone, and the assignment and comments of a finding. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCycloneDx } from '../support/documents.ts';
import { findBarriers, hasBrowser, launchBrowser, LOOKS, openPath, takeScreenshot, type Look } from './browser.ts';
import { startRealAssay, type RealAssay } from './real-assay.ts';

const COMPONENTS = ['body-parser@1.20.2', 'cross-spawn@7.0.3', 'json5@2.2.1'].map((text) => {
  const [name = '', version = ''] = text.split('@');
  return { type: 'library', name, version, purl: `pkg:npm/${text}`, 'bom-ref': text };
});
const IDS = ['CVE-2022-46175', 'CVE-2024-21538', 'CVE-2024-45590'];

describe.runIf(hasBrowser())('the inbox', { timeout: 120_000 }, () => {
  let assay: RealAssay;
  let browser: Browser;
  beforeAll(async () => {
    [assay, browser] = await Promise.all([startRealAssay(), launchBrowser()]);
    await assay.ask('POST', '/service/lab/version/1.0/sbom?wait=30', aCycloneDx({ components: COMPONENTS }));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await assay?.stop();
  });

  const open = async (path: string, look?: Look) => await openPath(browser, assay, path, look);

  const focused = async (page: Page): Promise<string | null> =>
    await page.evaluate(() => document.activeElement?.textContent ?? null);
  const listIds = async (page: Page): Promise<string[]> =>
    (await itemsOf(page).getByRole('link', { name: /^CVE-/ }).allInnerTexts()).toSorted();

  it.each(LOOKS)('has no accessibility violations, $scheme at $width', async (look) => {
    const { page, problems } = await open('/inbox', look);
    await itemsOf(page).getByText('CVE-2024-45590').waitFor();
    await takeScreenshot(page, `inbox-${look.scheme}-${look.width}`);

    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width);
    expect(await listIds(page)).toEqual(IDS);
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Mark as handled', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keeps a finding in the list that could not be marked as handled', async () => {
    const { page } = await open('/inbox');
    const finding = itemsOf(page).getByRole('listitem').first();
    await finding.waitFor();
    const before = await listIds(page);
    await page.route('**/handled', async (route) => await route.fulfill({ status: 503, body: '{}' }));
    await page.keyboard.press('j');
    await page.keyboard.press('e');

    await page.getByText('The server responded with status 503.').waitFor();
    await expect.poll(async () => await listIds(page)).toEqual(before);
    expect(await page.getByText('It comes back when it changes.').count()).toBe(0);
    await page.context().close();
  });

  it('is worked through by keyboard: next, handled, undo, open, not affected', async () => {
    const { page, problems } = await open('/');
    await page.getByRole('link', { name: 'Inbox 3' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await itemsOf(page).getByText('CVE-2024-45590').waitFor();
    const order = await itemsOf(page).getByRole('link', { name: /^CVE-/ }).allInnerTexts();
    const [first = '', second = '', third = ''] = order;

    await page.keyboard.press('j');
    await expect.poll(async () => await focused(page)).toBe(first);
    await page.keyboard.press('j');
    await expect.poll(async () => await focused(page)).toBe(second);
    await page.keyboard.press('k');
    await expect.poll(async () => await focused(page)).toBe(first);

    await page.keyboard.press('e');
    await page.getByText(`${first} handled.`).waitFor();
    await expect.poll(async () => await focused(page)).toBe(second);
    await page.getByRole('link', { name: 'Inbox 2' }).waitFor();
    await page.keyboard.press('z');
    await page.getByRole('link', { name: 'Inbox 3' }).waitFor();
    await expect.poll(async () => await listIds(page)).toEqual(IDS);

    await page.keyboard.press('k');
    await expect.poll(async () => await focused(page)).toBe(first);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: first }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('dialog', { name: second }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('dialog', { name: third }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(async () => await listIds(page)).toEqual([first, third].toSorted());

    await page.keyboard.press('k');
    await expect.poll(async () => await focused(page)).toBe(first);
    await page.keyboard.press('i');
    await page.getByLabel('Justification').waitFor();
    await page.getByLabel('Justification').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.type('The parser is never called.');
    await page.getByText('Changes 1 finding here').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Decide', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Decision applied to 1 finding.').waitFor();
    await expect.poll(async () => await listIds(page)).toEqual([third]);

    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.getByText('No findings wait for you.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('lists a finding as soon as it is assigned, with its due date, issue and comments', async () => {
    await assay.ask(
      'POST',
      '/service/desk/version/1.0/sbom?wait=30',
      aCycloneDx({ components: COMPONENTS.slice(0, 1) }),
    );
    const { page, problems } = await open('/services/desk/versions/1.0');
    await page.getByRole('link', { name: 'CVE-2024-45590' }).click();
    const drawer = page.getByRole('dialog', { name: 'CVE-2024-45590' });
    await drawer.getByRole('button', { name: 'Assign to me' }).click();
    await drawer.getByText('Applies to all versions.').waitFor();
    await drawer.getByLabel(/^Assignment (due|overdue)/).fill('2030-01-31');
    await drawer.getByLabel(/^Assignment (due|overdue)/).blur();
    await drawer.getByText('due 2030-01-31').waitFor();
    await drawer.getByRole('button', { name: 'Link issue' }).click();
    await drawer.getByLabel('Issue URL').fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await drawer.getByText('must be an http:// or https:// URL').waitFor();
    await drawer.getByLabel('Issue URL').fill('https://tracker.example.com/SEC-1');
    await page.keyboard.press('Enter');
    const issue = drawer.getByRole('link', { name: 'https://tracker.example.com/SEC-1' });
    expect(await issue.getAttribute('rel')).toContain('noopener');
    await drawer.getByLabel('Comment', { exact: true }).fill('<img src=x onerror=alert(1)>\nsecond line');
    await drawer.getByRole('button', { name: 'Add comment' }).click();
    await drawer.getByText('<img src=x onerror=alert(1)>', { exact: true }).waitFor();
    await drawer.getByText('Comment by owner@localhost').waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await page.goto(`${assay.url}/inbox?part=assigned`);
    await itemsOf(page).getByText('Assigned to me, due 2030-01-31').waitFor();
    await page.getByRole('link', { name: 'Show as list' }).click();
    await page.getByRole('link', { name: 'CVE-2024-45590' }).waitFor();
    expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
    await page.context().close();
  });
});

function itemsOf(page: Page) {
  return page.getByRole('list', { name: 'Findings' });
}
