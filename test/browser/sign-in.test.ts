/** Signing in: once, with a cookie that scripts cannot read, and again over the page when the session ends. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CREDENTIALS, startFakePortal, type FakePortal } from '../support/fake-portal-api.ts';
import { aFinding, aMe, anAnalysis } from '../support/wire-answers.ts';
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

  async function signIn(page: Page, password = CREDENTIALS.password): Promise<void> {
    await page.getByLabel('E-mail').fill(CREDENTIALS.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  }

  it.each(LOOKS)('has no accessibility violations in $scheme at $width px', async (look) => {
    const { page, problems } = await openPage(browser, { ...look, url: portal.url });
    await page.goto(portal.url);
    await page.getByLabel('E-mail').waitFor();
    await takeScreenshot(page, `sign-in-${look.scheme}-${look.width}`);

    expect(await findBarriers(page)).toEqual([]);
    expect(await page.title()).toBe('Sign in · Assay');
    expect(problems).toEqual([]);
  });

  it('returns to the requested page', async () => {
    const { page, problems } = await openPage(browser, { url: portal.url });
    await page.goto(portal.url + PATH);
    await signIn(page);
    await page.getByText('CVE-2026-1007').waitFor();

    expect(page.url()).toBe(portal.url + PATH);
    expect(problems).toEqual([]);
  });

  it('reports a wrong e-mail or password without telling which', async () => {
    const { page } = await openPage(browser, { url: portal.url });
    await page.goto(`${portal.url}/sign-in`);
    await signIn(page, 'wrong');
    await page.getByRole('alert').filter({ hasText: 'Incorrect e-mail or password.' }).waitFor();

    expect(await findBarriers(page)).toEqual([]);
    expect(page.url()).toBe(`${portal.url}/sign-in`);
  });

  it('leaves no secret in the URL, the page or storage that a script could read', async () => {
    const { page } = await openPage(browser, { url: portal.url });
    await page.goto(portal.url + PATH);
    await signIn(page);
    await page.getByText('CVE-2026-1007').waitFor();
    await page.getByRole('button', { name: 'Switch to dark mode' }).click();

    const kept = await page.evaluate(() => [
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
      document.cookie,
      document.documentElement.outerHTML,
    ]);
    expect(kept[0]).toBe('[["assay-color-scheme","dark"]]');
    for (const secret of [portal.session.value, CREDENTIALS.password])
      expect([page.url(), ...kept].filter((text) => text.includes(secret))).toEqual([]);
  });

  it('is requested over the page when the session ends, and the page stays as it is', async () => {
    const other = await startFakePortal({
      findings: [aFinding(7)],
      analysis: anAnalysis({ status: 'running' }, 'match'),
      hasStream: false,
    });
    const { page } = await openPage(browser, { url: other.url, session: other.session });
    await page.goto(other.url + PATH);
    await page.getByText('CVE-2026-1007').waitFor();
    await page.getByRole('searchbox', { name: 'Search everything' }).fill('half a word');

    other.answer({ isSignedOut: true });
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await takeScreenshot(page, 'sign-in-again');
    expect(await page.getByText('CVE-2026-1007').count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.getByLabel('E-mail').inputValue()).toBe(CREDENTIALS.email);
    await page.getByLabel('Password', { exact: true }).fill(CREDENTIALS.password);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    expect(page.url()).toBe(other.url + PATH);
    expect(await page.getByRole('searchbox', { name: 'Search everything' }).inputValue()).toBe('half a word');
    expect(await page.getByText('CVE-2026-1007').count()).toBe(1);
    await other.stop();
  });

  it('stays after a sign-out that fails, and shows the error', async () => {
    const other = await startFakePortal({ findings: [aFinding(7)] });
    const { page } = await openPage(browser, { url: other.url, session: other.session });
    await page.goto(other.url + PATH);
    await page.getByText('CVE-2026-1007').waitFor();
    other.answer({ failWith: 503 });
    await page.getByLabel('Your account').click();
    await page.getByRole('button', { name: 'Sign out' }).click();

    await page.getByRole('alert').getByText('The server is overloaded.').waitFor();
    expect(page.url()).toBe(other.url + PATH);
    await other.stop();
  });

  it('is required again after signing out', async () => {
    const { page } = await openPage(browser, { url: portal.url, session: portal.session });
    await page.goto(portal.url + PATH);
    await page.getByLabel('Your account').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail').waitFor();

    await page.goto(`${portal.url}/services`);
    await page.getByLabel('E-mail').waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  it.each(['//evil.example/x', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)'])(
    'does not redirect to %s',
    async (next) => {
      const { page, problems } = await openPage(browser, { url: portal.url });
      await page.goto(`${portal.url}/sign-in?next=${encodeURIComponent(next)}`);
      await signIn(page);
      await page.getByLabel('Your account').waitFor();

      expect(new URL(page.url()).origin).toBe(portal.url);
      expect(problems.filter(isNotOfOverview)).toEqual([]);
    },
  );

  it('is part of accepting an invitation', async () => {
    const { page, problems } = await openPage(browser, { url: portal.url });
    await page.goto(`${portal.url}/invite/abc`);
    await page.getByText('You are invited to Example as member').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('New password').fill('a long password');
    await page.getByRole('button', { name: 'Join' }).click();

    await page.getByLabel('Your account').waitFor();
    expect(problems.filter(isNotOfOverview)).toEqual([]);
  });

  /** The fake portal has no overview, to which the page goes at last. */
  function isNotOfOverview(problem: string): boolean {
    return !problem.includes('404 (Not Found)');
  }
});

describe.runIf(hasBrowser())('account', () => {
  let portal: FakePortal;
  let browser: Browser;

  beforeAll(async () => {
    portal = await startFakePortal({ me: aMe({ role: 'viewer', scopes: ['read'] }) });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });

  it.each(LOOKS)('has no accessibility violations in $scheme at $width px', async (look) => {
    const { page, problems } = await openPage(browser, { ...look, url: portal.url, session: portal.session });
    await page.goto(`${portal.url}/account`);
    await page.getByText('Firefox on Linux').waitFor();
    await takeScreenshot(page, `account-${look.scheme}-${look.width}`);

    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width);
    expect(problems).toEqual([]);
  });

  it('switches single-key shortcuts off and on', async () => {
    const { page } = await openPage(browser, { url: portal.url, session: portal.session });
    await page.goto(`${portal.url}/account`);
    const search = page.getByRole('searchbox', { name: 'Search everything' });
    await page.getByText('Firefox on Linux').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByLabel('Single-key shortcuts').click();
    await expect.poll(() => portal.requests().filter((asked) => asked.startsWith('PATCH')).length).toBe(1);
    await expect.poll(async () => await page.getByLabel('Single-key shortcuts').isChecked()).toBe(false);
    await page.keyboard.press('/');
    expect(await search.evaluate((input) => input === document.activeElement)).toBe(false);

    await page.getByLabel('Single-key shortcuts').click();
    await expect.poll(async () => await page.getByLabel('Single-key shortcuts').isChecked()).toBe(true);
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'Services' }).waitFor();
    // The heading takes the focus when the page has changed, even from a fast user.
    await expect.poll(async () => await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.keyboard.press('/');
    expect(await search.evaluate((input) => input === document.activeElement)).toBe(true);
  });
});
