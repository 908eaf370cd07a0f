/**
 * The plan of a version with a real server: display, copying, stop, links from and to findings, and results in the next version.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireRemediation } from '../../src/api/contract/findings/remediation.ts';
import { aCycloneDx } from '../support/documents.ts';
import { startFakePortal, type FakePortal } from '../support/fake-portal-api.ts';
import { until } from '../support/server-processes.ts';
import { aFinding } from '../support/wire-answers.ts';
import { anAction, aPlan } from '../support/wire-plan.ts';
import { findBarriers, hasBrowser, launchBrowser, LOOKS, openPath, takeScreenshot, type Look } from './browser.ts';
import { startRealAssay, type RealAssay } from './real-assay.ts';

const LOG4J = 'pkg:maven/org.apache.logging.log4j/log4j-core';
const EXPRESS = 'pkg:npm/express@4.18.0';
const BODY_PARSER = 'pkg:npm/body-parser@1.20.2';
const PLAN = '/services/lab/versions/1.0?tab=remediation';

/** The body parser is a dependency of express; the others are direct. */
function aDocument(log4j: string): Record<string, unknown> {
  const direct = [`${LOG4J}@${log4j}`, EXPRESS, 'pkg:npm/lodash@4.17.10'];
  return aCycloneDx({
    components: [...direct, BODY_PARSER].map(aLibrary),
    dependencies: [
      { ref: 'shop', dependsOn: direct },
      { ref: EXPRESS, dependsOn: [BODY_PARSER] },
    ],
  });
}

function aLibrary(purl: string): Record<string, unknown> {
  const [name = '', version = ''] = (purl.split('/').at(-1) ?? '').split('@');
  const group = purl.startsWith(LOG4J) ? { group: 'org.apache.logging.log4j' } : {};
  return { type: 'library', ...group, name, version, purl, 'bom-ref': purl };
}

