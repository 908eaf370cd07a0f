/** The pages around a version, with the demo: services, compare, history of a CVE, vulnerabilities, components. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireUsedComponent } from '../../src/api/contract/services/component.ts';
import type { WireDemo } from '../../src/api/contract/organization/organization.ts';
import type { WireDiff } from '../../src/api/contract/history/diff.ts';
import type { WireFoundGroup, WireFoundVulnerability } from '../../src/api/contract/findings/finding.ts';
import type { WireServiceHistory } from '../../src/api/contract/history/history.ts';
import type { WireServiceListItem } from '../../src/api/contract/services/service.ts';
import { aCycloneDx } from '../support/documents.ts';
import { beginWithinOneDay } from '../support/one-day.ts';
import { until } from '../support/server-processes.ts';
import {
  findBarriers,
  hasBrowser,
  launchBrowser,
  listScrollingTables,
  LOOKS,
  openPath,
  takeScreenshot,
  type Look,
} from './browser.ts';
import { startRealAssay, type RealAssay } from './real-assay.ts';

const COMPARE = '/services/demo-payments/compare?base=r44&head=r45';
const CVE = '/services/demo-payments/cve/CVE-2021-44228';

describe.runIf(hasBrowser())('pages around a version', { timeout: 240_000 }, () => {
  let assay: RealAssay;
  let browser: Browser;
  const read = async <Body>(path: string): Promise<Body> => (await (await assay.ask('GET', path)).json()) as Body;
  const open = async (path: string, look: Partial<Look> = {}): Promise<{ page: Page; problems: () => string[] }> => {
    const { page, problems } = await openPath(browser, assay, path, look);
    return { page, problems: () => [...problems] };
  };
  const findComponent = async (name: string): Promise<string> => {
    const found = await read<WireUsedComponent[]>(`/component?q=${name}`);
    return found.find((each) => each.name === name)?.id ?? '';
  };

  beforeAll(async () => {
    await beginWithinOneDay(180_000);
    [assay, browser] = await Promise.all([startRealAssay(), launchBrowser()]);
    await assay.ask('POST', '/demo');
    await until(async () => {
      await delay(250);
      return !(await read<WireDemo>('/demo')).loading;
    });
  }, 420_000);
  afterAll(async () => {
    await browser?.close();
    await assay?.stop();
  });

  // A separate test covers the demo at the full width.
  it.each(LOOKS.filter(({ width }) => width < 1280))(
    'have no accessibility violations and never scroll sideways, $scheme at $width',
    async (look) => {
      const { page, problems } = await open('/services', look);
      const qs = await findComponent('qs');
      const pages: readonly (readonly [name: string, path: string, words: string])[] = [
        ['services', '/services', 'demo-payments'],
        ['service', '/services/demo-shop-api', 'Critical 1'],
        ['compare', COMPARE, 'CVE-2021-45046'],
        ['cve', CVE, 'Reintroduced in'],
        ['vulnerabilities', '/vulnerabilities', 'CVE-2021-44228'],
        ['vulnerability', '/vulnerabilities/CVE-2021-44228', 'demo-payments'],
        ['components', '/components', 'body-parser'],
        ['component', `/components/${qs}?graph=true`, 'between them.'],
        ['version-components', '/services/demo-shop-api/versions/2.6.0?tab=components', 'body-parser'],
        ['sboms', '/services/demo-shop-api/versions/2.6.0?tab=sboms', 'Download'],
        ['charts', '/services/demo-shop-api/versions/2.6.0?tab=history', 'open findings:'],
      ];
      for (const [name, path, words] of pages) {
        await page.goto(assay.url + path);
        await page.getByRole('main').getByText(words).first().waitFor();

        const barriers = await findBarriers(page);
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        // A matrix of versions and images may scroll.
        const scrolling = name === 'cve' ? [] : await listScrollingTables(page);
        const headings = await page.getByRole('heading', { level: 1 }).count();
        expect({ path, barriers, tooWide, scrolling, headings }).toEqual({
          path,
          barriers: [],
          tooWide: 0,
          scrolling: [],
          headings: 1,
        });
        await takeScreenshot(page, `around-${name}-${look.scheme}-${look.width}`);
      }
      expect(problems()).toEqual([]);
      await page.context().close();
    },
  );

  it('show the same counts as the linked lists of services', async () => {
    const services = await read<WireServiceListItem[]>('/service');
    const { page } = await open('/services');
    const row = page.getByRole('row', { name: /demo-recommender/ });
    const hidden = services.find(({ name }) => name === 'demo-recommender')?.latestVersion?.findings.hidden ?? 0;
    expect(hidden).toBeGreaterThan(0);

    await row.getByRole('link', { name: '5 findings: High' }).click();
    await page.getByRole('main').getByText('5 findings').first().waitFor();
    await page.goBack();
    await row.getByRole('link', { name: `${hidden} not relevant` }).click();
    await page.getByRole('main').getByText(`${hidden} findings`).first().waitFor();
    await page.goBack();
    await row.getByRole('link', { name: /−3 vs\. 2026\.2/ }).click();

    await page.getByRole('heading', { name: 'Compare versions' }).waitFor();
    expect(page.url()).toContain('base=2026.2&head=2026.3');
    await page.context().close();
  });

  it('group the findings of all services by fix and component, and remember the choice', async () => {
    const fixes = await read<WireFoundGroup[]>('/finding/group?groupBy=fix');
    const { page, problems } = await open('/vulnerabilities?group=vulnerability', { width: 390 });
    await page.getByLabel('Group by').selectOption('fix');
    const table = page.getByRole('region', { name: 'Fixes' });
    await expect.poll(async () => await table.locator('tbody tr').count()).toBe(fixes.length);
    expect(await findBarriers(page)).toEqual([]);
    expect(await listScrollingTables(page)).toEqual([]);
    const [name, findings] = [fixes[0]?.packages[0]?.name ?? '', fixes[0]?.packages[0]?.findings ?? 0];
    await table
      .getByRole('link', { name: `in ${name}` })
      .first()
      .click();
    await page.getByText(`${findings} finding`).first().waitFor();

    await page.goto(`${assay.url}/vulnerabilities`);
    await table.waitFor();
    await page.getByLabel('Group by').selectOption('component');
    await page.getByRole('region', { name: 'Components' }).getByRole('row').nth(1).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel('Group by').selectOption('vulnerability');
    await page.getByRole('region', { name: 'Vulnerabilities' }).waitFor();
    expect(problems()).toEqual([]);
    await page.context().close();
  });

  it('open the first hit of the search with Enter, and others with arrow keys', async () => {
    const { page, problems } = await open('/services');
    const search = page.getByRole('search');
    await page.getByRole('row', { name: /demo-payments/ }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('demo-payments');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/services/demo-payments');
    // The hits are closed together with the old page.
    await page.getByRole('heading', { level: 1, name: 'demo-payments' }).waitFor();

    await page.keyboard.press('/');
    await search.getByRole('searchbox').fill('CVE-2021-4');
    const second = search.getByRole('link').nth(1);
    const path = await second.getAttribute('href');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => await second.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(assay.url + path);
    expect(problems()).toEqual([]);
    await page.context().close();
  });

  it('show nothing of another service while one is loading', async () => {
    const { page, problems } = await open('/services/demo-payments');
    await page.getByRole('link', { name: 'r45', exact: true }).first().waitFor();
    const loading = Promise.withResolvers<void>();
    await page.route(/\/service\/demo-shop-api\/version\?/, async (route) => {
      await loading.promise;
      await route.continue();
    });
    await page.keyboard.press('/');
    await page.keyboard.type('demo-shop-api');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'demo-shop-api' }).waitFor();

    expect(await page.getByRole('link', { name: 'r45', exact: true }).count()).toBe(0);
    loading.resolve();
    await page.getByRole('link', { name: '2.6.0', exact: true }).first().waitFor();
    expect(problems()).toEqual([]);
    await page.context().close();
  });

  it('filter services by name and by state of the newest version, in the URL', async () => {
    const { page, problems } = await open('/services');
    await page.getByLabel('Search services').fill('gate');
    await page.getByText('1 service', { exact: true }).waitFor();
    await page.getByLabel('Search services').fill('');
    await page.getByText('7 services', { exact: true }).waitFor();
    await page.getByLabel('Severity').selectOption('critical');
    await expect.poll(() => new URL(page.url()).search).toBe('?severity=critical');
    const found = await read<WireServiceListItem[]>('/service?severity=critical');
    const rows = page.getByRole('region', { name: 'Services' }).getByRole('row');
    await expect.poll(async () => await rows.count()).toBe(found.length + 1);
    expect(found.length).toBeLessThan(7);

    await page.getByLabel('Not updated for').selectOption('30');
    await page.getByText('No matching services.').waitFor();
    await page.reload();
    await page.getByText('No matching services.').waitFor();
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.getByLabel('Tag').fill('nothing-like-this');
    await page.getByText('No matching services.').waitFor();
    await page.goBack();
    await page.getByText('7 services', { exact: true }).waitFor();
    expect(await page.getByLabel('Tag').inputValue()).toBe('');
    await page.goto(`${assay.url}/services?offset=500`);
    await page.getByText('No services on this page.').waitFor();
    expect(problems()).toEqual([]);
    await page.context().close();
  });

  it('show introduced and fixed findings by version, as bars and as a table', async () => {
    const { versions } = await read<WireServiceHistory>('/service/demo-shop-api/history');
    const { page, problems } = await open('/services/demo-shop-api');
    await page.getByRole('link', { name: 'Introduced and fixed' }).click();
    const introduced = versions.reduce((sum, version) => sum + (version.introduced ?? 0), 0);
    const bars = page.getByRole('img', { name: new RegExp(`^Changes in 8 versions: ${introduced} introduced`) });
    await bars.waitFor();
    await page.getByRole('button', { name: 'Show as table' }).first().click();
    const rows = page.getByRole('region', { name: /^Table: Changes in 8 versions/ }).getByRole('row');

    expect(await rows.count()).toBe(9);
    await rows.getByRole('link', { name: '2.2.0' }).click();
    await page.getByRole('heading', { name: 'Introduced (9)' }).waitFor();
    expect(problems()).toEqual([]);
    await page.context().close();
  });

  it('show the findings of versions as a chart, and the same numbers as a table', async () => {
    const history = await read<WireServiceHistory>('/service/demo-shop-api/history');
    const { page, problems } = await open('/services/demo-shop-api');
    const sentence = /^Open findings over 9 versions: 14 in 2\.0\.0, 4 in 2\.6\.0/;
    await page.getByRole('img', { name: sentence }).locator('svg path.recharts-area-area').first().waitFor();

    await page.getByRole('button', { name: 'Show as table' }).first().click();
    const rows = page.getByRole('region', { name: /^Table/ }).getByRole('row');
    const cells = await rows.nth(1).getByRole('cell').allInnerTexts();

    expect(await rows.count()).toBe(10);
    expect([cells[0], cells.at(-1)]).toEqual(['2.6.0', String(history.versions.at(-1)?.total)]);
    await page.getByRole('button', { name: 'Show as chart' }).click();
    await page.getByRole('link', { name: 'High 2' }).click();
    await page.getByRole('main').getByText('2 findings').first().waitFor();
    expect(problems()).toEqual([]);
    await page.context().close();
  });

  it('explain that there is no history yet', async () => {
    const { page, problems } = await open('/services/demo-status-page');
    await page.getByText('History starts with the next version.').waitFor();
    await page.goto(`${assay.url}/services/demo-shop-api?chart=time`);
    await page.getByText('History over time starts tomorrow').waitFor();
    await page.goto(`${assay.url}/services/demo-status-page/compare`);
    await page.getByText('Upload another version to compare.').waitFor();
    await page.goto(`${assay.url}/services/demo-shop-api/compare?head=2.0.0`);
    await page.getByText('No earlier version.').waitFor();
    expect(await page.getByLabel('From').inputValue()).toBe('');
    expect(problems()).toEqual([]);
    await page.context().close();
  });

  it('count introduced and fixed findings like the comparison', async () => {
    const { versions } = await read<WireServiceHistory>('/service/demo-shop-api/history');
    for (const { name, introduced, resolved } of versions.slice(1)) {
      const { findings } = await read<WireDiff>(`/service/demo-shop-api/diff?head=${name}`);
      expect([name, introduced, resolved]).toEqual([name, findings.counts.introduced, findings.counts.resolved]);
    }
    const { page } = await open('/services/demo-shop-api');
    await page
      .getByRole('row', { name: /^2\.2\.0/ })
      .getByRole('link', { name: '9' })
      .click();
    await page.getByRole('heading', { name: 'Introduced (9)' }).waitFor();

    expect(await page.getByRole('region', { name: 'Introduced' }).getByRole('row').count()).toBe(10);
    await page.context().close();
  });

  it('compare two versions with causes, swap them, and copy Markdown', async () => {
    const { page, problems } = await open(COMPARE);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const introduced = page.getByRole('region', { name: 'Introduced' });
    await introduced.getByText('CVE-2021-44228', { exact: true }).waitFor();
    expect(await introduced.innerText()).toMatch(
      /Component change\s+org\.apache\.logging\.log4j:log4j-core 2\.17\.1 → 2\.14\.1/,
    );
    expect(await page.getByRole('list', { name: 'Change summary' }).innerText()).toMatch(
      /2\s+introduced\s+2\s+fixed\s+0\s+changed\s+4\s+unchanged/,
    );

    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect
      .poll(async () => await page.evaluate(async () => await navigator.clipboard.readText()))
      .toContain('Compared with `r44`: **2 fixed, 2 new**');
    await page.getByRole('link', { name: 'Swap' }).click();
    await page.getByRole('region', { name: 'Fixed' }).getByText('CVE-2021-44228', { exact: true }).waitFor();
    expect(page.url()).toContain('base=r45&head=r44');
    await page.getByLabel('From').selectOption('r41');
    await page.getByRole('heading', { name: 'Fixed (10)' }).waitFor();

    expect(page.url()).toContain('base=r41&head=r44');
    expect(problems()).toEqual([]);
    await page.context().close();
  });

  it('show the presence of a CVE by version, and as of a day', async () => {
    const { page, problems } = await open(CVE);
    await page.getByText('Introduced in r41, fixed in r42, reintroduced in r45.').waitFor();
    const rows = await page.getByRole('region', { name: 'Versions' }).getByRole('row').allInnerTexts();

    expect(rows.slice(1).map((text) => /r4\d|Present|Absent/g[Symbol.match](text))).toEqual([
      ['r41', 'Present'],
      ['r42', 'Absent'],
      ['r43', 'Absent'],
      ['r44', 'Absent'],
      ['r45', 'Present'],
    ]);
    await page.getByLabel('As of').pressSequentially('01312026');
    await page.getByText('This service had no versions on 2026-01-31.').waitFor();
    expect(page.url()).toContain('asOf=2026-01-31');
    await page.goBack();
    await page.getByText('Introduced in r41, fixed in r42, reintroduced in r45.').waitFor();
    expect(problems()).toEqual([]);
    await page.context().close();
  });

  it('list the vulnerabilities of all services, and details of one', async () => {
    const { page, problems } = await open('/vulnerabilities?kev=true');
    const list = page.getByRole('region', { name: 'Vulnerabilities' });
    await list.waitFor();
    const found = await read<WireFoundVulnerability[]>('/finding/vulnerability?kev=true');
    await expect.poll(async () => await list.getByRole('row').count()).toBe(found.length + 1);
    expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await page.getByText(`${found.length} vulnerabilities`).waitFor();

    const [first] = found;
    const numbers = new RegExp(`^${first?.findings} findings? of ${first?.vulnerability.id}$`);
    await list.getByRole('link', { name: numbers }).click();
    const findings = page.getByRole('region', { name: 'Findings' });
    await findings.waitFor();
    await expect.poll(async () => await findings.getByRole('row').count()).toBe((first?.findings ?? 0) + 1);
    await page.goBack();

    await list.getByRole('link', { name: 'CVE-2021-44228', exact: true }).click();
    await page.getByText('Known exploited since 2021-12-10').waitFor();
    const place = page.getByRole('region', { name: 'Affected services' });
    await expect.poll(async () => await place.innerText()).toMatch(/demo-payments\s+r45\s+2 versions/);
    await place.getByRole('link', { name: '2 versions' }).click();
    await page.getByText('Introduced in r41, fixed in r42, reintroduced in r45.').waitFor();
    expect(problems()).toEqual([]);
    await page.context().close();
  });

  it('show how many services were checked for a vulnerability that none has, and when', async () => {
    const ids = (await read<{ id: string }[]>('/vulnerability?q=CVE-20&limit=200')).map(({ id }) => id);
    const counts = await Promise.all(
      ids.map(
        async (id) => (await read<{ affectedServiceCount: number }>(`/vulnerability/${id}`)).affectedServiceCount,
      ),
    );
    const absent = ids.find((_, index) => counts[index] === 0) ?? '';
    const { page, problems } = await open(`/vulnerabilities/${absent}`);
    await page.getByText(/None of your 7 services is affected \(checked 20\d\d-\d\d-\d\d \d\d:\d\d UTC\)\./).waitFor();
    await page.goto(`${assay.url}/vulnerabilities/CVE-1999-0001`);
    await page.getByText('No advisory found for CVE-1999-0001.').waitFor();
    expect(await page.title()).toBe('CVE-1999-0001 · Assay');
    // The browser logs the requested 404 as an error.
    expect(problems().every((each) => each.includes('404'))).toBe(true);
    await page.context().close();
  });

  it('show the dependency paths of a component as text and as a graph, by keyboard too', async () => {
    const { page, problems } = await open(`/components/${await findComponent('qs')}`);
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    const paths = page.getByRole('list', { name: 'Paths, shortest first' });
    await paths.waitFor();
    expect(await paths.innerText()).toMatch(/shop-api .+ › express .+ \(direct\) › qs /);
    expect(scripts.filter((url) => url.includes('path-graph'))).toEqual([]);

    await page.getByRole('link', { name: 'Show graph' }).click();
    const node = page.locator('.react-flow__node').filter({ hasText: 'express' });
    await node.waitFor();
    expect(scripts.filter((url) => url.includes('path-graph'))).not.toEqual([]);
    await page.getByText('Show as list').click();
    expect(await page.getByText(/express .+ depends on qs/).count()).toBe(1);
    await node.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^express/ }).waitFor();

    expect(problems()).toEqual([]);
    await page.context().close();
  });

  it('filter components by those that were not checked', async () => {
    const { page } = await open('/components');
    await page.getByRole('link', { name: 'Unchecked' }).click();
    await page.waitForURL(/unchecked=true/);
    const rows = page.getByRole('region', { name: 'Components' }).getByRole('row');
    const unchecked = await read<WireUsedComponent[]>('/component?unchecked=true&limit=1000');

    await expect.poll(async () => (await rows.count()) - 1).toBe(unchecked.length);
    await page.getByText(`${unchecked.length} components`).waitFor();
    await page.getByRole('cell', { name: 'no package identity', exact: true }).first().waitFor();
    await page.context().close();
  });

  /** Must be the last test, because it adds a service. */
  it('show hostile names as text', async () => {
    const service = '<img src=x onerror=alert(1)>/shop';
    const name = '<b onmouseover=alert(2)>\u{202E}gnp.exe';
    for (const version of ['1.0"><script>alert(3)</script>', '2.0"><script>alert(3)</script>']) {
      const component = { type: 'library', name, version: version.slice(0, 3), 'bom-ref': 'c' };
      const path = `/service/${encodeURIComponent(service)}/version/${encodeURIComponent(version)}/sbom?wait=60`;
      const answer = await assay.ask('POST', path, aCycloneDx({ components: [component] }));
      expect(answer.status).toBe(200);
    }
    const own = `/services/${encodeURIComponent(service)}`;
    const [component] = await read<WireUsedComponent[]>('/component?q=gnp.exe');

    const { page, problems } = await open('/services');
    for (const path of ['/services', own, `${own}/compare`, '/components?q=gnp.exe', `/components/${component?.id}`]) {
      await page.goto(assay.url + path);
      await page
        .getByRole('main')
        .getByText(/<img src=x onerror|<b onmouseover/)
        .first()
        .waitFor();
      await page.getByRole('main').getByRole('table').last().waitFor();
      const made = await page.locator('main img, main script, main b[onmouseover]').count();
      const turns = (await page.getByRole('main').innerText()).includes('\u{202E}');
      expect({ path, made, turns }).toEqual({ path, made: 0, turns: false });
    }

    // They have no package URL, so nothing is known about them.
    const versions = page.getByRole('region', { name: 'Versions in use' });
    await expect.poll(async () => await versions.getByRole('cell', { name: 'Not checked' }).count()).toBe(2);
    expect(problems()).toEqual([]);
    await page.context().close();
  });
});
