/** The token: asked for once, kept in this tab only, and asked for again when the API refuses it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakePortal, type FakePortal } from '../support/fake-portal-api.ts';
import { aFinding, anAnalysis } from '../support/wire-answers.ts';
import { findBarriers, hasBrowser, launchBrowser, LOOKS, openPage, takeScreenshot } from './browser.ts';

const PATH = '/services/shop/versions/2.4.1?severity=high';

describe.runIf(hasBrowser())('signing in', () => {
  let portal: FakePortal;
  let browser: Browser;

  beforeAll(async () => {
    portal = await startFakePortal({ findings: [aFinding(7)] });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });

  it.each(LOOKS)('can be done by everybody in $scheme at $width px', async (look) => {
    const { page, problems } = await openPage(browser, { ...look, url: portal.url });
    await page.goto(portal.url);
    await page.getByLabel('Integration token').waitFor();
    await takeScreenshot(page, `sign-in-${look.scheme}-${look.width}`);

    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('comes back to the page that was asked for', async () => {
    const { page, problems } = await openPage(browser, { url: portal.url });
    await page.goto(portal.url + PATH);
    await page.getByLabel('Integration token').fill(` ${portal.token}\n`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('CVE-2026-1007').waitFor();

    expect(page.url()).toBe(portal.url + PATH);
    expect(problems).toEqual([]);
  });

  it('says that a token is not accepted, and keeps nothing of it', async () => {
    const { page } = await openPage(browser, { url: portal.url });
    await page.goto(`${portal.url}/sign-in`);
    await page.getByLabel('Integration token').fill('asy_wrong');
    await page.keyboard.press('Enter');
    await page.getByText('This token is not accepted').waitFor();

    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.getItem('assay-token'))).toBeNull();
  });

  it('keeps the token in this tab: not in the URL, the page, a cookie or the other storage', async () => {
    const { page } = await openPage(browser, { url: portal.url });
    await page.goto(portal.url + PATH);
    await page.getByLabel('Integration token').fill(portal.token);
    await page.keyboard.press('Enter');
    await page.getByText('CVE-2026-1007').waitFor();
    await page.getByRole('button', { name: 'Switch to the dark color scheme' }).click();

    const kept = await page.evaluate(() => [
      JSON.stringify(Object.entries(localStorage)),
      document.cookie,
      document.documentElement.outerHTML,
    ]);
    expect(kept[0]).toBe('[["assay-color-scheme","dark"]]');
    expect([page.url(), ...kept].filter((text) => text.includes(portal.token))).toEqual([]);
    const other = await page.context().newPage();
    await other.goto(portal.url + PATH);
    await other.getByLabel('Integration token').waitFor();
  });

  it('asks again when the token is refused, once, and then shows the same page', async () => {
    const other = await startFakePortal({
      findings: [aFinding(7)],
      analysis: anAnalysis({ status: 'running' }, 'match'),
    });
    const { page } = await openPage(browser, { url: other.url });
    await page.goto(other.url + PATH);
    await page.getByLabel('Integration token').fill(other.token);
    await page.keyboard.press('Enter');
    await page.getByText('CVE-2026-1007').waitFor();

    other.answer({ failWith: 401 });
    await page.getByText('The token that was used is not accepted any more.').waitFor();
    await takeScreenshot(page, 'sign-in-refused');
    other.answer({ failWith: undefined });
    await page.getByLabel('Integration token').fill(other.token);
    await page.keyboard.press('Enter');
    await page.getByText('CVE-2026-1007').waitFor();

    expect(page.url()).toBe(other.url + PATH);
    await other.stop();
  });

  it('forgets the token when one signs out', async () => {
    const { page } = await openPage(browser, { url: portal.url });
    await page.goto(portal.url + PATH);
    await page.getByLabel('Integration token').fill(portal.token);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Integration token').waitFor();

    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.goto(`${portal.url}/services`);
    await page.getByLabel('Integration token').waitFor();
  });

  it.each(['//evil.example/x', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)'])(
    'does not go to %s afterwards',
    async (next) => {
      const { page, problems } = await openPage(browser, { url: portal.url });
      await page.goto(`${portal.url}/sign-in?next=${encodeURIComponent(next)}`);
      await page.getByLabel('Integration token').fill(portal.token);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Services' }).waitFor();

      expect(page.url()).toBe(`${portal.url}/services`);
      expect(problems).toEqual([]);
    },
  );
});
