/** The page of a version in a browser: as it looks, who can read it, and that the URL holds the whole view. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireFinding } from '../../src/api/contract/finding.ts';
import { startFakePortal, type FakePortal } from '../support/fake-portal-api.ts';
import { aFinding, anAnalysis, anId, aVersion } from '../support/wire-answers.ts';
import { findBarriers, hasBrowser, launchBrowser, LOOKS, openPage, takeScreenshot } from './browser.ts';

/** Of 111 findings: 14, 28, 42, 14 and 13; each tenth is filtered. */
const SEVERITIES = ['critical', 'high', 'high', 'medium', 'medium', 'medium', 'low', 'unknown'] as const;
const FINDINGS = Array.from({ length: 111 }, (_, number) =>
  aFinding(number, {
    vulnerability: { severity: SEVERITIES[Math.floor((number / 111) * 8)] ?? 'low' },
    fix: number % 3 === 0 ? { state: 'not_fixed', nearest: null, versions: [] } : {},
    match: number % 4 === 0 ? { confidence: 'medium', recordId: `GHSA-aaaa-bbbb-${1000 + number}` } : {},
    relevance: toRelevance(number),
  }),
);

function toRelevance(number: number): WireFinding['relevance'] {
  const reasons = [{ code: 'distro-unimportant', text: 'The distribution considers this unimportant.' }];
  if (number % 10 === 9) return { status: 'not_relevant', reasons, suggestion: null };
  if (number % 10 === 3) return { status: 'deprioritized', reasons, suggestion: null };
  return { status: 'relevant', reasons: [], suggestion: null };
}

const PATH = '/services/team%2Fshop/versions/2.4.1';

