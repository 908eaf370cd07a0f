/** A viewer sees the possible decisions and why they are not permitted: buttons and keys do nothing, and no request is sent. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakePortal, type FakePortal } from '../support/fake-portal-api.ts';
import { aFinding, aMe, aReason } from '../support/wire-answers.ts';
import { findBarriers, hasBrowser, launchBrowser, openPath } from './browser.ts';

const suggestion = aReason({ guards: ['critical'] });
const FINDING = aFinding(1, { relevance: { status: 'relevant', reasons: [suggestion], suggestion } });

describe.runIf(hasBrowser())('a viewer', () => {
  let portal: FakePortal;
  let browser: Browser;
  beforeAll(async () => {
    const me = aMe({ role: 'viewer', scopes: ['read'] });
    portal = await startFakePortal({ me, findings: [FINDING] });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });

  it('cannot decide about a finding by button or key, and sees the required roles', async () => {
    const { page, problems } = await openPath(browser, portal, `/services/shop/versions/2.4.1?finding=${FINDING.id}`);
    const button = page.getByRole('button', { name: 'False positive' });
    await button.waitFor();

    expect(await button.getAttribute('aria-disabled')).toBe('true');
    expect(await button.getAttribute('title')).toBe('Requires the member, admin or owner role (your role: viewer).');
    await button.click({ force: true });
    await page.keyboard.press('d');
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    expect(portal.requests().filter((asked) => !asked.startsWith('GET'))).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