describe.runIf(hasBrowser())('plan of a version', { timeout: 120_000 }, () => {
  let assay: RealAssay;
  let browser: Browser;
  const readPlan = async (version: string): Promise<WireRemediation> =>
    (await (await assay.ask('GET', `/service/lab/version/${version}/remediation`)).json()) as WireRemediation;
  beforeAll(async () => {
    [assay, browser] = await Promise.all([startRealAssay(), launchBrowser()]);
    await assay.ask('POST', '/service/lab/version/1.0/sbom?wait=30', aDocument('2.14.1'));
    await until(async () => (await readPlan('1.0')).actionCount > 0);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await assay?.stop();
  });

  const open = async (path: string, look?: Look) => await openPath(browser, assay, path, look);

  it.each(LOOKS)('lists the steps in order, without accessibility violations, $scheme at $width', async (look) => {
    const plan = await readPlan('1.0');
    const { page, problems } = await open(PLAN, look);
    await page.getByRole('heading', { name: `Steps (${plan.actionCount})` }).waitFor();
    const steps = await page.getByRole('heading', { level: 3 }).allInnerTexts();

    expect(steps.map((text) => plan.actions.findIndex(({ package: { name } }) => text.includes(name)))).toEqual([
      ...plan.actions.keys(),
    ]);
    expect(steps[0]).toMatch(/log4j-core 2\.14\.1 → 2\.16\.0/);
    await page.getByText('Known exploited').first().waitFor();
    await page.getByText('Dependencies were not resolved').waitFor();
    const unverified = stepOf(page, 'body-parser');
    await unverified.getByText('Unverified: may fix 1 high finding').waitFor();
    expect(await unverified.getByText('Remaining after this step').count()).toBe(0);
    await page.getByText('Details of step 1').click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show as table' }).click();
    expect(
      await page
        .getByRole('region', { name: /^Table/ })
        .getByRole('row')
        .count(),
    ).toBe(plan.actionCount + 2);
    await takeScreenshot(page, `remediation-${look.scheme}`);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('copies exactly the command of each package manager, of an alternative, and the plan as Markdown', async () => {
    const { page, problems } = await open(PLAN);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const express = stepOf(page, 'express');
    await express.getByRole('button', { name: 'pnpm' }).click();
    await express.getByRole('button', { name: /^Copy: Command for pnpm/ }).click();
    expect(await readClipboard(page)).toBe("pnpm add 'express@4.19.2'");
    await page.getByText('Copied: Command for pnpm: express').waitFor({ state: 'attached' });
    // A choice for one package applies to all of them.
    await stepOf(page, 'lodash')
      .getByRole('button', { name: /^Copy: Command for pnpm/ })
      .waitFor();
    expect(await page.getByRole('button', { name: 'npm', pressed: true, exact: true }).count()).toBe(0);
    await express.getByRole('button', { name: 'npm', exact: true }).click();

    const bodyParser = stepOf(page, 'body-parser');
    await bodyParser.getByText('Look for a release of express that allows body-parser').waitFor();
    await bodyParser.getByRole('button', { name: 'Override' }).click();
    await bodyParser.getByRole('button', { name: /^Copy: Lines for npm/ }).click();
    expect(JSON.parse(await readClipboard(page))).toEqual({ overrides: { 'body-parser': '1.20.3' } });

    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect.poll(async () => await readClipboard(page)).toContain('4.19.2');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('can be stopped by keyboard, shows the remaining findings, and stores the stop in the URL', async () => {
    const { actions } = await readPlan('1.0');
    const { page, problems } = await open(PLAN);
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/[?&]stop=1(?:&|$)/);

    const text = `Remaining after 1 of ${actions.length} steps: ${actions[0]?.after.findings} of `;
    await page.getByText(text).waitFor();
    await page.reload();
    await page.getByText(text).waitFor();
    expect(await page.getByRole('slider').inputValue()).toBe('1');
    await page.getByText('Stop here').waitFor();
    await page.getByRole('slider').press('End');
    await page.waitForURL((url) => !url.searchParams.has('stop'));
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('omits steps beyond patch releases when limited to them', async () => {
    const { page, problems } = await open(PLAN);
    await page.getByLabel('Upgrade distance').selectOption('patch');
    await page.waitForURL(/maxDistance=patch/);
    await expect
      .poll(async () => await page.getByRole('heading', { level: 3 }).allInnerTexts())
      .not.toContainEqual(expect.stringContaining('log4j'));
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is linked from a finding and links to findings', async () => {
    const { page, problems } = await open('/services/lab/versions/1.0');
    const first = page.getByRole('list', { name: 'First steps' });
    await first.getByRole('link', { name: /log4j-core to 2\.16\.0/ }).waitFor();
    await page.getByRole('link', { name: 'CVE-2021-44228' }).click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const drawer = page.getByRole('dialog');
    const advice = drawer.getByRole('region', { name: 'Recommendation' });
    await advice.getByText('2.16.0').first().waitFor();
    await advice.getByText('This finding alone is fixed in 2.15.0').waitFor();
    await page.keyboard.press('y');
    await expect.poll(async () => await readClipboard(page)).toContain('<version>2.16.0</version>');
    expect(await findBarriers(page)).toEqual([]);
    await advice.getByRole('link', { name: 'Step 1 of the plan' }).click();
    const step = stepOf(page, 'log4j-core');
    await step.waitFor();
    await expect.poll(async () => await step.evaluate((element) => document.activeElement === element)).toBe(true);
    await step.getByText('Details of step 1').click();
    await step.getByRole('link', { name: 'CVE-2021-45046' }).click();
    await drawer.getByRole('heading', { name: 'CVE-2021-45046' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is evaluated in the next version, which shows the results without a reload', async () => {
    await assay.ask('POST', '/service/lab/version/1.1/sbom?wait=30', aDocument('2.16.0'));
    const { page, problems } = await open('/services/lab/versions/1.1?tab=remediation');
    const outcomes = page.getByRole('region', { name: 'Previous plan steps' });
    await outcomes.getByRole('row', { name: /^Applied .*log4j-core/ }).waitFor();

    expect(await outcomes.getByRole('row', { name: /^Not applied/ }).count()).toBeGreaterThan(0);
    expect(await page.getByRole('region', { name: 'Predicted and actual' }).innerText()).toMatch(/Introduced\s+0\s+0/);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe.runIf(hasBrowser())('plan that a real server rarely has', () => {
  let portal: FakePortal;
  let browser: Browser;
  beforeAll(async () => {
    [portal, browser] = await Promise.all([startFakePortal(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });

  const open = async (look?: Look) =>
    await openPath(browser, portal, '/services/shop/versions/2.4.1?tab=remediation', look);

  it('shows no command for an unsafe name, and escapes the name', async () => {
    const name = '$(id)\u202E`x`';
    const hostile = anAction(1, {
      package: { key: 'npm/x', name, ecosystem: 'npm', line: null },
      text: `Upgrade ${name} to 1.0.1.`,
      commands: [],
      commandReason: 'unsafe_name',
      sentence: 'Upgrade it by hand.',
    });
    portal.answer({ plan: aPlan({ actions: [hostile], remaining: ['no_fix'] }), findings: [aFinding(1), aFinding(2)] });
    const { page, problems } = await open();
    const step = stepOf(page, '$(id)\\u{202E}`x`');
    await step.getByText('No command available').waitFor();

    await step.getByText('Upgrade it by hand.').waitFor();
    expect(await step.getByRole('button', { name: /^Copy/ }).count()).toBe(0);
    await page.getByText('No fix exists').click();
    await page.getByText('No fix for it is known.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each(LOOKS)('fits the width of the page with many steps and long names, $scheme at $width', async (look) => {
    const long = `group-${'very-long-name-'.repeat(12)}`;
    const actions = Array.from({ length: 120 }, (_, index) =>
      anAction(index + 1, {
        package: { key: `npm/${index}`, name: `${long}${index + 1}`, ecosystem: 'npm', line: '1' },
        from: [`1.0.0-${'snapshot'.repeat(12)}`],
        commands: [
          { manager: 'npm', form: 'shell', text: `npm install '${long}@1.0.1'`, file: null, note: null },
          { manager: 'yarn', form: 'shell', text: `yarn add '${long}@1.0.1'`, file: null, note: null },
        ],
      }),
    );
    portal.answer({ plan: aPlan({ actions, remaining: ['no_fix'] }), findings: [aFinding(1), aFinding(2)] });
    const { page, problems } = await open(look);
    await page.getByRole('heading', { name: 'Steps (120)' }).waitFor();

    const chart = page.getByRole('img', { name: /^Now 121 findings/ });
    expect(await chart.getByText('Now', { exact: true }).count()).toBe(1);
    expect(await chart.getByText('121', { exact: true }).count()).toBe(1);
    await page.getByRole('button', { name: 'Show 25 more steps' }).click();
    await page.getByText('Details of step 50').waitFor();
    expect(await page.getByRole('heading', { level: 3 }).count()).toBe(50);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, `remediation-long-${look.scheme}`);
    // Print uses dark text on white, whatever the color scheme.
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('main').evaluate((main) => getComputedStyle(main).color)).toBe('rgb(26, 27, 30)');
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('explains an empty plan instead of showing a bare zero', async () => {
    portal.answer({ plan: aPlan(), findings: [] });
    const { page, problems } = await open();
    await page.getByText('Nothing to upgrade: 0 open findings in 412 checked components.').waitFor();

    portal.answer({ plan: aPlan({ remaining: ['no_fix', 'no_fix'] }), findings: [aFinding(1), aFinding(2)] });
    portal.emit('remediation.planned', {});
    await page.getByText('No fix exists for the 2 open findings.').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

function stepOf(page: Page, name: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }).filter({ hasText: name }) });
}

async function readClipboard(page: Page): Promise<string> {
  return await page.evaluate(async () => await navigator.clipboard.readText());
}
