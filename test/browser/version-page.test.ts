/** The main page of the portal in a browser: as it looks, for whom it can be read, and what strange text does to it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakePortal, type FakePortal } from '../support/fake-portal-api.ts';
import { aFinding, anAnalysis, aVersion } from '../support/wire-answers.ts';
import { findBarriers, hasBrowser, launchBrowser, LOOKS, openPage, takeScreenshot } from './browser.ts';

const SEVERITIES = ['critical', 'high', 'high', 'medium', 'medium', 'medium', 'low', 'unknown'] as const;

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
      findings: Array.from({ length: 111 }, (_, number) =>
        aFinding(number, {
          vulnerability: { severity: SEVERITIES[Math.floor((number / 111) * 8)] ?? 'low' },
          fix: number % 3 === 0 ? { state: 'not_fixed', nearest: null, versions: [] } : {},
          relevance: { status: number % 10 === 9 ? 'not_relevant' : 'relevant' },
        }),
      ),
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });

  it.each(LOOKS)('is readable in $scheme at $width px', async (look) => {
    const { page, problems } = await openPage(browser, { ...look, url: portal.url, token: portal.token });

    await page.goto(`${portal.url}/services/team%2Fshop/versions/2.4.1`);
    await page.getByRole('table').waitFor();
    await takeScreenshot(page, `version-${look.scheme}-${look.width}`);

    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
