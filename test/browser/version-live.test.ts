/**
 * Updates while a page is open: live progress, announcement of new findings without moving rows, and one stream per visible tab.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakePortal, type FakePortal } from '../support/fake-portal-api.ts';
import { aCoverage, aFinding, anAnalysis, anId } from '../support/wire-answers.ts';
import { hasBrowser, launchBrowser, openPage, openPath, takeScreenshot } from './browser.ts';

const PATH = '/services/shop/versions/2.4.1';

describe.runIf(hasBrowser())('open page', () => {
  let portal: FakePortal;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => await browser?.close());

  it('shows the stages as they progress, and then the findings', async () => {
    portal = await startFakePortal({ analysis: anAnalysis({ status: 'queued' }), coverage: null });
    const { page, problems } = await openPage(browser, { url: portal.url, session: portal.session });
    await page.goto(portal.url + PATH);
    await page.getByText('Queued', { exact: true }).waitFor();
    await expect.poll(() => portal.streams()).toBe(1);

    const running = anAnalysis({ status: 'running' }, 'match');
    portal.answer({ analysis: running });
    // The server sends only the states.
    const stages = running.stages.map(({ name, status }) => ({ name, status }));
    portal.emit('analysis.progress', { analysisId: anId(3), status: 'running', stages });
    await page.getByText('Stage: Match advisories').waitFor();
    const ended = anAnalysis({ delta: { introduced: 1, resolved: 0, changed: 0, unchanged: 0 } });
    portal.answer({ analysis: ended, coverage: aCoverage(40, 40), findings: [aFinding(7)] });
    portal.emit('analysis.completed', { analysisId: anId(3) });

    await page.getByText('CVE-2026-1007', { exact: true }).waitFor();
    await page.getByText('Analysis completed. 1 new finding.').waitFor();
    expect(problems).toEqual([]);
    await portal.stop();
  });

  it('announces newer findings without moving the rows on the screen', async () => {
    const before = Array.from({ length: 60 }, (_, number) => aFinding(number));
    portal = await startFakePortal({ findings: before });
    const { page, problems } = await openPath(browser, portal, `${PATH}?finding=${anId(1_001)}`);
    await page.getByRole('dialog', { name: 'CVE-2026-1001' }).waitFor();
    await expect.poll(() => portal.streams()).toBe(1);

    const delta = { introduced: 4, resolved: 0, changed: 0, unchanged: 60 };
    const findings = [...Array.from({ length: 4 }, (_, number) => aFinding(100 + number)), ...before];
    portal.answer({ analysis: anAnalysis({ id: anId(33), delta }), findings });
    portal.emit('analysis.completed', { analysisId: anId(33) });
    await page.getByText('A newer analysis is available. 4 new findings.').waitFor();
    await page.getByText('64 open findings').waitFor();
    await takeScreenshot(page, 'version-newer');

    expect(await page.getByRole('dialog', { name: 'CVE-2026-1001' }).count()).toBe(1);
    expect(await page.locator('tbody tr[data-row]').first().innerText()).toContain('CVE-2026-1000');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show findings' }).click();
    await page.getByText('CVE-2026-1100', { exact: true }).waitFor();
    expect(await page.getByText('A newer analysis is available.').count()).toBe(0);
    expect(problems).toEqual([]);
    await portal.stop();
  });

  it('does not update other versions', async () => {
    portal = await startFakePortal({ findings: [aFinding(7)] });
    const { page } = await openPage(browser, { url: portal.url, session: portal.session });
    await page.goto(portal.url + PATH);
    await page.getByText('CVE-2026-1007', { exact: true }).waitFor();
    await expect.poll(() => portal.streams()).toBe(1);
    const asked = (): number => portal.requests().filter((url) => url.includes('/version/2.4.1/analysis')).length;
    const before = asked();

    portal.emit('analysis.completed', { versionId: anId(77), analysisId: anId(78) });
    portal.emit('analysis.completed', { analysisId: anId(3) });
    await expect.poll(asked).toBe(before + 1);
    await portal.stop();
  });

  it('polls if there is no stream', async () => {
    portal = await startFakePortal({ analysis: anAnalysis({ status: 'queued' }), coverage: null, hasStream: false });
    const { page } = await openPage(browser, { url: portal.url, session: portal.session });
    await page.goto(portal.url + PATH);
    await page.getByText('Queued', { exact: true }).waitFor();
    portal.answer({ analysis: anAnalysis({ status: 'running' }, 'identify') });
    await page.getByText('Analyzing', { exact: true }).waitFor();
    portal.answer({ analysis: anAnalysis(), coverage: aCoverage(40, 40), findings: [aFinding(7)] });

    await page.getByText('CVE-2026-1007', { exact: true }).waitFor();
    expect(portal.streams()).toBe(0);
    await portal.stop();
  });

  it('refreshes the counts when polling shows that an analysis has ended', async () => {
    portal = await startFakePortal({
      analysis: anAnalysis({ status: 'running' }, 'match'),
      findings: [aFinding(7)],
      hasStream: false,
    });
    const { page } = await openPath(browser, portal, PATH);
    await page.getByText('1 open finding', { exact: true }).waitFor();
    portal.answer({ analysis: anAnalysis({ id: anId(33) }), findings: [aFinding(7), aFinding(8)] });

    await page.getByText('2 open findings', { exact: true }).waitFor();
    expect(portal.streams()).toBe(0);
    await portal.stop();
  });

  it('closes its stream while hidden, and when it is visible again loads what it may have missed', async () => {
    portal = await startFakePortal({ findings: [aFinding(7)] });
    const { page } = await openPage(browser, { url: portal.url, session: portal.session });
    await page.goto(portal.url + PATH);
    await expect.poll(() => portal.streams()).toBe(1);
    const hide = async (state: 'hidden' | 'visible'): Promise<void> =>
      await page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);

    const asked = (): number => portal.requests().filter((url) => url.includes('/analysis?limit=1')).length;
    await expect.poll(asked).toBe(1);
    await hide('hidden');
    await expect.poll(() => portal.streams()).toBe(0);
    await hide('visible');
    await expect.poll(() => portal.streams()).toBe(1);
    await expect.poll(asked).toBe(2);
    await portal.stop();
  });
});