describe.runIf(hasBrowser())('the page of a version', () => {
  let portal: FakePortal;
  let browser: Browser;

  beforeAll(async () => {
    portal = await startFakePortal({
      service: 'team/shop',
      version: aVersion({ aliases: ['latest'], git: { branch: 'main', commitSha: null, origin: null } }),
      analysis: anAnalysis({ status: 'completed_with_warnings' }),
      coverage: {
        components: 412,
        checked: 380,
        notChecked: [
          { reason: 'unsupported-type', count: 21 },
          { reason: 'no-version', count: 8 },
          { reason: 'unknown-release', count: 3 },
        ],
      },
      findings: FINDINGS,
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });

  async function open(path: string): Promise<Page> {
    const { page } = await openPage(browser, { url: portal.url, session: portal.session });
    await page.goto(`${portal.url}${path}`);
    await page.getByRole('heading', { name: /findings/ }).waitFor();
    return page;
  }

  it.each(LOOKS)('can be read by everybody in $scheme at $width px', async (look) => {
    const { page, problems } = await openPage(browser, { ...look, url: portal.url, session: portal.session });
    await page.goto(`${portal.url}${PATH}`);
    await page.getByRole('table').waitFor();
    await takeScreenshot(page, `version-${look.scheme}-${look.width}`);

    expect(await findBarriers(page)).toEqual([]);
    await page.getByText('32 could not be checked').click();
    await page.getByText('Stages').click();
    await page.getByText('Match advisories').waitFor();
    await takeScreenshot(page, `version-opened-${look.scheme}-${look.width}`);

    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width);
    expect(problems).toEqual([]);
  });

  it('names the version once, in the heading and the window', async () => {
    const page = await open(PATH);

    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['team/shop 2.4.1']);
    expect(await page.title()).toBe('team/shop 2.4.1 · Assay');
  });

  it('is the same page under ids, and shows names', async () => {
    const page = await open(`/services/${anId(1)}/versions/${anId(2)}`);

    await expect.poll(async () => await page.locator('h1').innerText()).toBe('team/shop 2.4.1');
  });

  it('shows how much was checked, what was not and why, what is open and what is hidden', async () => {
    const page = await open(PATH);
    await page.getByText('32 could not be checked').click();

    const strip = await page.getByRole('region', { name: 'Result' }).innerText();

    for (const part of [
      '412 components, 380 checked',
      'ecosystem not supported 21',
      'no version 8',
      '100 open findings',
    ]) {
      expect(strip.replaceAll(/\s+/g, ' ')).toContain(part);
    }
    expect(strip).toContain('11 filtered as not relevant here');
  });

  it('agrees with itself: tiles, strip, list and what the filters say', async () => {
    const page = await open(PATH);
    const tiles = await page.getByRole('list', { name: 'Findings by severity' }).getByRole('link').allInnerTexts();
    const sum = tiles.reduce((total, tile) => total + Number(/\d+/.exec(tile)?.[0]), 0);
    expect(sum).toBe(100);

    for (const tile of tiles) {
      const [, count, word] = /^(\d+)\s+(\w+)$/.exec(tile) ?? [];
      await page.getByRole('link', { name: `${count} ${word}` }).click();
      await page.getByText(new RegExp(`^${count} finding|of ${count} finding`)).waitFor();

      expect(new Set(await page.locator('tbody td:first-child').allInnerTexts())).toEqual(new Set([word]));
      expect(new URL(page.url()).searchParams.get('severity')).toBe(word?.toLowerCase());
    }
  });

  it('leads from the number of filtered findings to exactly those', async () => {
    const page = await open(PATH);
    await page.getByRole('link', { name: '11 filtered as not relevant here' }).click();

    await page.getByRole('heading', { name: 'Filtered findings' }).waitFor();
    await expect.poll(async () => await page.locator('tbody tr').count()).toBe(11);
    expect(new URL(page.url()).search).toBe('?relevance=not_relevant');
  });

  it('searches while one types, in the URL, and survives a reload', async () => {
    const page = await open(PATH);
    await page.getByRole('searchbox').fill('package-42');
    await page.getByText('1 finding', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('1 finding', { exact: true }).waitFor();

    expect(new URL(page.url()).search).toBe('?q=package-42');
    expect(await page.getByRole('searchbox').inputValue()).toBe('package-42');
    await page.getByRole('link', { name: /package-42.*remove this filter/ }).click();
    await page.getByText('1–50 of 100 findings').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
  });

  it('pages through the list, and back with the back button', async () => {
    const page = await open(PATH);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('51–100 of 100 findings').waitFor();
    expect(new URL(page.url()).search).toBe('?offset=50');
    expect(await page.getByRole('link', { name: 'Next' }).count()).toBe(0);

    await page.goBack();
    await page.getByText('1–50 of 100 findings').waitFor();
    expect(await page.locator('tbody tr').first().innerText()).toContain('CVE-2026-1000');
  });

  it('marks what is less urgent, with the reason', async () => {
    const page = await open(PATH);
    const row = page.getByRole('row').filter({ hasText: 'CVE-2026-1003' });

    expect(await row.innerText()).toMatch(/Lower priority.*The distribution considers this unimportant\./s);
  });

  it('asks the server for another order', async () => {
    const page = await open(PATH);
    await page.getByRole('link', { name: 'Component' }).click();
    await expect
      .poll(async () => await page.getByRole('columnheader', { name: 'Component' }).getAttribute('aria-sort'))
      .toBe('ascending');

    expect(portal.requests().some((url) => url.includes('/finding?sort=package&limit=50'))).toBe(true);
  });

  it('ignores what it does not know in the URL', async () => {
    const page = await open(`${PATH}?severity=terrible&offset=-1&tab=x&sort=__proto__`);
    await page.getByText('1–50 of 100 findings').waitFor();

    expect(await page.getByRole('list', { name: 'Active filters' }).count()).toBe(0);
  });

  it('says what is without filters when nothing matches', async () => {
    const page = await open(`${PATH}?q=nothing-like-this`);
    await page.getByText('No finding matches. 100 without filters.').waitFor();
    await page.getByRole('link', { name: 'Clear the filters' }).click();
    await page.getByText('1–50 of 100 findings').waitFor();

    expect(new URL(page.url()).search).toBe('');
  });

  it('keeps the result in sight, and moves the focus to the heading of the next page', async () => {
    const page = await open(PATH);
    await page.mouse.wheel(0, 1_500);
    await expect.poll(async () => await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    expect((await page.getByRole('region', { name: 'Result' }).boundingBox())?.y).toBe(0);
    await takeScreenshot(page, 'version-scrolled');

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
    await page.getByRole('heading', { name: 'Services' }).waitFor();
    await expect.poll(async () => await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  });
});
