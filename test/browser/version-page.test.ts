/** The page of a version in a browser: appearance, accessibility, and the view in the URL. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireFinding } from '../../src/api/contract/findings/finding.ts';
import { startFakePortal, type FakePortal } from '../support/fake-portal-api.ts';
import { aFinding, anAnalysis, anId, aReason, aVersion } from '../support/wire-answers.ts';
import { findBarriers, hasBrowser, launchBrowser, LOOKS, openPath, takeScreenshot } from './browser.ts';

/** Of 111 findings: 14, 28, 42, 14 and 13; every tenth is not relevant. */
const SEVERITIES = ['critical', 'high', 'high', 'medium', 'medium', 'medium', 'low', 'unknown'] as const;
const BANDS = ['P0', 'P1', 'P2', 'P3', 'P4'] as const;
const KEV = { dateAdded: '2026-11-01', dueDate: '2026-11-22', ransomware: true, name: null, action: 'Apply updates.' };
const TRACE = {
  frames: [
    { function: 'main', package: 'example.com/shop', file: 'main.go', line: 12 },
    { function: 'Decoder.Parse', package: 'example.com/lib/deep', file: 'deep/parse.go', line: 7 },
  ],
  omitted: 3,
};
const FINDINGS = Array.from({ length: 111 }, (_, number) =>
  aFinding(number, {
    vulnerability: {
      severity: SEVERITIES[Math.floor((number / 111) * 8)] ?? 'low',
      kev: number % 25 === 0 ? KEV : null,
      epss: number % 3 === 0 ? null : { score: number / 120, percentile: 0.9 },
      aliases: [`GHSA-aaaa-bbbb-${1000 + number}`],
      cvss: [{ version: '3.1', vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', score: 9.8 }],
    },
    component: {
      direct: [true, false, null][number % 3] ?? null,
      occurrences: [{ sbomId: anId(40), image: 'registry.example.com/shop:1', bomRef: 'a' }],
    },
    priority: { band: BANDS[Math.floor(number / 23)] ?? 'P4', risk: 90 - number / 2 },
    fix: number % 3 === 0 ? { state: 'not_fixed', nearest: null, versions: [] } : {},
    match: number % 4 === 0 ? { confidence: 'medium', recordId: `GHSA-aaaa-bbbb-${1000 + number}` } : {},
    relevance: toRelevance(number),
  }),
);

function toRelevance(number: number): Partial<WireFinding['relevance']> {
  const text = 'The distribution considers this unimportant.';
  const reasons = [aReason({ code: 'distro-unimportant', text })];
  if (number === 1) return { basis: 'rule', reasons: [aReason({ code: 'called', effect: 'escalate', trace: TRACE })] };
  if (number % 10 === 9) return { status: 'not_relevant', basis: 'rule', reasons };
  return number % 10 === 3 ? { status: 'deprioritized', basis: 'rule', reasons } : {};
}

const PATH = '/services/team%2Fshop/versions/2.4.1';
const TEXT =
  '### Impact\nA **deep** document ends the process, see [the notice](https://example.org/notice).\n\n- one\n- two';

describe.runIf(hasBrowser())('page of a version', () => {
  let portal: FakePortal;
  let browser: Browser;

  beforeAll(async () => {
    const counts = { critical: 16, high: 20, medium: 37, low: 13, none: 0, unknown: 11 };
    const before = {
      id: anId(30),
      name: '2.4.0',
      createdAt: '2026-11-01T00:00:00.000Z',
      branch: null,
      components: 412,
      checked: 380,
      analyzedAt: '2026-11-01T00:01:00.000Z',
    };
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
        fixedIssuesOnly: 120,
        fixedIssuesOnlyByRelease: [
          { family: 'Red Hat', release: '9', count: 112 },
          { family: 'Alpine', release: 'v3.19', count: 8 },
        ],
      },
      findings: FINDINGS,
      advisoryText: TEXT,
      history: {
        versions: [
          { ...before, total: 97, bySeverity: counts, introduced: null, resolved: null, introducedBy: {} },
          {
            ...before,
            id: anId(2),
            name: '2.4.1',
            total: 100,
            bySeverity: counts,
            introduced: 3,
            resolved: 0,
            introducedBy: {},
          },
        ],
        days: [],
        remediationTimes: [],
      },
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });

  async function open(path: string): Promise<Page> {
    const { page } = await openPath(browser, portal, path);
    await page.getByRole('navigation', { name: 'Version sections' }).waitFor();
    return page;
  }

  it.each(LOOKS)('has no accessibility violations in $scheme at $width px', async (look) => {
    const { page, problems } = await openPath(browser, portal, PATH, look);
    await page.getByText('CVE-2026-1000').waitFor();
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

  it.each(LOOKS)('opens a finding without accessibility violations in $scheme at $width px', async (look) => {
    const { page, problems } = await openPath(browser, portal, `${PATH}?finding=${anId(1_001)}`, look);
    const drawer = page.getByRole('dialog', { name: 'CVE-2026-1001' });
    await drawer.getByText('A deep document').waitFor();
    await drawer.getByText('3 earlier calls not shown.').waitFor();
    expect(await drawer.locator('ol > li').allInnerTexts()).toEqual([
      'example.com/shop.main\nmain.go:12',
      'example.com/lib/deep.Decoder.Parse\ndeep/parse.go:7',
    ]);
    await takeScreenshot(page, `finding-${look.scheme}-${look.width}`);

    expect(await drawer.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'Decision',
      'Assignment',
      'Recommendation',
      'Relevance',
      'Match',
      'Locations',
      'Comments',
      'History',
      'Scores',
      'Description and references',
    ]);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it.each([1280, 1440])('cuts off no column at %i px', async (width) => {
    const { page } = await openPath(browser, portal, PATH, { width });
    await page.getByText('CVE-2026-1000').waitFor();

    const region = page.getByRole('region', { name: 'Findings' }).last();
    expect(await region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });

  it('opens every menu inside of a narrow window', async () => {
    const { page } = await openPath(browser, portal, PATH, { width: 390 });
    await page.getByText('CVE-2026-1000').waitFor();

    const menus = page.locator('details:has(> summary + div)').filter({ visible: true });
    for (const menu of await menus.all()) {
      await menu.locator('> summary').click();
      await expect.poll(async () => await menu.locator('> div').boundingBox()).toMatchObject({ x: 16, width: 358 });
      await page.keyboard.press('Escape');
    }
    expect(await menus.count()).toBe(7);
    await page.context().close();
  });

  it('names the version once in the heading and in the window title', async () => {
    const page = await open(PATH);

    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['team/shop 2.4.1']);
    expect(await page.title()).toBe('team/shop 2.4.1 · Assay');
  });

  it('opens by ids as well, and shows names', async () => {
    const page = await open(`/services/${anId(1)}/versions/${anId(2)}`);

    await expect.poll(async () => await page.locator('h1').innerText()).toBe('team/shop 2.4.1');
  });

  it('names the releases checked for fixed issues only, with a link to their components', async () => {
    const page = await open(PATH);
    await page.getByText('120 checked for fixed issues only').click();
    const strip = page.getByRole('region', { name: 'Result' });

    await strip.getByText('Vulnerabilities without a fix are not reported.').waitFor();
    await strip.getByRole('link', { name: 'Red Hat 9' }).click();
    await page.waitForURL(/tab=components/);

    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      tab: 'components',
      fixedIssuesOnly: 'true',
      ecosystem: 'Red Hat',
    });
    const filters = page.getByRole('list', { name: 'Component filter' });
    expect(await filters.locator('[aria-current=true]').innerText()).toBe('Fixed issues only');
    await page.getByRole('link', { name: 'Show all ecosystems' }).waitFor();
    expect(await filters.getByRole('link', { name: 'All', exact: true }).getAttribute('href')).toBe(
      `${PATH}?tab=components`,
    );
  });

  it('links the tiles over another tab to the findings that they count', async () => {
    const page = await open(`${PATH}?tab=components&q=zlib&reason=no-version`);
    const tile = page.getByRole('list', { name: 'Findings by severity' }).getByRole('link', { name: /Critical/ });

    expect(await tile.getAttribute('href')).toBe(`${PATH}?severity=critical`);
  });

  it('counts reasons with the other filters', async () => {
    const page = await open(`${PATH}?relevance=not_relevant&severity=critical`);
    const reasons = page.getByRole('list', { name: 'Reasons' }).getByRole('link');

    await expect.poll(async () => (await reasons.last().innerText()).trim()).toMatch(/ 1$/);
  });

  it('shows checked and unchecked components with reasons, and open and hidden findings', async () => {
    const page = await open(PATH);
    await page.getByText('32 could not be checked').click();

    const strip = async (): Promise<string> =>
      (await page.getByRole('region', { name: 'Result' }).innerText()).replaceAll(/\s+/g, ' ');

    for (const part of [
      '412 components, 380 checked',
      'unsupported ecosystem 21',
      'no version 8',
      '100 open findings, 11 lower priority',
      '11 not relevant',
    ]) {
      await expect.poll(strip).toContain(part);
    }
    await page.getByRole('link', { name: 'no version' }).click();
    await page.getByRole('searchbox', { name: 'Search components' }).waitFor();
    expect(new URL(page.url()).search).toBe('?tab=components&unchecked=true&reason=no-version');
  });

  it('shows consistent numbers in tiles, strip, list and filters', async () => {
    const page = await open(PATH);
    await page.getByText('100 findings').waitFor();
    // The changes are loaded after the findings.
    await page.getByText('3 fewer than 2.4.0').waitFor();
    const tiles = page.getByRole('list', { name: 'Findings by severity' }).getByRole('link');
    const texts = (await tiles.allInnerTexts()).filter((text) => !text.includes('Not relevant'));
    const numbers = texts.map((text) => /^(\d+)\s+(\w+)\s+(.*)$/.exec(text) ?? []);
    expect(numbers.reduce((total, [, count]) => total + Number(count), 0)).toBe(100);
    expect(texts[0]).toContain('3 fewer than 2.4.0');

    for (const [, count, word] of numbers) {
      await page.getByRole('link', { name: new RegExp(`^${count} ${word}`) }).click();
      await page.getByText(`${count} findings`, { exact: false }).first().waitFor();
      await expect
        .poll(async () => new Set(await page.locator('tbody tr[data-row] td[data-column="severity"]').allInnerTexts()))
        .toEqual(new Set([word]));

      expect(new URL(page.url()).searchParams.get('severity')).toBe(word?.toLowerCase());
    }
  });

  it('links the number of findings that are not relevant to exactly these', async () => {
    const page = await open(PATH);
    await page.getByRole('region', { name: 'Result' }).getByRole('link', { name: '11 not relevant' }).click();

    await expect.poll(async () => await page.getByRole('table').getAttribute('aria-rowcount')).toBe('12');
    expect(new URL(page.url()).search).toBe('?relevance=not_relevant');
    await page.getByRole('link', { name: /Not relevant.*remove/ }).waitFor();
  });

  it('searches while typing, in the URL, and survives a reload', async () => {
    const page = await open(PATH);
    const box = page.getByRole('combobox', { name: 'Search findings' });
    await box.fill('package-42');
    await page.getByText('1 finding, 11 not relevant').waitFor();
    await page.reload();
    await page.getByText('1 finding, 11 not relevant').waitFor();

    expect(new URL(page.url()).search).toBe('?q=package-42');
    expect(await box.inputValue()).toBe('package-42');
    await page.getByRole('link', { name: /package-42.*remove filter/ }).click();
    await page.getByText('100 findings, 11 not relevant').waitFor();
    expect(await box.inputValue()).toBe('');
  });

  it('turns typed key:value pairs into filters, which can be removed one by one', async () => {
    const page = await open(PATH);
    const box = page.getByRole('combobox', { name: 'Search findings' });
    await box.fill('kev:true severity:critical package');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /Known exploited.*remove/ }).waitFor();

    expect(new URL(page.url()).search).toBe('?q=package&severity=critical&kev=true');
    expect(await box.inputValue()).toBe('package');
    await page.getByText('1 finding, 11 not relevant').waitFor();
    await page.getByRole('link', { name: 'Clear all' }).click();
    await page.getByText('100 findings, 11 not relevant').waitFor();
    await page.goBack();
    await page.getByText('1 finding, 11 not relevant').waitFor();
  });

  it('filters by checkboxes', async () => {
    const page = await open(PATH);
    await page.locator('summary', { hasText: 'Filter' }).click();
    await page.getByRole('group', { name: 'Severity' }).getByLabel('Critical').check();
    await page.getByRole('group', { name: 'Severity' }).getByLabel('High').check();
    await expect.poll(() => new URL(page.url()).search).toBe('?severity=critical%2Chigh');

    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, 'version-filter');
    await page.keyboard.press('Escape');
    await page.getByRole('group', { name: 'Severity' }).waitFor({ state: 'hidden' });
  });

  it('closes a menu behind the dialog that it opens, and returns the focus to it', async () => {
    const page = await open(PATH);
    await page.locator('summary', { hasText: 'VEX' }).click();
    const choice = page.getByRole('button', { name: 'Manage documents' });
    await choice.click();
    await page.getByRole('dialog', { name: 'VEX documents' }).waitFor();
    await choice.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(async () => await page.evaluate(() => document.activeElement?.textContent)).toBe('VEX');
  });

  it('marks findings of lower priority and shows the reason when opened', async () => {
    const page = await open(PATH);
    const row = page.getByRole('row').filter({ hasText: 'CVE-2026-1003' });
    expect(await row.innerText()).toMatch(/Lower priority/);
    await row.getByRole('link').click();

    await page.getByRole('dialog').getByText('The distribution considers this unimportant.').waitFor();
    expect(new URL(page.url()).searchParams.get('finding')).toBe(anId(1_003));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await page.getByRole('dialog', { name: 'CVE-2026-1003' }).waitFor();
  });

  it('can be used without a mouse: rows, drawer, previous and next finding, and back', async () => {
    const page = await open(PATH);
    await page.getByText('CVE-2026-1000').waitFor();
    for (const key of ['j', 'j', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('dialog', { name: 'CVE-2026-1002' }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('dialog', { name: 'CVE-2026-1001' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const focused = async (): Promise<string | null> =>
      await page.evaluate(() => document.activeElement?.getAttribute('data-row') ?? null);
    await expect.poll(focused).toBe('2');
    await page.keyboard.press('f');
    await page.keyboard.type('jk');
    expect(await page.getByRole('combobox', { name: 'Search findings' }).inputValue()).toBe('jk');
  });

  it('steps to findings that are not loaded yet', async () => {
    // The 50th is the last one of the first page.
    const page = await open(`${PATH}?finding=${anId(1_054)}`);
    await page.getByRole('dialog', { name: 'CVE-2026-1054' }).waitFor();
    await page.locator('button[aria-label="Next finding"]:not([aria-disabled])').click();
    await page.getByRole('dialog', { name: 'CVE-2026-1055' }).waitFor();

    expect(new URL(page.url()).searchParams.get('finding')).toBe(anId(1_055));
  });

  it('offers the suggestions after the first page when those before are skipped', async () => {
    const suggestion = aReason({ code: 'not-called', text: 'The function is not called.' });
    const findings = Array.from({ length: 60 }, (_, number) => aFinding(number, { relevance: { suggestion } }));
    const other = await startFakePortal({ findings });
    const { page } = await openPath(browser, other, '/services/shop/versions/2.4.1?suggested=true');
    const queue = page.getByRole('region', { name: 'Next suggestion' });
    for (const { vulnerability } of findings.slice(0, 52)) {
      await queue.getByText(vulnerability.id, { exact: true }).waitFor();
      await queue.getByRole('button', { name: 'Skip' }).click();
    }

    await expect.poll(async () => await queue.innerText()).toContain('CVE-2026-1052');
    await page.context().close();
    await other.stop();
  });

  it('has a link that shows the same view in another browser', async () => {
    const page = await open(`${PATH}?severity=high&sort=package`);
    await page.getByText('CVE-2026-1014').first().waitFor();
    await page.getByRole('link', { name: 'CVE-2026-1014' }).click();
    await page.getByRole('dialog', { name: 'CVE-2026-1014' }).waitFor();

    const other = await open(new URL(page.url()).pathname + new URL(page.url()).search);
    await other.getByRole('dialog', { name: 'CVE-2026-1014' }).waitFor();
    const rows = async (which: Page): Promise<string[]> => await which.locator('tbody tr[data-row]').allInnerTexts();
    await expect.poll(async () => await rows(other)).toEqual(await rows(page));
    expect(await other.getByRole('columnheader', { name: 'Component' }).getAttribute('aria-sort')).toBe('ascending');
  });

  it('opens a finding by its own URL', async () => {
    const page = await open(`/findings/${anId(1_005)}`);
    await page.getByRole('dialog', { name: 'CVE-2026-1005' }).waitFor();

    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`${PATH}?finding=${anId(1_005)}`);
  });

  it('requests another order from the server', async () => {
    const page = await open(`${PATH}?group=none`);
    await page.getByRole('link', { name: 'Component', exact: true }).click();
    await expect
      .poll(async () => await page.getByRole('columnheader', { name: 'Component' }).getAttribute('aria-sort'))
      .toBe('ascending');

    await expect.poll(() => portal.requests().some((url) => url.includes('/finding?sort=package&limit=50'))).toBe(true);
  });

  it('exports the findings that match the filters', async () => {
    const page = await open(`${PATH}?severity=critical`);
    await page.locator('summary', { hasText: 'Export' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const file = await saving;

    expect(file.suggestedFilename()).toBe('team-shop-2.4.1-findings.csv');
    expect(portal.requests().at(-1)).toContain('/finding?severity=critical');
  });

  it('reports unknown values in the URL and ignores them', async () => {
    const page = await open(`${PATH}?severity=terrible&unknown=1&sort=__proto__`);
    await page.getByText('100 findings, 11 not relevant').waitFor();

    await page.getByText('Invalid parameters in the URL were ignored: severity, sort.').waitFor();
    expect(await page.getByRole('list', { name: 'Active filters' }).count()).toBe(0);
  });

  it('shows the total without filters when nothing matches', async () => {
    const page = await open(`${PATH}?q=nothing-like-this`);
    await page.getByText('No findings match. 100 without filters.').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await page.getByText('100 findings, 11 not relevant').waitFor();

    expect(new URL(page.url()).search).toBe('');
  });

  it('shows and hides columns, and remembers the choice', async () => {
    const page = await open(PATH);
    await page.locator('summary', { hasText: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'EPSS' }).uncheck();
    expect(await page.getByRole('columnheader', { name: 'EPSS' }).count()).toBe(0);
    await page.reload();
    await page.getByText('CVE-2026-1000').waitFor();

    expect(await page.getByRole('columnheader', { name: 'EPSS' }).count()).toBe(0);
  });

  it('keeps the result strip visible, and moves the focus to the heading of the next page', async () => {
    const page = await open(PATH);
    await page.getByText('CVE-2026-1000').waitFor();
    await page.mouse.move(300, 300);
    await page.mouse.wheel(0, 1_500);
    await expect.poll(async () => await page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
    const strip = page.getByRole('region', { name: 'Result' }).getByRole('link').first();
    const { y = 0 } = (await strip.boundingBox()) ?? {};
    expect([y >= 48, y < 100]).toEqual([true, true]);
    await takeScreenshot(page, 'version-scrolled');

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
    await page.getByRole('heading', { name: 'Services' }).waitFor();
    await expect.poll(async () => await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  });
});
