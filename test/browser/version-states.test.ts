/** Every state of a version, with the text that the page shows. Zero is always explained, and green has to be earned. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/core/calendar.ts';
import { startFakePortal, type FakePortal } from '../support/fake-portal-api.ts';
import type { PortalAnswers } from '../support/fake-portal-routes.ts';
import { aCoverage, aFinding, anAnalysis, aVersion } from '../support/wire-answers.ts';
import { findBarriers, hasBrowser, launchBrowser, openPage, openPath, takeScreenshot } from './browser.ts';

interface State {
  readonly name: string;
  readonly answers: Partial<PortalAnswers>;
  readonly says: readonly string[];
  readonly neverSays?: readonly string[];
}

const FAILURE = { code: 'SBOM_INVALID', message: 'The document lists the component "a" twice.' };
const STARTER = { snapshot: 1, state: 'starter', newestRecordAt: '2026-11-01T00:00:00.000Z' };
const FIRST_SYNC = { ...STARTER, state: 'syncing' };
const NOT_GREEN = ['Checked:'];

const STATES: readonly State[] = [
  {
    name: 'nothing-uploaded',
    answers: { analysis: null, coverage: null },
    says: ['No SBOM uploaded yet.', 'Not checked yet'],
    neverSays: ['0 open', 'Checked:'],
  },
  {
    name: 'queued',
    answers: { analysis: anAnalysis({ status: 'queued' }), coverage: null },
    says: ['Queued', 'requested', 'No result yet'],
    neverSays: ['0 open', 'Checked:'],
  },
  {
    name: 'running',
    answers: { analysis: anAnalysis({ status: 'running' }, 'match'), coverage: null },
    says: ['Analyzing', 'Stage: Match advisories', 'No result yet'],
    neverSays: ['0 open', 'Checked:'],
  },
  {
    name: 'running-again',
    answers: { analysis: anAnalysis({ status: 'running' }, 'parse'), findings: [aFinding(1)] },
    says: ['Result of the previous analysis', '1 open finding'],
    neverSays: NOT_GREEN,
  },
  {
    name: 'failed',
    answers: { analysis: anAnalysis({ status: 'failed', failure: FAILURE }, 'parse'), coverage: null },
    says: ['Failed', 'stage: Parse SBOMs', FAILURE.message, FAILURE.code, 'No result yet'],
    neverSays: ['0 open', 'Checked:'],
  },
  {
    name: 'zero-earned',
    answers: { findings: [] },
    says: ['Checked:', 'No known vulnerabilities in 412 checked components.', 'min ago'],
  },
  {
    name: 'zero-with-an-image-missing',
    answers: {
      findings: [],
      analysis: anAnalysis({ notUploaded: [{ slot: 'shop/worker', image: 'shop/worker:1.1' }] }),
    },
    says: ['Not uploaded yet: shop/worker:1.1.', 'neither open nor fixed'],
    neverSays: NOT_GREEN,
  },
  {
    name: 'zero-with-gaps',
    answers: { coverage: aCoverage(247, 412) },
    says: ['Note:', 'No known vulnerabilities in 247 checked components. 165 could not be checked.'],
    neverSays: NOT_GREEN,
  },
  {
    name: 'zero-with-fix-only-feed',
    answers: { coverage: aCoverage(412, 412, { 9: 187 }) },
    says: [
      'Note:',
      '187 checked for fixed issues only',
      'No known vulnerabilities in 412 checked components. Checked for fixed issues only: 187 (Red Hat 9). Vulnerabilities without a fix are not reported for these.',
    ],
    neverSays: NOT_GREEN,
  },
  {
    name: 'zero-with-starter-data',
    answers: { data: STARTER },
    says: ['Only the built-in starter set is loaded. Most vulnerabilities cannot be found yet.', 'starter set only'],
    neverSays: [...NOT_GREEN, 'Full coverage'],
  },
  {
    name: 'zero-before-the-first-sync',
    answers: { data: FIRST_SYNC },
    says: [
      'Results are preliminary until the first sync is complete. More findings may appear. Not synced yet: OSV.',
      'preliminary',
      'No known vulnerabilities in 412 checked components. Results are preliminary until the first sync is complete.',
    ],
    neverSays: [...NOT_GREEN, 'Full coverage'],
  },
  {
    name: 'zero-checked',
    answers: { coverage: aCoverage(0, 12) },
    says: ['None of 12 components could be checked'],
    neverSays: ['0 open', '0 Critical', 'Checked:'],
  },
  {
    name: 'no-components',
    answers: { coverage: aCoverage(0, 0) },
    says: ['The SBOM lists no components.'],
    neverSays: NOT_GREEN,
  },
  {
    name: 'zero-with-stale-data',
    answers: {
      data: { snapshot: 1, state: 'stale', newestRecordAt: new Date(Date.now() - 36 * HOUR_MS).toISOString() },
    },
    says: ['The advisory data is outdated. Newer vulnerabilities are not found.', '36 hours ago'],
    neverSays: NOT_GREEN,
  },
  {
    name: 'frozen',
    answers: { version: aVersion({ frozenAt: '2026-11-01T00:00:00.000Z' }), findings: [aFinding(1)] },
    says: ['SBOMs deleted by retention on 2026-11-01 00:00 UTC.', '1 open finding'],
    neverSays: NOT_GREEN,
  },
  {
    name: 'all-not-relevant',
    answers: { findings: [aFinding(1, { relevance: { status: 'not_relevant' } })] },
    says: ['1 finding, not relevant.', 'Show findings'],
    neverSays: NOT_GREEN,
  },
];

describe.runIf(hasBrowser())('page of a version', () => {
  let portal: FakePortal;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => await browser?.close());

  // Every other state in dark: another test covers both schemes for the common parts.
  describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
    const states = STATES.filter((_, n) => (n % 2 === 0) === (scheme === 'light'));
    it.each(states)('describes the state: $name', async ({ name, answers, says, neverSays = [] }) => {
      portal = await startFakePortal(answers);
      const { page, problems } = await openPath(browser, portal, '/services/shop/versions/2.4.1', { scheme });

      const text = async (): Promise<string> => await page.locator('main').innerText();
      for (const part of says) await expect.poll(text).toContain(part);
      for (const part of neverSays) expect(await text()).not.toContain(part);
      if (neverSays.includes('Checked:')) expect(await countGreen(page)).toBe(0);
      expect(await findBarriers(page)).toEqual([]);
      await takeScreenshot(page, `state-${name}-${scheme}`);
      expect(problems).toEqual([]);
      await page.context().close();
      await portal.stop();
    });
  });

  it('stops calling a result preliminary when the first sync is complete', async () => {
    portal = await startFakePortal({ data: FIRST_SYNC });
    const { page } = await openPath(browser, portal, '/services/shop/versions/2.4.1');
    await page.getByText('Results are preliminary').first().waitFor();

    portal.answer({ data: { ...FIRST_SYNC, state: 'ready' } });

    await page.getByText('Full coverage').waitFor();
    await expect.poll(async () => await page.getByText('preliminary').count()).toBe(0);
    await page.context().close();
    await portal.stop();
  });

  it('shows one page for both missing and forbidden resources', async () => {
    portal = await startFakePortal();
    const { page } = await openPath(browser, portal, '/services/shop/versions/9.9.9');
    await page.getByText('Page not found, or you do not have access.').waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await page.goto(`${portal.url}/services/shop/strange/path`);
    await page.getByText('Page not found, or you do not have access.').waitFor();
    await portal.stop();
  });

  it('keeps the frame and reports the error when a page cannot be rendered', async () => {
    portal = await startFakePortal();
    const { page } = await openPage(browser, { url: portal.url, session: portal.session });
    // As after an upgrade, when the files of the previous version are gone.
    await page.route('**/assets/version-page-*.js', async (route) => await route.abort());
    await page.goto(`${portal.url}/services/shop/versions/2.4.1`);

    await page.getByRole('heading', { level: 1, name: 'This page could not be loaded' }).waitFor();
    expect(await page.getByRole('navigation').first().isVisible()).toBe(true);
    await page.unroute('**/assets/version-page-*.js');
    await page.getByRole('button', { name: 'Reload page' }).click();
    await page.getByRole('heading', { level: 1, name: /2\.4\.1/ }).waitFor();
    await portal.stop();
  });

  it('shows an error with the request id and recovers by itself', async () => {
    portal = await startFakePortal({ failWith: 503 });
    const { page } = await openPath(browser, portal, '/services/shop/versions/2.4.1');
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByRole('alert').first().innerText()).toMatch(
      /server is overloaded.*SERVER_BUSY request [0-9a-f-]{36}/s,
    );
    expect(await findBarriers(page)).toEqual([]);
    await takeScreenshot(page, 'state-error');

    portal.answer({ failWith: undefined, findings: [aFinding(7)] });
    await page.getByText('CVE-2026-1007').waitFor();
    await portal.stop();
  });

  it('keeps its content while the server is unreachable, and says so', async () => {
    portal = await startFakePortal({ analysis: anAnalysis({ status: 'running' }, 'match'), findings: [aFinding(7)] });
    const { page } = await openPath(browser, portal, '/services/shop/versions/2.4.1');
    await page.getByText('CVE-2026-1007').waitFor();
    await portal.stop();

    await page.getByText('Connection lost, retrying.').waitFor();
    await takeScreenshot(page, 'state-unreachable');
    expect(await page.getByText('CVE-2026-1007').count()).toBe(1);
  });
});

/** Counts elements with a green background, in either color scheme. */
async function countGreen(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const probe = document.createElement('div');
    probe.style.background = 'var(--assay-good-back)';
    document.body.append(probe);
    const green = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const all = [...document.querySelectorAll('main *')];
    return all.filter((element) => getComputedStyle(element).backgroundColor === green).length;
  });
}
